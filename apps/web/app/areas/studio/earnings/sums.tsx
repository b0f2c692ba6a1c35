import { Banknote, Clock, type LucideIcon, Package, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Fanlight } from '../../../ui/fanlight.tsx'
import type { Stats } from '../pieces/earnings-chart.tsx'
import { useExact } from '../pieces/exact-amounts.ts'
import { PaysOwed } from '../pieces/owed.tsx'

interface SumsProps {
  stats: Stats
  /** The request for a payout that is open, if one is. */
  payout: { _id: string; number: string; expectedAt: string | null } | null
}

/** Where the creator's money is: what can be paid out, what waits and for what, what is on its way. */
export function EarningsSums({ stats, payout }: SumsProps) {
  const t = useT()
  const { date, shortDay } = useFormats()
  const { money } = useExact(stats.currency)
  const worth = (tokens: number) => money(tokens * stats.tokenValue)
  const next = stats.releases.find(({ net }) => net > 0)
  const last = stats.releases.at(-1)
  const paysOwed = stats.releases.reduce((sum, { owed }) => sum + owed, 0)
  return (
    <dl className="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-3.5 xl:grid-cols-[1.25fr_1fr_1fr_1fr]">
      <div className="@container relative col-span-full flex flex-col overflow-hidden rounded-lg bg-ink p-[18px] text-canvas md:px-[22px] md:py-5 xl:col-span-1 dark:bg-token-soft dark:text-token-soft-ink">
        <Fanlight
          share={1}
          panes={7}
          className="pointer-events-none absolute -end-[52px] -top-[34px] w-[210px] rotate-12 opacity-16"
        />
        <dt className="flex items-center gap-2 text-sm opacity-82">
          <Wallet className="icon size-4!" aria-hidden="true" />
          {t('studio.sum.available')}
        </dt>
        <dd className="num mt-1.5 font-display text-[min(1.875rem,12cqi)] leading-tight font-heavy tracking-[-.03em] whitespace-nowrap">
          <bdi dir="ltr">{worth(stats.available)}</bdi>
        </dd>
        <dd className="relative mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-1">
          <span className="num text-xs opacity-82">{t.tokens(stats.available)}</span>
          {stats.available > 0 ? (
            <Link to="/creator/payouts" className={`${buttonClass('tip', 'sm')} bg-token! text-on-token!`}>
              {t('studio.earnings.payout')}
            </Link>
          ) : null}
        </dd>
      </div>
      <Sum icon={Clock} label={t('studio.sum.pending')} value={worth(stats.pending)} tokens={t.tokens(stats.pending)}>
        {next && last ? (
          <>
            <b className="block text-ink">
              {t('studio.earnings.next', { amount: worth(next.net), date: shortDay(next.date) })}
            </b>
            {paysOwed > 0 ? (
              <PaysOwed owed={paysOwed} worth={worth} />
            ) : last.date === next.date ? null : (
              t('studio.earnings.allBy', { date: shortDay(last.date) })
            )}
          </>
        ) : (
          t(last ? 'studio.earnings.allOwed' : 'studio.dashboard.noRelease')
        )}
      </Sum>
      <Sum icon={Package} label={t('studio.sum.escrow')} value={worth(stats.escrow)} tokens={t.tokens(stats.escrow)}>
        {stats.escrowCount > 0 ? (
          <>
            <b className="block text-ink">{t('studio.earnings.salesCount', { count: stats.escrowCount })}</b>
            {t('studio.earnings.untilDelivered')}
          </>
        ) : (
          t('studio.earnings.nothingHeld')
        )}
      </Sum>
      <Sum
        icon={Banknote}
        label={t('studio.sum.inPayout')}
        value={worth(stats.inPayout)}
        tokens={t.tokens(stats.inPayout)}
        className="max-md:col-span-2"
      >
        {payout ? (
          <>
            <Link to={`/creator/payouts/${payout._id}`} className="link block font-semibold">
              {t('studio.earnings.payoutNumber', { number: payout.number })}
            </Link>
            {payout.expectedAt ? t('studio.earnings.expected', { date: date(payout.expectedAt) }) : null}
          </>
        ) : (
          t('studio.earnings.noPayout')
        )}
      </Sum>
    </dl>
  )
}

interface SumProps {
  icon: LucideIcon
  label: string
  value: string
  tokens: string
  children: ReactNode
  className?: string
}
function Sum({ icon: Icon, label, value, tokens, children, className = '' }: SumProps) {
  return (
    <div className={`@container rounded-lg bg-surface px-4 py-3.5 ring-1 ring-line md:px-[22px] md:py-5 ${className}`}>
      <dt className="flex items-center gap-2 text-sm text-ink-2">
        <Icon className="icon size-4!" aria-hidden="true" />
        {label}
      </dt>
      <dd className="num mt-1.5 font-display text-[min(1.625rem,14cqi)] leading-tight font-heavy tracking-[-.03em] whitespace-nowrap">
        <bdi dir="ltr">{value}</bdi>
      </dd>
      <dd className="num mt-1 text-xs text-ink-3">{tokens}</dd>
      <dd className="num mt-3 text-xs text-ink-2">{children}</dd>
    </div>
  )
}
