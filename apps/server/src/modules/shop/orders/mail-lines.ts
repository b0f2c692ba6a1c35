import { trackingOf } from '@fanlight/contract/carriers'
import { forIntl } from '@fanlight/contract/locales'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { fromMinor, microOf, moneyForTokens } from '../../money/wallet/currency.ts'
import { operatorLines } from '../../money/receipts/operator-lines.ts'
import { dayIn } from '../../site/mail/day.ts'
import { emailLocale, emailText } from '../../site/mail/emails.ts'
import type { DeliveryAddress } from './store.ts'

interface Reader {
  locale: string | null
  timezone: string
}
interface Bought {
  number: string
  title: string
  quantity: number
  type: 'physical' | 'digital'
  itemTokens: bigint
  shippingFee: bigint
  total: bigint
  returned: bigint
  /** What the last return gave back. */
  lastReturned: bigint | null
  address: DeliveryAddress | null
  carrier: string
  trackingCode: string
  shipBy: Date | null
  performer: string | null
  createdAt: Date
}

/** Which lines an email about an order to its buyer has. */
export type BuyerEmail = 'order_confirmed' | 'order_shipped' | 'order_cancelled_for_buyer' | 'order_refunded'
export const isBuyerEmail = (kind: string): kind is BuyerEmail =>
  ['order_confirmed', 'order_shipped', 'order_cancelled_for_buyer', 'order_refunded'].includes(kind)

/** What an email about an order says line by line: number, product, money, where it goes, and what happens next. */
export async function orderLines(tx: Context, orderId: string, kind: BuyerEmail, reader: Reader): Promise<string[]> {
  const order = (await row(
    tx.db,
    sql<Bought>`SELECT o.number, o.title, o.quantity, o.type, o.unit_price * o.quantity AS "itemTokens", o.shipping_fee AS "shippingFee",
        c.tokens AS total, c.tokens_returned AS returned,
        (SELECT x.tokens FROM order_events x WHERE x.order_id = o.id AND x.type = 'refunded' ORDER BY x.created_at DESC, x.id DESC LIMIT 1) AS "lastReturned",
        o.delivery_address AS address, o.carrier, o.tracking_code AS "trackingCode", o.ship_by AS "shipBy", p.name AS performer,
        o.created_at AS "createdAt"
      FROM orders o JOIN charges c ON c.id = o.id LEFT JOIN accounts p ON p.id = o.performer_id WHERE o.id = ${orderId}`,
  ))!
  const locale = reader.locale ?? tx.settings.get('defaultLocale')
  const text = emailText(locale)
  const line = (name: string, value: string) => text(`order.line.${name}`, { value })
  const { currency, tokenValue } = tx.settings.all()
  const money = new Intl.NumberFormat(forIntl(emailLocale(locale)), { style: 'currency', currency })
  const worth = (tokens: bigint) =>
    text('order.worth', {
      tokens: text('receipt.tokens', { count: Number(tokens) / 100 }),
      amount: money.format(fromMinor(moneyForTokens(tokens * microOf(tokenValue), currency), currency)),
    })
  const { address, shipBy } = order
  const isConfirmed = kind === 'order_confirmed'
  const tracking = trackingOf(order)
  return [
    line('number', order.number),
    line('item', `${order.quantity} × ${order.title}`),
    ...(isConfirmed && order.shippingFee > 0n
      ? [line('price', worth(order.itemTokens)), line('shipping', worth(order.shippingFee))]
      : []),
    ...(kind === 'order_shipped' ? [] : [line('total', worth(order.total))]),
    ...(kind === 'order_cancelled_for_buyer' && order.returned > 0n ? [line('refunded', worth(order.returned))] : []),
    ...(kind === 'order_refunded' && order.lastReturned !== null ? [line('refunded', worth(order.lastReturned))] : []),
    ...(isConfirmed ? [text('receipt.line.date', { value: dayIn(tx, reader, order.createdAt) })] : []),
    ...(address && (isConfirmed || kind === 'order_shipped') ? [line('to', addressLine(address, locale))] : []),
    ...(kind === 'order_shipped' && order.carrier ? [line('carrier', order.carrier)] : []),
    ...(kind === 'order_shipped' && order.trackingCode ? [line('tracking', order.trackingCode)] : []),
    ...(kind === 'order_shipped' && tracking ? [line('track', tracking.url)] : []),
    ...(isConfirmed && shipBy ? [text('order.next.ship', { on: dayIn(tx, reader, shipBy) })] : []),
    ...(isConfirmed && order.type === 'digital' ? [text('order.next.download')] : []),
    ...(isConfirmed || kind === 'order_refunded' ? operatorLines(tx, reader) : []),
  ]
}

const addressLine = ({ name, line1, line2, postalCode, city, state, country }: DeliveryAddress, locale: string) =>
  [
    name,
    line1,
    line2,
    [postalCode, city].filter(Boolean).join(' '),
    state,
    new Intl.DisplayNames([forIntl(emailLocale(locale))], { type: 'region' }).of(country) ?? country,
  ]
    .filter(Boolean)
    .join(' · ')
