import { useFormats } from '../../../i18n/context.tsx'
import { PaysOwed } from './owed.tsx'

interface ReleasesProps {
  title: string
  hint?: string
  releases: readonly { date: string; net: number; owed: number }[]
  worth: (net: number) => string
}

/** Earnings that rest, by the day on which they become the creator's own. */
export function Releases({ title, hint, releases, worth }: ReleasesProps) {
  const { shortDay } = useFormats()
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 md:px-5 md:pt-5 md:pb-3 ring-1 ring-line">
      <h2 className="text-lg">{title}</h2>
      {hint ? <p className="mt-1 text-xs text-ink-3">{hint}</p> : null}
      <ul className="num mt-1.5 text-sm">
        {releases.map(({ date, net, owed }) => (
          <li key={date} className="flex justify-between gap-3 border-t border-line py-2 first:border-0">
            <span className="text-ink-2">
              {shortDay(date)}
              <PaysOwed owed={owed} worth={worth} />
            </span>
            <b>{worth(net)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
