import { useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import { LocalTime } from '../../../parts/time/local-time.tsx'
import type { SaleDetails } from './order-states.ts'

/** What happened with the order, the newest first. */
export function Timeline({ order }: { order: SaleDetails }) {
  const t = useT()
  return (
    <ol className="grid gap-3">
      {order.timeline.toReversed().map(({ type, by, tokens, note, createdAt }, at) => (
        <li key={order.timeline.length - at} className="border-s-2 border-line ps-3 text-sm">
          <p>
            <span className="font-strong">{t(`studio.orders.event.${type}`)}</span>
            {tokens === null ? null : <Price tokens={tokens} className="ms-2" />}
          </p>
          {note ? (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2 text-match">
              {note}
            </p>
          ) : null}
          <p className="text-xs text-ink-3">
            {t(`studio.orders.by.${by}`)} · <LocalTime at={createdAt} />
          </p>
        </li>
      ))}
    </ol>
  )
}
