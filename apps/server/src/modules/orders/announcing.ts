import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { mail } from '../mail/outbox.ts'
import { mayEmail } from '../notifications/delivery.ts'
import { orderPath } from '../notifications/paths.ts'
import { unsubscribeToken } from '../notifications/unsubscribing.ts'

interface OrderEmail {
  mail: 'order_placed' | 'order_shipped' | 'order_cancelled' | 'order_refunded' | 'order_problem'
  to: 'buyer' | 'performer'
}

/** Both sides of an order hear of a change on their open pages; one of them by email where it says so. */
export async function announce(tx: Context, orderId: string, email?: OrderEmail): Promise<void> {
  const order = (await row(
    tx.db,
    sql<{ number: string; title: string; buyerId: string; performerId: string; fulfilment: string }>`
      SELECT number, title, buyer_id AS "buyerId", performer_id AS "performerId", fulfilment FROM orders WHERE id = ${orderId}`,
  ))!
  const { buyerId, performerId, fulfilment, number, title } = order
  await publish(tx, 'order.updated', { orderId, buyerId, performerId, fulfilment })
  if (!email) return
  const isOptional = email.mail === 'order_placed' || email.mail === 'order_shipped'
  const reader = email.to === 'buyer' ? buyerId : performerId
  if (isOptional && !(await mayEmail(tx, reader, 'orders'))) return
  const person = await row(
    tx.db,
    sql<{ email: string | null; name: string; locale: string | null }>`SELECT email, name, locale FROM accounts
      WHERE id = ${reader} AND status <> 'closed'`,
  )
  if (person?.email)
    await mail(tx, {
      to: person.email,
      kind: email.mail,
      locale: person.locale,
      values: { name: person.name, number, title, path: orderPath(orderId, reader === performerId) },
      ...(isOptional && { unsubscribe: unsubscribeToken(tx, reader, 'orders') }),
    })
}
