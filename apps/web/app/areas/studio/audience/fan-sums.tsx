import type { ReactNode } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import type { Fan } from './audience-query.ts'
import { useRenewal } from './renewal.ts'

/** What the creator wants to know at once: spending, what it brought, since when, and what comes next. */
export function FanSums({ fan }: { fan: Fan }) {
  const t = useT()
  const { date, money } = useFormats()
  const { tokenValue, currency } = useSite()
  const renewal = useRenewal()(fan.subscription)
  const worth = (tokens: number) => money(tokens * tokenValue, currency)
  const recent = fan.spending.reduce((sum, row) => sum + row.recent, 0)
  const since = fan.subscription?.startedAt ?? fan.followedAt
  return (
    <dl className="num mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line ring-1 ring-line lg:grid-cols-5">
      <Sum title={t('audience.spentInAll')} detail={t.tokens(fan.spent)}>
        {worth(fan.spent)}
      </Sum>
      <Sum title={t('audience.last30')} detail={t.tokens(recent)}>
        {worth(recent)}
      </Sum>
      <Sum title={t('audience.earned')} detail={t('audience.afterFee')}>
        {worth(fan.net)}
      </Sum>
      <Sum title={t(fan.subscription ? 'audience.subscribedSince' : 'audience.followsSince')}>
        {since ? date(since) : '–'}
      </Sum>
      {/* “Renews” goes with a date alone; what else becomes of it says so itself. */}
      <Sum
        title={t(renewal && !renewal.sentence ? 'audience.plan' : 'audience.renews')}
        detail={renewal?.detail}
        className="max-lg:col-span-2"
      >
        {renewal?.text ?? '–'}
      </Sum>
    </dl>
  )
}

interface SumProps {
  title: string
  detail?: string | undefined
  className?: string
  children: ReactNode
}
const Sum = ({ title, detail, className = '', children }: SumProps) => (
  <div className={`bg-surface px-4 py-3.5 ${className}`}>
    <dt className="text-xs text-ink-3">{title}</dt>
    <dd className="font-display text-xl font-bold wrap-anywhere">
      <bdi>{children}</bdi>
    </dd>
    {detail ? <dd className="text-xs text-ink-3">{detail}</dd> : null}
  </div>
)
