import type { Context } from '../../../platform/context.ts'
import { isWaiting } from './course.ts'
import type { By } from './refunding.ts'
import { takeBack } from './settling.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// Orders that aren't shipped yet and are cancelled for what happened elsewhere: an account closes, a product is removed, one side blocks the
// other or its country.

/** Orders of a seller whose account closes are refunded; a disputed one as soon as the bank has decided. */
export async function cancelOrdersOf(tx: Context, performerId: string): Promise<void> {
  for (const { id } of await store.waitingOrdersOf(tx, performerId)) {
    const order = await store.lockOrder(tx, performerId, id)
    if (order) await cancelWaiting(tx, order)
  }
}

/** Takes back a parcel that has not been shipped; false for other orders. */
export async function cancelWaiting(tx: Context, order: OrderRow): Promise<boolean> {
  if (order.type !== 'physical' || !isWaiting(order)) return false
  if (order.pausedAt) await store.settleOnceResumed(tx, order.id)
  else await takeBack(tx, order, 'cancelled', 'system')
  return true
}

/** Orders between two accounts that are not shipped yet are refunded, whichever of them sells. A disputed one stays. */
export async function cancelOrdersBetween(tx: Context, blockerId: string, otherId: string): Promise<void> {
  for (const { id, performerId } of await store.waitingOrdersBetween(tx, blockerId, otherId))
    await cancelUndisputed(tx, id, performerId, performerId === blockerId ? 'performer' : 'buyer')
}

const batchMax = 100
/** The same for some of a seller's orders whose buyers were last seen in these countries; true where others are left. */
export async function cancelSomeOrdersTo(
  tx: Context,
  performerId: string,
  countries: readonly string[],
): Promise<boolean> {
  const found = await store.waitingOrdersTo(tx, performerId, countries, batchMax + 1)
  for (const { id } of found.slice(0, batchMax)) await cancelUndisputed(tx, id, performerId, 'performer')
  return found.length > batchMax
}
async function cancelUndisputed(tx: Context, id: string, performerId: string, by: By): Promise<void> {
  const order = await store.lockOrder(tx, performerId, id)
  if (order && isWaiting(order) && !order.pausedAt) await takeBack(tx, order, 'cancelled', by)
}
export const ordersBetween = (ctx: Context, blockerId: string, otherId: string) =>
  store.countWaiting(ctx, store.isBetween(blockerId, otherId))
export const ordersTo = (ctx: Context, performerId: string, countries: readonly string[]) =>
  store.countWaiting(ctx, store.isTo(performerId, countries))
