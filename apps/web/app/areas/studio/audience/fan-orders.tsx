import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { dot } from '../../../ui/dot.ts'
import { fulfilmentTones } from '../orders/order-states.ts'
import { SaleImage } from '../orders/sale-image.tsx'

/** The latest orders of a fan; nothing where there are none. */
export function FanOrders({ orders }: { orders: Reply<'GET /orders/search'> }) {
  const t = useT()
  const { money, number } = useFormats()
  const { tokenValue, currency } = useSite()
  if (orders.data.length === 0) return null
  return (
    <section className="rounded-lg bg-surface px-4 pt-4 pb-2 ring-1 ring-line md:px-5">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-lg">{t('audience.orders')}</h2>
        <span className="num text-xs text-ink-3">{number(orders.total)}</span>
      </div>
      <ul className="divide-y divide-line">
        {orders.data.map((order) => (
          <li key={order._id}>
            <Link to={`/creator/orders/${order._id}`} className="flex min-w-0 items-center gap-3 py-2.5">
              <SaleImage sale={order} />
              <span className="min-w-0 flex-1 text-sm leading-snug">
                <span className="block truncate font-semibold">
                  <bdi>{order.title}</bdi>
                </span>
                <span className="num block truncate text-xs text-ink-3">
                  <bdi dir="ltr">{order.number}</bdi>
                  {dot}
                  <bdi>{money(order.total * tokenValue, currency)}</bdi>
                </span>
              </span>
              <Badge tone={fulfilmentTones[order.fulfilment]}>
                {t(`studio.orders.fulfilment.${order.fulfilment}`)}
              </Badge>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
