import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type RevenuePeriod, revenuePeriods } from '@fanlight/contract/revenue-periods'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { Segmented } from '../../../ui/tabs.tsx'

export interface RevenueProps {
  revenue: Reply<'GET /admin/revenue'>['data']
  period: RevenuePeriod
  /** How many payments are disputed now. */
  disputes: number
}

/** What the site earned, by day or month, and what was sold for it. For staff with the finance permission. */
export function Revenue({ revenue, period, disputes }: RevenueProps) {
  const t = useT()
  const { money, number, percent } = useFormats()
  const { currency, gross, fees, creators, refunded, columns } = revenue
  const amount = (value: number) => money(value, currency)
  const names = { 7: t('staff.revenue.days7'), 30: t('staff.revenue.days30'), year: t('staff.revenue.year') }
  return (
    <section
      aria-labelledby="revenue"
      className="min-w-0 rounded-lg bg-surface px-4 pt-4 pb-4 ring-1 ring-line md:px-[22px]"
    >
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="revenue" className="text-lg">
            {t('staff.revenue.title')}
          </h2>
          <p className="num font-display text-2xl font-heavy tracking-[-.02em]">{amount(fees)}</p>
          <p className="text-xs text-ink-3">{t(`staff.revenue.fees.${period}`)}</p>
          <Change revenue={revenue} />
        </div>
        <Segmented
          label={t('staff.revenue.period')}
          tabs={revenuePeriods.map((each) => ({ label: names[each], to: `?period=${each}`, current: each === period }))}
        />
      </div>
      <Chart
        label={t(`staff.revenue.fees.${period}`)}
        times={columns.map(({ date }) => `${date}T12:00:00Z`)}
        series={[{ name: t('staff.revenue.fees.name'), values: columns.map((column) => column.fees) }]}
        format={amount}
        height={220}
      />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-3.5 sm:grid-cols-4">
        <Sum label={t('staff.revenue.gross')}>{amount(gross)}</Sum>
        <Sum label={t('staff.revenue.creators')}>{amount(creators)}</Sum>
        <Sum label={t('staff.revenue.refunds')} detail={gross > 0 ? percent(refunded / gross) : null}>
          {amount(refunded)}
        </Sum>
        <Sum label={t('staff.revenue.disputes')}>{number(disputes)}</Sum>
      </dl>
    </section>
  )
}

/** Nothing to compare with where nothing was earned before. */
function Change({ revenue: { fees, feesBefore } }: Pick<RevenueProps, 'revenue'>) {
  const t = useT()
  const { percent } = useFormats()
  if (feesBefore <= 0) return null
  const change = (fees - feesBefore) / feesBefore
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <p className="num mt-0.5 flex items-center gap-1.5 text-xs text-ink-2">
      <Icon
        aria-hidden="true"
        className={`size-4 rtl:-scale-x-100 ${change < 0 ? 'text-danger-text' : 'text-success-text'}`}
      />
      {t(change < 0 ? 'staff.revenue.down' : 'staff.revenue.up', { percent: percent(Math.abs(change)) })}
    </p>
  )
}

function Sum({ label, detail, children }: { label: string; detail?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="num font-strong wrap-anywhere">
        {children} {detail ? <span className="text-xs font-normal text-ink-3">{detail}</span> : null}
      </dd>
    </div>
  )
}
