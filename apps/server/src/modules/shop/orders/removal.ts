import type { Context } from '../../../platform/context.ts'
import { announce } from './announcing.ts'
import { refundBlocker } from './course.ts'
import { refundRest } from './refunding.ts'
import { cancelWaiting } from './cancelling.ts'
import * as store from './store.ts'

const batchMax = 100

/**
 * Returns what was paid for a product that staff removed: for files, and for parcels that have not been shipped. Parcels on their way are
 * delivered. Run again, it goes on where it was.
 */
export async function refundProduct(ctx: Context, productId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await store.ordersOfProduct(ctx, productId, after, batchMax)
    for (const { id } of found)
      await ctx.transaction(async (tx) => {
        const order = await store.lockAnyOrder(tx, id)
        if (!order || (await cancelWaiting(tx, order)) || order.type !== 'digital' || refundBlocker(order)) return
        await refundRest(tx, order)
        await announce(tx, id, { mail: 'order_refunded', to: 'buyer' })
      })
    if (found.length < batchMax) return
    after = found.at(-1)!.id
  }
}
