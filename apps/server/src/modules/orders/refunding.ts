import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse, refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { returnPart } from '../charges/partial-return.ts'
import { revokePurchases } from '../charges/reversal.ts'
import { lockEarning } from '../earnings/reversal.ts'
import { announce } from './announcing.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

/** What may still be returned of an order. */
export const restOf = ({ total, returned }: OrderRow): bigint => total - returned
export const mayRefund = (order: OrderRow): boolean => order.chargeStatus !== 'disputed' && restOf(order) > 0n

/** The seller returns part of what was paid, or all of it. Who gets all of it back for a file no longer has it. */
export const refundOrder = (
  ctx: Context,
  seller: SignedIn,
  id: string,
  { tokens, note = '' }: { tokens: number; note?: string | undefined },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await store.lockOrder(tx, seller.id, id)
    if (order?.performerId !== seller.id) refuse('NOT_FOUND')
    refuseIf(!mayRefund(order), 'CONFLICT')
    const wanted = toHundredths(tokens)
    if (wanted <= 0n || wanted > restOf(order))
      refuseField('AMOUNT_OUT_OF_RANGE', 'tokens', undefined, { maximum: fromHundredths(restOf(order)) })
    await giveBack(tx, order, wanted)
    await store.changeOrder(tx, id, wanted === restOf(order) ? { problem: false, releaseInDays: null } : {})
    await store.addEvent(tx, id, { type: 'refunded', by: 'performer', tokens: wanted, note })
    await announce(tx, id, { mail: 'order_refunded', to: 'buyer' })
  })

/** Returns all that wasn't returned yet. */
export async function refundRest(tx: Context, order: OrderRow): Promise<bigint> {
  refuseIf(order.chargeStatus === 'disputed', 'CONFLICT')
  const rest = restOf(order)
  if (rest > 0n) await giveBack(tx, order, rest)
  return rest
}

/** The site gives its fee back in proportion; the last return gives all that is left of both. */
async function giveBack(tx: Context, order: OrderRow, tokens: bigint): Promise<void> {
  const earned = (await lockEarning(tx, order.id)) ?? refuse('CONFLICT')
  const isAll = tokens === restOf(order)
  const share = (earned.fee * tokens) / restOf(order)
  const fee = isAll ? earned.fee : share
  await returnPart(tx, {
    chargeId: order.id,
    userId: order.buyerId,
    net: tokens - fee,
    fee,
    nth: await countReturns(tx, order.id),
  })
  if (isAll && order.type === 'digital') await revokePurchases(tx, order.buyerId, [order.id])
}

const countReturns = async (tx: Context, orderId: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM order_events WHERE order_id = ${orderId} AND type = 'refunded'`,
  ))!.n
