import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { colorOfGroup } from '../pieces/earnings-chart.tsx'
import type { Fan } from './audience-query.ts'

/** What one fan spent on which kind of thing, in all or lately. */
export function FanSpending({ spending }: { spending: Fan['spending'] }) {
  const t = useT()
  const { money, number } = useFormats()
  const { tokenValue, currency } = useSite()
  const [isRecent, setRecent] = useState(false)
  const rows = spending.map(({ group, ...row }) => ({
    group,
    spent: isRecent ? row.recent : row.spent,
    count: isRecent ? row.recentCount : row.count,
  }))
  const most = Math.max(...rows.map(({ spent }) => spent))
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t('audience.byKind')}</h2>
        <div className="inline-flex rounded-full bg-surface-2 p-[3px]">
          {[false, true].map((recent) => (
            <button
              key={String(recent)}
              type="button"
              aria-pressed={isRecent === recent}
              onClick={() => setRecent(recent)}
              className={`inline-flex h-[34px] items-center rounded-full px-4 text-sm font-semibold focus-visible:rounded-full pointer-coarse:h-11 ${isRecent === recent ? 'bg-surface text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)] dark:bg-surface-3' : 'text-ink-2 hover:text-ink'}`}
            >
              {t(recent ? 'audience.days30' : 'audience.allTime')}
            </button>
          ))}
        </div>
      </div>
      <table className="num w-full text-sm">
        <caption className="sr-only">{t('audience.byKind')}</caption>
        <tbody>
          {rows.map(({ group, spent, count }) => (
            <tr key={group} className="h-9">
              <th scope="row" className="pe-4 text-start font-normal whitespace-nowrap">
                {t(`studio.group.${group}`)}
              </th>
              <td aria-hidden="true" className="w-full max-sm:hidden">
                {spent > 0 ? (
                  <span
                    className="block h-3 min-w-[3px] rounded-xs"
                    style={{ inlineSize: `${(spent / most) * 100}%`, background: `var(${colorOfGroup[group]})` }}
                  />
                ) : null}
              </td>
              <td className="w-px ps-4 text-end font-strong whitespace-nowrap">
                <bdi>{money(spent * tokenValue, currency)}</bdi>
              </td>
              <td className="w-px ps-4 text-end whitespace-nowrap text-ink-3">
                {t('audience.times', { count, shown: number(count) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
