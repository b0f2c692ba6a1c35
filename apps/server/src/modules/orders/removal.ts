import type { Context } from '../../platform/context.ts'
import { announce } from './announcing.ts'
import { cancelForRemoval } from './fulfilling.ts'
import { mayRefund, refundRest } from './refunding.ts'
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
    for (const { id, performerId } of found)
      await ctx.transaction(async (tx) => {
        const order = await store.lockOrder(tx, performerId, id)
        if (!order || !mayRefund(order) || (await cancelForRemoval(tx, order)) || order.type !== 'digital') return
        const tokens = await refundRest(tx, order)
        await store.addEvent(tx, id, { type: 'refunded', by: 'system', tokens })
        await announce(tx, id, { mail: 'order_refunded', to: 'buyer' })
      })
    if (found.length < batchMax) return
    after = found.at(-1)!.id
  }
}
