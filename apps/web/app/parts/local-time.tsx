import { useEffect, useState } from 'react'
import { useFormats } from '../i18n/context.tsx'

/** The clock of whoever looks. The server doesn't know it, so a page is written in UTC and the browser puts it right. */
export function useViewerZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}

/** A date and time on the viewer's clock. */
export function LocalTime({ at, className }: { at: string; className?: string }) {
  const { dateTime } = useFormats()
  const zone = useViewerZone()
  return (
    <time dateTime={at} className={className}>
      {dateTime(at, zone)}
    </time>
  )
}
