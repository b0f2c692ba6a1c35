import { useFormats } from '../../i18n/context.tsx'

/** A date and time on the viewer's clock. */
export function LocalTime({ at, className }: { at: string; className?: string }) {
  const { dateTime } = useFormats()
  return (
    <time dateTime={at} className={className}>
      {dateTime(at)}
    </time>
  )
}
