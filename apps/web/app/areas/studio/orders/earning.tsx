import { PackageCheck } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { SaleDetails } from './order-states.ts'

/** What the seller earns by an order: price, shipping without commission, fee and net, in the money of the site. */
export function Earning({ order: { earning, next } }: { order: SaleDetails }) {
  const t = useT()
  const { money, percent, date } = useFormats()
  if (!earning) return null
  // At the rate of the sale; what came back of it leaves the rate as it is.
  const rate = earning.net > 0 ? earning.netValue / earning.net : 0
  const worth = (tokens: number) => (rate > 0 ? money(tokens * rate, earning.currency) : t.tokens(tokens))
  const rows = [
    [t('orders.earn.item'), worth(earning.item)],
    ...(earning.shipping > 0 ? [[t('orders.earn.shipping'), worth(earning.shipping)]] : []),
    [t('orders.earn.fee', { share: percent(earning.feePct / 100) }), worth(-earning.fee)],
    ...(earning.returned > 0 ? [[t('orders.earn.returned'), worth(-earning.returned)]] : []),
  ] as const
  const held =
    earning.status === 'escrow' && next?.step === 'release'
      ? t('orders.earn.heldUntil', { date: date(next.at) })
      : earning.availableAt && earning.status === 'pending'
        ? t('orders.earn.availableFrom', { date: date(earning.availableAt) })
        : null
  return (
    <>
      <p className="text-sm text-ink-2">{t('orders.earn.title')}</p>
      <p className="num font-display text-2xl font-heavy tracking-[-.02em] text-success-text">
        {money(earning.netValue, earning.currency)}{' '}
        <span className="font-sans text-sm font-normal tracking-normal text-ink-3">{t.tokens(earning.net)}</span>
      </p>
      <dl className="num my-3 grid gap-1.5 text-sm">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {held ? (
        <p className="mb-3 flex gap-2.5 rounded-md bg-primary-soft px-3.5 py-3 text-sm text-primary-soft-ink">
          <PackageCheck className="icon size-5! shrink-0" aria-hidden="true" />
          {held}
        </p>
      ) : null}
    </>
  )
}
