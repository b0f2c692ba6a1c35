import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { assert } from '../../../platform/refusal.ts'
import { announce } from './announcing.ts'
import { isWaiting } from './course.ts'
import { takeBack } from './settling.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// Orders that a disputed payment paid for. While the bank decides nothing of them changes and their dates stand still. Afterwards the dates go
// on, later by that time; what a lost dispute took is gone, and a parcel that wasn't shipped is cancelled.

/** Locks those of these charges that are orders. Orders are locked before what they earned, by all who change them. */
export const lockOrders = (tx: Context, chargeIds: readonly string[]) =>
  sql`SELECT o.id FROM orders o JOIN charges c ON c.id = o.id WHERE o.id = ANY(${chargeIds}::uuid[])
    ORDER BY o.id FOR UPDATE OF o, c`.execute(tx.db)

/** Locks the orders that this payment paid for. Called before a decision of the bank changes what they earned. */
export const lockDisputedOrders = async (tx: Context, paymentId: string): Promise<void> => {
  await lockOrders(tx, await disputedCharges(tx, paymentId))
}
const disputedCharges = async (tx: Context, paymentId: string): Promise<string[]> =>
  (
    await rows(tx.db, sql<{ id: string }>`SELECT charge_id AS id FROM dispute_charges WHERE payment_id = ${paymentId}`)
  ).map(({ id }) => id)

/** Pauses those of these charges that are orders. Called before what they earned is held. */
export async function pauseOrders(tx: Context, chargeIds: readonly string[]): Promise<void> {
  for (const order of await store.lockOrders(tx, chargeIds)) {
    if (order.settleAt && !order.pausedAt) await store.pauseOrder(tx, order.id)
    await store.addEvent(tx, order.id, { type: 'disputed', by: 'system' })
    await announce(tx, order.id, { mail: 'order_disputed', to: 'performer' })
  }
}

/** The bank has decided about this payment, and what the orders earned is as it decided. */
export async function resumeOrders(tx: Context, paymentId: string, outcome: 'won' | 'lost'): Promise<void> {
  for (const order of await store.lockOrders(tx, await disputedCharges(tx, paymentId))) {
    await store.addEvent(tx, order.id, { type: `dispute_${outcome}`, by: 'system' })
    const { isOpen, isLost } = await disputesOf(tx, order.id)
    if (order.pausedAt && !isOpen) await resume(tx, order, isLost)
    await announce(tx, order.id, { mail: `order_dispute_${outcome}`, to: 'performer' })
  }
}

async function resume(tx: Context, { id }: OrderRow, isLost: boolean): Promise<void> {
  await store.resumeOrder(tx, id)
  const order = await store.lockAnyOrder(tx, id)
  assert(order, 'an order that is locked is there')
  if (!isLost) return
  if (isWaiting(order)) await takeBack(tx, order, 'cancelled', 'system')
  else if (order.rest === 0n) await store.changeOrder(tx, id, { problem: null, settleInDays: null })
}

/** An order may be paid by several payments, each with a dispute of its own. */
const disputesOf = async (tx: Context, orderId: string) =>
  (await row(
    tx.db,
    sql<{ isOpen: boolean; isLost: boolean }>`SELECT coalesce(bool_or(d.status = 'open'), false) AS "isOpen",
        coalesce(bool_or(d.status = 'lost'), false) AS "isLost"
      FROM dispute_charges x JOIN disputes d ON d.id = x.payment_id WHERE x.charge_id = ${orderId}`,
  ))!
