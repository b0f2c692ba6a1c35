import type { Context } from '../../../platform/context.ts'
import { assert } from '../../../platform/refusal.ts'
import { captureEarning } from '../../money/earnings/capture.ts'
import { returnPieces } from '../products/stock.ts'
import { announce, type OrderEmail } from './announcing.ts'
import { isWaiting, refundBlocker, settlesAs } from './course.ts'
import { type By, giveBack, refundRest } from './refunding.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// The ends of an order: its money goes to the seller, or back to the buyer. Each takes an order that is locked and whose payment isn't disputed.

/** What it earned leaves escrow. */
export async function release(tx: Context, order: OrderRow, ...emails: OrderEmail[]): Promise<void> {
  assert(await captureEarning(tx, order.id), 'nothing is released while a payment is disputed')
  await store.changeOrder(tx, order.id, { fulfilment: 'delivered', problem: null, settleInDays: null })
  await store.addEvent(tx, order.id, { type: 'released', by: 'system' })
  await announce(tx, order.id, ...emails)
}

/** The buyer gets everything back that wasn't returned yet, and the pieces go back into the stock. */
export async function takeBack(
  tx: Context,
  order: OrderRow,
  fulfilment: 'cancelled' | 'returned',
  by: By,
  note = '',
): Promise<void> {
  const emails = emailsOf(order, fulfilment, by)
  await refundRest(tx, order)
  await store.changeOrder(tx, order.id, { fulfilment, problem: null, settleInDays: null })
  await returnPieces(tx, order.productId, order.quantity)
  await store.addEvent(tx, order.id, { type: fulfilment, by, note })
  await announce(tx, order.id, ...emails)
}

/** The buyer gets what came back in writing, whoever cancelled; the seller, where the buyer did. A parcel that is back tells of its refund, unless that was before. */
function emailsOf(order: OrderRow, fulfilment: 'cancelled' | 'returned', by: By): OrderEmail[] {
  if (fulfilment === 'returned') return refundBlocker(order) ? [] : [{ mail: 'order_refunded', to: 'buyer' }]
  return [
    { mail: 'order_cancelled_for_buyer', to: 'buyer' },
    ...(by === 'buyer' ? [{ mail: 'order_cancelled_for_seller', to: 'performer' } as const] : []),
  ]
}

/** The buyer gets back what is left, for a parcel that was sent: its pieces return when the seller has it back. */
export async function refundSent(tx: Context, order: OrderRow, ...emails: OrderEmail[]): Promise<void> {
  await refundRest(tx, order)
  await store.changeOrder(tx, order.id, { problem: null, settleInDays: null })
  await announce(tx, order.id, ...emails)
}

/** A split: part goes back to the buyer, the rest to the seller. */
export async function split(tx: Context, order: OrderRow, tokens: bigint, ...emails: OrderEmail[]): Promise<void> {
  await giveBack(tx, order, tokens)
  await release(tx, order, ...emails)
}

const batchMax = 100

/** A scheduled job: settles the orders whose time has come. One that can't be settled does not keep the others waiting: it is logged, and tried again with the next run. */
export async function settleDueOrders(ctx: Context): Promise<void> {
  for (;;) {
    const due = await store.dueOrders(ctx, batchMax)
    let settled = 0
    for (const { id } of due)
      try {
        await ctx.transaction(async (tx) => {
          const order = await store.lockAnyOrder(tx, id)
          if (order?.settleAt && order.settleAt <= tx.clock.now() && !order.pausedAt) await settle(tx, order)
        })
        settled++
      } catch (error) {
        ctx.log.error({ err: error, order: id }, 'an order could not be settled')
      }
    if (due.length < batchMax || settled === 0) return
  }
}

async function settle(tx: Context, order: OrderRow): Promise<void> {
  if (isWaiting(order)) return takeBack(tx, order, 'cancelled', 'system')
  if (settlesAs(order) === 'release') return release(tx, order)
  await store.addEvent(tx, order.id, { type: order.problem === 'reported' ? 'unanswered' : 'undecided', by: 'system' })
  await refundSent(
    tx,
    order,
    { mail: 'order_refunded', to: 'buyer' },
    { mail: 'order_problem_refunded', to: 'performer' },
  )
}

/** Deletes where the finished orders of a buyer whose account closes went; a parcel on its way still needs its address. */
export const eraseAddresses = (tx: Context, buyerId: string) => store.deleteDeliveryAddresses(tx, buyerId)
