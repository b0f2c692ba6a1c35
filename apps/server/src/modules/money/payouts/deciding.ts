import type { AuditActionOf } from '@fanlight/contract/audit-actions'
import type { Context } from '../../../platform/context.ts'
import { audit } from '../../../platform/audit.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { markPaid } from '../earnings/allocation.ts'
import {
  available,
  balanceOf,
  clearing,
  debt,
  lockAccounts,
  fees,
  type Move,
  post,
  postReversal,
  tokenFloat,
} from '../ledger/post.ts'
import { payoutsAreFrozen } from '../ledger/freeze.ts'
import { tokensForPrice, toMinor } from '../wallet/currency.ts'
import { changePayout, lockPayout, type PayoutRow, stuckMinutes } from './payout-rows.ts'
import { endPayout, giveBackAll, inPayout } from './request.ts'
import * as details from '../payout-details/stored-details.ts'
import { sendPayoutJob } from './jobs.ts'

// What staff decide about a payout. `pending → approved → processing → paid`; a rejected one is over; one that failed is pending again.

export interface Staff {
  viewer: SignedIn
  requestId: string
}
type Decision = (tx: Context, payout: PayoutRow) => Promise<unknown>

/** Runs a decision about one payout, locked, and logs it. */
async function decide(
  ctx: Context,
  { viewer, requestId }: Staff,
  id: string,
  { action, from, reason }: { action: AuditActionOf<'payout'>; from: PayoutRow['status']; reason?: string },
  run: Decision,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const payout = (await lockPayout(tx, id)) ?? refuse('NOT_FOUND')
    refuseIf(payout.status !== from, 'PAYOUT_STATUS')
    await run(tx, payout)
    await audit(tx, viewer, requestId, {
      action: `payout.${action}`,
      target: { type: 'payout', id },
      ...(reason !== undefined && { reason }),
      before: { status: payout.status },
      after: { number: payout.number, performerId: payout.performerId },
    })
  })
}

/** Approves a pending request, unless nothing may be paid out to the creator now. */
export const approve = (ctx: Context, staff: Staff, id: string) =>
  decide(ctx, staff, id, { action: 'approved', from: 'pending' }, async (tx, payout) => {
    refuseIf(await payoutsAreFrozen(tx), 'PAYOUTS_FROZEN')
    const blocker = await details.blockerOf(tx, payout.performerId)
    if (blocker) refuse('PAYOUT_BLOCKED', { blocker })
    await changePayout(
      tx,
      payout,
      { status: 'approved', approvedBy: staff.viewer.id },
      { type: 'approved', actorId: staff.viewer.id },
    )
  })

export const withdrawApproval = (ctx: Context, staff: Staff, id: string) =>
  decide(ctx, staff, id, { action: 'approval_withdrawn', from: 'approved' }, (tx, payout) =>
    changePayout(
      tx,
      payout,
      { status: 'pending', approvedBy: null },
      { type: 'approval_withdrawn', actorId: staff.viewer.id },
    ),
  )

/** Rejects a request. An approved one is taken back first. */
export const reject = (ctx: Context, staff: Staff, id: string, reason: string) =>
  decide(ctx, staff, id, { action: 'rejected', from: 'pending', reason }, (tx, payout) =>
    endPayout(tx, payout, { status: 'rejected', actorId: staff.viewer.id, reason }),
  )

/** Whether one person approves a payout of this amount and another pays it. */
export const needsTwoPeople = (ctx: Context, { amount, currency }: Pick<PayoutRow, 'amount' | 'currency'>): boolean =>
  amount >= toMinor(ctx.settings.get('payoutTwoPeopleAmount'), currency)

const paidKey = (id: string, attempt: number): string => `payout:${id}:${attempt}:paid`

/**
 * Begins to pay: the money leaves the ledger here, in the transaction that checks once more whether it may. What fails afterwards brings it
 * back. Through Stripe a job transfers it; otherwise staff do.
 */
export const send = (ctx: Context, staff: Staff, id: string) =>
  decide(ctx, staff, id, { action: 'sent', from: 'approved' }, async (tx, payout) => {
    refuseIf(payout.approvedBy === staff.viewer.id && needsTwoPeople(tx, payout), 'ANOTHER_MUST_AGREE')
    const sent = await changePayout(
      tx,
      payout,
      { status: 'processing', reason: null, sent: true },
      { type: 'processing', actorId: staff.viewer.id },
    )
    await post(tx, {
      key: paidKey(id, sent.attempt),
      reason: 'payout_paid',
      actorId: payout.performerId,
      moves: await movesOut(tx, payout),
    })
    if (payout.method === 'stripe') await enqueueTransfer(tx, id)
  })

/** At most one waiting job a payout. */
export const enqueueTransfer = (tx: Context, payoutId: string): Promise<void> =>
  sendPayoutJob.enqueue(tx, { payoutId }, { key: `send-payout:${payoutId}` })

/** The tokens end, the money goes to the gateway or bank, and the fee is the site's. */
async function movesOut(tx: Context, payout: PayoutRow): Promise<Move[]> {
  const { performerId, currency, tokens, amount, fee } = payout
  const tokenValue = tx.settings.get('tokenValue')
  const feeTokens = fee === 0n ? 0n : amount === fee ? tokens : least(tokensForPrice(fee, currency, tokenValue), tokens)
  const net = amount - fee
  await lockAccounts(tx, [tokenFloat(currency)])
  const float = least(net, await balanceOf(tx, tokenFloat(currency)))
  return [
    { from: inPayout(performerId), to: fees(), amount: feeTokens },
    { from: inPayout(performerId), to: clearing('TOK'), amount: tokens - feeTokens },
    { from: tokenFloat(currency), to: clearing(currency), amount: float },
    // Tokens that were given away, such as a bonus: the site lays out what they are worth.
    { from: debt(null, currency), to: clearing(currency), amount: net - float },
  ]
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export type Outcome = { outcome: 'paid'; reference: string } | { outcome: 'failed'; reason: string }

/** What became of a payout that was sent. The caller has locked it. */
export async function settleSent(
  tx: Context,
  payout: PayoutRow,
  result: Outcome,
  actorId: string | null,
): Promise<void> {
  if (result.outcome === 'paid') {
    const { reference } = result
    const paid = { status: 'paid', reference, destination: null } as const
    await changePayout(tx, payout, paid, { type: 'paid', actorId, note: reference })
    const made = await rows(
      tx.db,
      sql<{ id: string }>`SELECT earning_id AS id FROM payout_earnings WHERE payout_id = ${payout.id}`,
    )
    await markPaid(
      tx,
      made.map(({ id }) => id),
    )
    return
  }
  const { reason } = result
  await postReversal(tx, paidKey(payout.id, payout.attempt), {
    key: `payout:${payout.id}:${payout.attempt}:failed`,
    reason: 'payout_cancelled',
  })
  await changePayout(
    tx,
    payout,
    { status: 'pending', approvedBy: null, reason },
    { type: 'failed', actorId, note: reason },
  )
}

const isStuck = (ctx: Context, { sentAt }: PayoutRow): boolean =>
  sentAt !== null && ctx.clock.now().getTime() - sentAt.getTime() > stuckMinutes * 60_000

/** Staff record what became of a payout by hand. The gateway says it of its own, unless it has not answered for long. */
export const settleByHand = (ctx: Context, staff: Staff, id: string, result: Outcome) =>
  decide(
    ctx,
    staff,
    id,
    {
      action: result.outcome,
      from: 'processing',
      reason: result.outcome === 'paid' ? result.reference : result.reason,
    },
    (tx, payout) => {
      // Only the gateway knows that a transfer failed.
      refuseIf(payout.method === 'stripe' && (result.outcome === 'failed' || !isStuck(tx, payout)), 'PAYOUT_AT_STRIPE')
      return settleSent(tx, payout, result, staff.viewer.id)
    },
  )

/** The bank returned a payout that was paid: its tokens and earnings are available again. */
export const reverse = (ctx: Context, staff: Staff, id: string, reason: string) =>
  decide(ctx, staff, id, { action: 'reversed', from: 'paid', reason }, async (tx, payout) => {
    await postReversal(tx, paidKey(id, payout.attempt), {
      key: `payout:${id}:returned`,
      reason: 'payout_cancelled',
      actorId: staff.viewer.id,
    })
    await post(tx, {
      key: `payout:${id}:reversed`,
      reason: 'payout_cancelled',
      actorId: staff.viewer.id,
      moves: [{ from: inPayout(payout.performerId), to: available(payout.performerId), amount: payout.tokens }],
    })
    await giveBackAll(tx, id)
    await changePayout(
      tx,
      payout,
      { status: 'reversed', reason },
      { type: 'reversed', actorId: staff.viewer.id, note: reason },
    )
  })
