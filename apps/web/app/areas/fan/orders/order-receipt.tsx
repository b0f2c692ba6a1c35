import { useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Receipt } from '../transactions/receipt.tsx'
import type { BoughtOrder } from './order.tsx'

/** What was paid for an order, to keep or print. It has the number that it has among all that was paid: an order and its payment are one. */
export function OrderReceipt({ order, onClose }: { order: BoughtOrder; onClose: () => void }) {
  const t = useT()
  const { tokens, money, number, dateTime } = useFormats()
  const { tokenValue, currency } = useSite()
  return (
    <Receipt
      title={order.title}
      id={order._id}
      seller={order.performer?.name}
      onClose={onClose}
      lines={[
        [t('wallet.column.when'), dateTime(order.createdAt)],
        [t('wallet.receipt.order'), order.number],
        [t('wallet.receipt.item'), `${number(order.quantity)} × ${order.title}`],
        ...(order.type === 'physical'
          ? [
              [
                t('shop.order.shippingFee'),
                order.shippingFee === 0 ? t('shop.product.shippingFree') : t.tokens(order.shippingFee),
              ] as const,
            ]
          : []),
        [t('wallet.column.tokens'), tokens(order.total)],
        ...(order.returned > 0 ? [[t('wallet.column.returned'), tokens(order.returned)] as const] : []),
        [t('wallet.column.amount'), money((order.total - order.returned) * tokenValue, currency)],
        [t('wallet.receipt.method'), t('wallet.title')],
      ]}
    />
  )
}
