import { useFormats } from '../../i18n/context.tsx'

/** How long ago something was, with the whole date on hover. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const { ago, dateTime } = useFormats()
  // The server wrote it a moment earlier than the browser reads it.
  return (
    <time dateTime={at} title={dateTime(at)} className={className} suppressHydrationWarning>
      {ago(at)}
    </time>
  )
}
