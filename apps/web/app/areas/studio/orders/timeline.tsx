import { useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { shownAs } from '../../../parts/shop/order-setbacks.ts'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import { TimelineStep } from '../../../ui/timeline-step.tsx'
import type { SaleDetails } from './order-states.ts'

/** What happened with the order, the newest first. */
export function Timeline({ order }: { order: SaleDetails }) {
  const t = useT()
  const newestFirst = order.timeline.toReversed()
  return (
    <ol>
      {newestFirst.map(({ type, by, tokens, note, createdAt }, at) => (
        <TimelineStep key={newestFirst.length - at} is={shownAs(type)} isLast={at === newestFirst.length - 1}>
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
    </ol>
  )
}
