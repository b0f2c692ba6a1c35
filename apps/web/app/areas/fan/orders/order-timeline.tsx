import { Copy, ExternalLink, PackageCheck, Truck } from 'lucide-react'
import { trackingOf } from '@fanlight/contract/carriers'
import { releaseDays } from '@fanlight/contract/order-states'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { shownAs } from '../../../parts/shop/order-setbacks.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { TimelineStep } from '../../../ui/timeline-step.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { BoughtOrder } from './order.tsx'

/** What has happened with an order, and what comes next and when. */
export function Timeline({ order }: { order: BoughtOrder }) {
  const t = useT()
  const coming = useComing(order)
  return (
    <ol>
      {order.timeline.map((entry, at) => (
        <TimelineStep key={at} is={shownAs(entry.type)} isLast={at === order.timeline.length + coming.length - 1}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{t(`shop.order.event.${entry.type}`)}</span>
            <LocalTime at={entry.createdAt} className="num text-xs text-ink-3" />
          </p>
          {entry.tokens === null ? null : <Price tokens={entry.tokens} className="text-sm" />}
          {entry.note ? (
            <p dir="auto" className="mt-1 text-sm whitespace-pre-line text-ink-2 wrap-anywhere">
              {entry.note}
            </p>
          ) : null}
          {entry.type === 'shipped' && order.trackingCode ? <Tracking order={order} /> : null}
        </TimelineStep>
      ))}
      {coming.map(({ title, text, icon }, at) => (
        <TimelineStep key={title} is="coming" icon={icon} isLast={at === coming.length - 1}>
          <p>
            <span className="block font-semibold text-ink-2">{title}</span>
            <span className="block text-sm text-ink-3">{text}</span>
          </p>
        </TimelineStep>
      ))}
    </ol>
  )
}

/** The steps that are still to come, where nothing stands in their way. */
function useComing({ type, fulfilment, problem, payment, shipBy, settles }: BoughtOrder) {
  const t = useT()
  const { date } = useFormats()
  const isWaiting = fulfilment === 'not_fulfilled' || fulfilment === 'processing'
  const isOn = isWaiting || fulfilment === 'shipped'
  if (type !== 'physical' || !isOn || problem !== null || payment === 'disputed' || payment === 'refunded') return []
  return [
    ...(isWaiting && shipBy
      ? [{ title: t('orders.step.ship'), text: t('orders.step.shipBy', { date: date(shipBy) }), icon: Truck }]
      : []),
    {
      title: t('orders.step.arrive'),
      text:
        fulfilment === 'shipped' && settles
          ? t('orders.step.confirmUntil', { date: date(settles.at) })
          : t('orders.step.confirm', { count: releaseDays }),
      icon: PackageCheck,
    },
  ]
}

function Tracking({ order }: { order: BoughtOrder }) {
  const t = useT()
  const page = trackingOf(order)
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-md bg-surface-2 px-4 py-3">
      <p className="min-w-0 text-sm">
        <span className="block text-xs text-ink-3">
          <bdi>{order.carrier || t('shop.order.tracking')}</bdi>
        </span>
        <bdi dir="ltr" className="num font-semibold wrap-anywhere">
          {order.trackingCode}
        </bdi>
      </p>
      <Button
        size="sm"
        onClick={() => void navigator.clipboard.writeText(order.trackingCode).then(toast.copied, () => toast.error())}
        className="noscript:hidden"
      >
        <Copy aria-hidden="true" />
        {t('shop.order.copy')}
      </Button>
      {page ? (
        <a href={page.url} target="_blank" rel="noreferrer noopener" className={buttonClass('primary', 'sm', false)}>
          {t('orders.step.track', { carrier: page.name })}
          <ExternalLink aria-hidden="true" />
        </a>
      ) : null}
    </div>
  )
}
