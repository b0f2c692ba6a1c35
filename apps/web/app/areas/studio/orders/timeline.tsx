import { type LucideIcon, Package, PackageCheck, Wallet } from 'lucide-react'
import { lateDays, releaseDays } from '@fanlight/contract/order-states'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { shownAs } from '../../../parts/shop/order-setbacks.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { TimelineStep } from '../../../ui/timeline-step.tsx'
import { daysAfter } from './days-after.ts'
import type { SaleDetails } from './order-states.ts'

/** What happened with the order, and what is still to come until its money is the seller's. */
export function Timeline({ order, coming }: { order: SaleDetails; coming: readonly Coming[] }) {
  const t = useT()
  const steps = order.timeline.length + coming.length
  return (
    <ol>
      {order.timeline.map(({ type, by, tokens, note, createdAt }, at) => (
        <TimelineStep key={at} is={shownAs(type)} isLast={at === steps - 1}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{t(`studio.orders.event.${type}`)}</span>
            <LocalTime at={createdAt} className="num text-xs text-ink-3" />
          </p>
          {tokens === null ? null : <Price tokens={tokens} className="text-sm" />}
          {note ? (
            <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-ink-2 text-match">
              {note}
            </p>
          ) : null}
          <p className="text-xs text-ink-3">{t(`studio.orders.by.${by}`)}</p>
        </TimelineStep>
      ))}
      {coming.map(({ title, date, text, icon, isNow }, at) => (
        <TimelineStep key={title} is={isNow ? 'now' : 'coming'} icon={icon} isLast={at === coming.length - 1}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className={isNow ? 'font-semibold' : 'font-semibold text-ink-2'}>{title}</span>
            {date ? <span className="num text-xs text-ink-3">{date}</span> : null}
          </p>
          {text ? <p className="text-sm text-ink-2">{text}</p> : null}
        </TimelineStep>
      ))}
    </ol>
  )
}

interface Coming {
  title: string
  date?: string
  text?: string
  icon: LucideIcon
  /** What the seller has to do now. */
  isNow?: boolean
}

/** The steps that are still to come, each with its date; none while a problem or a dispute decides what comes. */
export function useComing({ type, fulfilment, problem, payment, shipBy, settles, earning }: SaleDetails): Coming[] {
  const t = useT()
  const { nearDate, money } = useFormats()
  if (type !== 'physical' || problem !== null || payment === 'disputed' || payment === 'refunded' || !earning) return []
  const isWaiting = fulfilment === 'not_fulfilled' || fulfilment === 'processing'
  const worth = money(earning.netValue, earning.currency)
  if (earning.status === 'pending' && earning.availableAt)
    return [
      {
        title: t('orders.coming.payout'),
        date: t('orders.coming.from', { date: nearDate(earning.availableAt) }),
        text: worth,
        icon: Wallet,
      },
    ]
  if (!settles || (!isWaiting && settles.as !== 'release')) return []
  const ship: Coming | null =
    isWaiting && shipBy
      ? {
          title: t('orders.coming.ship'),
          date: t('orders.coming.by', { date: nearDate(shipBy) }),
          text:
            fulfilment === 'processing'
              ? t('orders.coming.late', {
                  cancel: nearDate(daysAfter(shipBy, lateDays.cancel)),
                  refund: nearDate(settles.at),
                })
              : t('orders.coming.mayCancel', { refund: nearDate(settles.at) }),
          icon: Package,
          isNow: true,
        }
      : null
  const arrive: Coming | null =
    fulfilment === 'delivered'
      ? null
      : {
          title: t('orders.step.arrive'),
          text: isWaiting
            ? t('orders.coming.confirm', { count: releaseDays })
            : t('orders.coming.confirmUntil', { date: nearDate(settles.at) }),
          icon: PackageCheck,
        }
  const paid: Coming = {
    title: t('studio.orders.event.released'),
    ...(isWaiting ? {} : { date: t('orders.coming.latest', { date: nearDate(settles.at) }) }),
    text: worth,
    icon: Wallet,
  }
  return [ship, arrive, paid].filter((step) => step !== null)
}
