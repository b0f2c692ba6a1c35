import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Stats } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { PaysOwed } from '../pieces/owed.tsx'

const daysShown = 5

/** What becomes available on which day; the days after the first ones are one entry. */
export function BecomesAvailable({ stats }: { stats: Stats }) {
  const t = useT()
  const { shortDay, weekday } = useFormats()
  const { money } = useExact(stats.currency)
  const { releases } = stats
  const worth = (tokens: number) => money(tokens * stats.tokenValue)
  // What no pending earning pays, those pay that wait for a delivery.
  const escrowOwed = Math.min(stats.escrow, stats.owed - sumOf(releases, 'owed'))
  if (releases.length === 0 && stats.escrow === 0) return null
  const shown = releases.length > daysShown ? releases.slice(0, daysShown - 1) : releases
  const rest = releases.slice(shown.length)
  const entries = shown.map(({ date, ...release }) => ({
    when: `${weekday(`${date}T12:00:00Z`)} ${shortDay(date)}`,
    ...release,
  }))
  if (rest.length)
    entries.push({
      when: t('studio.earnings.fromTo', { from: shortDay(rest[0]!.date), to: shortDay(rest.at(-1)!.date) }),
      net: sumOf(rest, 'net'),
      owed: sumOf(rest, 'owed'),
      count: sumOf(rest, 'count'),
    })
  return (
    <section className="mt-3.5 rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-[22px] md:py-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{t('studio.earnings.releases')}</h2>
        <p className="text-xs text-ink-3">{t('studio.earnings.releasesHint')}</p>
      </div>
      <ul className="num strip gap-2.5 xl:grid xl:grid-cols-6">
        {entries.map(({ when, net, owed, count }) => (
          <li key={when} className="min-w-[130px] shrink-0 rounded-md bg-surface-2 px-3.5 py-3">
            <span className="block text-xs text-ink-2">{when}</span>
            <b className="block">{worth(net)}</b>
            <span className="block text-xs text-ink-3">{t('studio.earnings.salesCount', { count })}</span>
            <PaysOwed owed={owed} worth={worth} />
          </li>
        ))}
        {stats.escrow > 0 ? (
          <li className="min-w-[130px] shrink-0 rounded-md px-3.5 py-3 inset-ring-1 inset-ring-line-strong">
            <span className="block text-xs text-ink-2">{t('studio.earnings.onDelivery')}</span>
            <b className="block">{worth(stats.escrow - escrowOwed)}</b>
            <span className="block text-xs text-ink-3">
              {t('studio.earnings.salesCount', { count: stats.escrowCount })}
            </span>
            <PaysOwed owed={escrowOwed} worth={worth} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

/** To the hundredth, so that nothing is left where everything is paid. */
const sumOf = (releases: Stats['releases'], part: 'net' | 'owed' | 'count'): number =>
  Math.round(releases.reduce((sum, release) => sum + release[part], 0) * 100) / 100
