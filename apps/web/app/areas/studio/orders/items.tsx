import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { Price } from '../../../parts/money/price.tsx'
import type { SaleDetails } from './order-states.ts'
import { PrintButtons } from './print-buttons.tsx'
import { SaleImage } from './sale-image.tsx'

/** What was ordered, how often, and at which price. */
export function ItemLine({ order }: { order: SaleDetails }) {
  const t = useT()
  const { number } = useFormats()
  return (
    <div className="flex items-center gap-3">
      <SaleImage sale={order} />
      <div className="min-w-0 flex-1">
        <Link to={`/creator/products/${order.productId}`} className="link font-strong wrap-anywhere">
          <bdi>{order.title}</bdi>
        </Link>
        <p className="text-xs text-ink-3">{t(`studio.products.type.${order.type}`)}</p>
      </div>
      <p className="num text-end text-sm">
        {number(order.quantity)} × <Price tokens={order.unitPrice} bare />
      </p>
    </div>
  )
}

/** The same with what was paid for it. */
export function Items({ order, onLabel }: { order: SaleDetails; onLabel: () => void }) {
  const t = useT()
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t('studio.orders.items')}</h2>
        <PrintButtons order={order} onLabel={onLabel} />
      </div>
      <ItemLine order={order} />
      <dl className="mt-3 grid gap-1.5 border-t border-line pt-3 text-sm">
        {order.type === 'physical' ? (
          <Row label={t('studio.products.shippingFee')}>
            <Price tokens={order.shippingFee} bare />
          </Row>
        ) : null}
        <Row label={t('studio.orders.total')}>
          <Price tokens={order.total} />
        </Row>
        {order.returned > 0 ? (
          <Row label={t('studio.orders.refunded')}>
            <Price tokens={order.returned} />
          </Row>
        ) : null}
      </dl>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
