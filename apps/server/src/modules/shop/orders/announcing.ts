import { type OrderNotice, orderNotices } from '@fanlight/contract/notification-kinds'
import type { Fulfilment } from '@fanlight/contract/order-states'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { dayIn } from '../../site/mail/day.ts'
import { mail } from '../../site/mail/outbox.ts'
import { mayEmail } from '../../talk/notifications/delivery.ts'
import { orderPath } from '../../talk/notifications/paths.ts'
import { unsubscribeToken } from '../../talk/notifications/unsubscribing.ts'
import { orderUpdated } from './events.ts'
import { isBuyerEmail, orderLines } from './mail-lines.ts'

/** An email to one side of an order; those of `orderNotices` are notifications, too. */
export interface OrderEmail {
  mail:
    | 'order_placed'
    | 'order_confirmed'
    | 'order_shipped'
    | 'order_cancelled_for_buyer'
    | 'order_cancelled_for_seller'
    | 'order_refunded'
    | 'order_problem_refunded'
    | OrderNotice
  to: 'buyer' | 'performer'
  /** In how many days something ends that the email names. */
  days?: number
  /** What the other side or staff wrote. */
  text?: string
}
const isNotice = (kind: OrderEmail['mail']): kind is OrderNotice => (orderNotices as readonly string[]).includes(kind)

/** Both sides of an order hear of a change on their open pages; one of them, or both, by email where it says so. */
export async function announce(tx: Context, orderId: string, ...emails: OrderEmail[]): Promise<void> {
  const order = (await row(
    tx.db,
    sql<Announced>`SELECT id, number, title, buyer_id AS "buyerId", performer_id AS "performerId", fulfilment FROM orders WHERE id = ${orderId}`,
  ))!
  const { buyerId, performerId, fulfilment } = order
  const notices = emails.flatMap(({ mail: kind, to }) => (isNotice(kind) ? [{ kind, to }] : []))
  await publish(tx, orderUpdated, {
    orderId,
    buyerId,
    performerId,
    fulfilment,
    ...(notices.length > 0 && { notices }),
  })
  for (const email of emails) await send(tx, order, email)
}

interface Announced {
  id: string
  number: string
  title: string
  buyerId: string
  performerId: string
  fulfilment: Fulfilment
}
async function send(tx: Context, order: Announced, email: OrderEmail): Promise<void> {
  const { id, buyerId, performerId, number, title } = order
  const isOptional = email.mail === 'order_placed' || email.mail === 'order_shipped'
  const reader = email.to === 'buyer' ? buyerId : performerId
  if (isOptional && !(await mayEmail(tx, reader, 'orders'))) return
  const person = await row(
    tx.db,
    sql<{
      email: string | null
      name: string
      locale: string | null
      timezone: string
    }>`SELECT email, name, locale, timezone
      FROM accounts WHERE id = ${reader} AND status <> 'closed'`,
  )
  if (!person?.email) return
  await mail(tx, {
    to: person.email,
    kind: email.mail,
    locale: person.locale,
    values: {
      name: person.name,
      number,
      title,
      path: orderPath(id, reader === performerId),
      ...(isBuyerEmail(email.mail) && { lines: await orderLines(tx, id, email.mail, person) }),
      ...(email.text !== undefined && { message: email.text }),
      ...(email.days !== undefined && {
        on: dayIn(tx, person, new Date(tx.clock.now().getTime() + email.days * 86_400_000)),
      }),
    },
    ...(isOptional && { unsubscribe: unsubscribeToken(tx, reader, 'orders') }),
  })
}
