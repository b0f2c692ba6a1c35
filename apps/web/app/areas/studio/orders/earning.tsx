import { PackageCheck } from 'lucide-react'
import { releaseDays } from '@fanlight/contract/order-states'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { daysAfter } from './days-after.ts'
import type { SaleDetails } from './order-states.ts'

/** What the seller earns by an order: price, shipping without commission, fee and net, in the money of the site. */
export function Earning({ order }: { order: SaleDetails }) {
  const t = useT()
  const { money, percent } = useFormats()
  const held = useHeld(order)
  const { earning } = order
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

/** Until when the money is held; null where nobody knows, and once it isn’t held any more. */
export function useHeld({ earning, next, shipBy }: SaleDetails): string | null {
  const t = useT()
  const { date } = useFormats()
  if (earning?.status === 'pending' && earning.availableAt)
    return t('orders.earn.availableFrom', { date: date(earning.availableAt) })
  if (earning?.status !== 'escrow') return null
  if (next?.step === 'release') return t('orders.earn.heldUntil', { date: date(next.at) })
  if (next?.step === 'ship' && shipBy)
    return t('orders.earn.heldIfShipped', { date: date(daysAfter(shipBy, releaseDays)), shipBy: date(shipBy) })
  return null
}
