import { toHundredths, fromHundredths } from '@fanlight/contract/fields'
import type { orderDecisions } from '@fanlight/contract/order-states'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseField, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { arrivalBlocker } from './course.ts'
import { refundSent, release, split } from './settling.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// What staff decide about a problem that the buyer has escalated.

export interface Decision {
  decision: (typeof orderDecisions)[number]
  /** What the buyer gets of a split. */
  tokens?: number
  statement: string
}

/** Decides once: the money goes where it says, and both sides read the statement. Staff don't decide about orders of their own. */
export const decideOrder = (
  ctx: Context,
  { viewer, requestId }: { viewer: SignedIn; requestId: string },
  id: string,
  { decision, tokens = 0, statement }: Decision,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, id)
    if (!order?.escalatedAt) refuse('NOT_FOUND')
    refuseIf(viewer.id === order.buyerId || viewer.id === order.performerId, 'NOT_TO_ONESELF')
    refuseIf((await store.decisionOf(tx, id)) !== undefined, 'ALREADY_REVIEWED')
    const blocker = arrivalBlocker(order)
    if (blocker) refuse(blocker)
    refuseIf(order.problem !== 'escalated', 'ALREADY_REVIEWED')
    const toBuyer = decision === 'release' ? 0n : decision === 'refund' ? order.rest : partOf(order, tokens)
    await store.insertDecision(tx, { orderId: id, decision, tokens: toBuyer, statement, decidedBy: viewer.id })
    await store.addEvent(tx, id, { type: 'decided', by: 'staff' })
    const emails = (['buyer', 'performer'] as const).map(
      (to) => ({ mail: 'order_decided', to, text: statement }) as const,
    )
    if (decision === 'release') await release(tx, order, ...emails)
    else if (decision === 'refund') await refundSent(tx, order, ...emails)
    else await split(tx, order, toBuyer, ...emails)
    await audit(tx, viewer, requestId, {
      action: `order.${decision === 'release' ? 'released' : decision === 'refund' ? 'refunded' : 'split'}`,
      target: { type: 'order', id },
      reason: statement,
      before: { problem: order.problem, tokens: fromHundredths(order.rest) },
      after: { number: order.number, toBuyer: fromHundredths(toBuyer) },
    })
  })

/** A split leaves something for both. */
function partOf({ rest }: OrderRow, tokens: number): bigint {
  const part = toHundredths(tokens)
  if (part <= 0n || part >= rest)
    refuseField('AMOUNT_OUT_OF_RANGE', 'tokens', undefined, { maximum: fromHundredths(rest - 1n) })
  return part
}
