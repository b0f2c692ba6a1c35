import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { assert, refuse, refuseField } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { returnPart } from '../../money/charges/partial-return.ts'
import { revokePurchases } from '../../money/charges/reversal.ts'
import { lockEarning } from '../../money/earnings/reversal.ts'
import { returnPieces } from '../products/stock.ts'
import { announce } from './announcing.ts'
import { isWaiting, refundBlocker } from './course.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

export type By = 'buyer' | 'performer' | 'staff' | 'system'

/**
 * The seller returns part of what was paid, or all of it. Who gets all of it back for a file no longer has it, and a parcel that wasn't shipped
 * is cancelled.
 */
export const refundOrder = (
  ctx: Context,
  seller: SignedIn,
  id: string,
  { tokens, note = '' }: { tokens: number; note?: string | undefined },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await store.lockOrder(tx, seller.id, id)
    if (order?.performerId !== seller.id) refuse('NOT_FOUND')
    const blocker = refundBlocker(order)
    if (blocker) refuse(blocker)
    const wanted = toHundredths(tokens)
    if (wanted <= 0n || wanted > order.rest)
      refuseField('AMOUNT_OUT_OF_RANGE', 'tokens', undefined, { maximum: fromHundredths(order.rest) })
    await giveBack(tx, order, wanted, { by: 'performer', note })
    if (wanted === order.rest) {
      await store.changeOrder(tx, id, { problem: null, settleInDays: null })
      if (order.type === 'physical' && isWaiting(order)) {
        await store.changeOrder(tx, id, { fulfilment: 'cancelled' })
        await returnPieces(tx, order.productId, order.quantity)
        await store.addEvent(tx, id, { type: 'cancelled', by: 'performer' })
      }
    }
    await announce(tx, id, { mail: 'order_refunded', to: 'buyer' })
  })

/** Returns all that wasn't returned yet, if anything. */
export async function refundRest(tx: Context, order: OrderRow): Promise<void> {
  assert(!order.isDisputed, 'nothing is returned while a bank has yet to decide')
  if (!refundBlocker(order)) await giveBack(tx, order, order.rest)
}

/** The site gives its fee back in proportion; the last return gives all that is left of both. */
export async function giveBack(
  tx: Context,
  order: OrderRow,
  tokens: bigint,
  { by = 'system', note = '' }: { by?: By; note?: string } = {},
): Promise<void> {
  const earned = (await lockEarning(tx, order.id)) ?? refuse('CONFLICT')
  const isAll = tokens === order.rest
  const share = (earned.fee * tokens) / order.rest
  const fee = isAll ? earned.fee : share
  await returnPart(tx, {
    chargeId: order.id,
    userId: order.buyerId,
    net: tokens - fee,
    fee,
    nth: await countReturns(tx, order.id),
  })
  await store.addEvent(tx, order.id, { type: 'refunded', by, tokens, note })
  if (isAll && order.type === 'digital') await revokePurchases(tx, order.buyerId, [order.id])
}

const countReturns = async (tx: Context, orderId: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM order_events WHERE order_id = ${orderId} AND type = 'refunded'`,
  ))!.n
