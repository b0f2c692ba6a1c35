import { useFormats, useT } from '../../../i18n/context.tsx'
import { colorOfGroup, groupsOf, type Stats } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'

/** What each kind of sale brought in the period, and its share. */
export function ByKind({ stats, days }: { stats: Stats; days: number }) {
  const t = useT()
  const { days: written, number, percent } = useFormats()
  const { money } = useExact(stats.currency)
  const groups = groupsOf(stats.byType).toSorted((a, b) => b.net - a.net)
  return (
    <section className="rounded-lg bg-surface px-4 py-4 ring-1 ring-line md:px-[22px] md:pt-5">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{t('studio.earnings.byKind')}</h2>
        <span className="num text-xs text-ink-3">{written(days)}</span>
      </div>
      <table className="num w-full text-sm">
        <thead>
          <tr className="text-xs text-ink-3">
            <th scope="col" className="py-1.5 text-start font-medium">
              {t('studio.earnings.kind')}
            </th>
            <th scope="col" className="text-end font-medium">
              {t('studio.earnings.sales')}
            </th>
            <th scope="col" className="text-end font-medium">
              {t('studio.column.net')}
            </th>
            <th scope="col" className="text-end font-medium max-sm:hidden">
              {t('studio.earnings.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, net, count }) => (
            <tr key={group} className="h-11 border-t border-line">
              <th scope="row" className="text-start font-normal">
                <span className="inline-flex items-center gap-2">
                  <span
                    className="size-[9px] shrink-0 rounded-t-[5px] rounded-b-[2px]"
                    style={{ background: `var(${colorOfGroup[group]})` }}
                  />
                  {t(`studio.group.${group}`)}
                </span>
              </th>
              <td className="text-end">{number(count)}</td>
              <td className="text-end font-semibold">{money(net * stats.tokenValue)}</td>
              <td className="text-end text-ink-2 max-sm:hidden">
                {percent(stats.net > 0 ? Math.round((net / stats.net) * 100) / 100 : 0)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-11 border-t border-line-strong font-semibold">
            <th scope="row" className="text-start">
              {t('studio.earnings.total')}
            </th>
            <td className="text-end">{number(stats.count)}</td>
            <td className="text-end">{money(stats.net * stats.tokenValue)}</td>
            <td className="text-end text-ink-2 max-sm:hidden">{percent(stats.net > 0 ? 1 : 0)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
