import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import type { ChargeRow } from '../../../money/charges/charge.ts'
import { returnPart } from '../../../money/charges/partial-return.ts'
import { lockEarning } from '../../../money/earnings/reversal.ts'
import { takeBackTip } from '../public-chat/chatting.ts'
import { tipOrderDecided } from './events.ts'
import * as store from './store.ts'

// What fans ask for from a tip menu. The tip is charged at once and stays with the creator unless they decline, which returns it.

export interface Asked {
  _id: string
  title: string
}
/** Refuses what is no longer on the menu as it was shown, before anything is paid. */
export async function requireAsShown(tx: Context, performerId: string, asked: Asked, tokens: number): Promise<void> {
  const item = await store.lockItem(tx, performerId, asked._id)
  refuseIf(item?.title !== asked.title || item.tokens !== toHundredths(tokens), 'TERMS_CHANGED')
}

/** Notes what was asked for by a tip that is paid, in its transaction. */
export const addOrder = (tx: Context, fan: SignedIn, performerId: string, { title }: Asked, paid: ChargeRow) =>
  store.insertOrder(tx, { id: paid.id, performerId, userId: fan.id, title, tokens: paid.tokens })

/** The same decision twice is one; another one after the first is refused. */
export const decideOrder = (
  ctx: Context,
  creator: SignedIn,
  id: string,
  status: 'done' | 'declined',
): Promise<store.OrderRow> =>
  ctx.transaction(async (tx) => {
    const order = await store.lockOrder(tx, id)
    if (order?.performerId !== creator.id) refuse('NOT_FOUND')
    if (order.status === status) return order
    refuseIf(order.status !== 'open', 'ORDER_DECIDED')
    if (status === 'declined') await giveBack(tx, order)
    await store.decide(tx, id, status)
    await publish(tx, tipOrderDecided, { orderId: id, performerId: creator.id, userId: order.userId, status })
    return (await store.order(tx, id))!
  })

async function giveBack(
  tx: Context,
  { id, performerId, userId, tokens, streamId, isDisputed }: store.OrderRow,
): Promise<void> {
  // Of a disputed payment the bank decides.
  refuseIf(isDisputed, 'ORDER_DISPUTED')
  // The chat before the wallet, as where a tip is given.
  if (streamId !== null && (await store.isStreamOpen(tx, streamId))) await takeBackTip(tx, performerId, tokens)
  const earned = await lockEarning(tx, id)
  if (!earned || earned.held > 0n || earned.net + earned.fee !== tokens) refuse('ORDER_DISPUTED')
  await returnPart(tx, { chargeId: id, userId, net: earned.net, fee: earned.fee })
}

const closedAtOnce = 500
/** What was left open counts as done after a while: its fan has waited long enough to know, and its creator to decline. */
export async function closeOldOrders(ctx: Context): Promise<void> {
  while ((await store.closeOld(ctx, closedAtOnce)).length === closedAtOnce);
}
