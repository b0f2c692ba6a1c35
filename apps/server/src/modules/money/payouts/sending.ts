import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { payoutsAreFrozen } from '../ledger/freeze.ts'
import { GatewayRefusal } from '../payments/gateway.ts'
import { openGateway } from '../payments/open-gateway.ts'
import { enqueueTransfer, type Outcome, settleSent } from './deciding.ts'
import { decryptDestination } from './destination.ts'
import { sendPayoutJob } from './jobs.ts'
import { lockPayoutAlone, lockPayout, type PayoutRow } from './payout-rows.ts'

/**
 * Transfers a payout through Stripe and records what became of it. May be cut short anywhere and run again: the payout and its attempt are
 * the key of the transfer, and an attempt that was never heard of is looked for before another is made. No answer is no outcome: the job
 * is tried again.
 */
export async function sendTransfer(ctx: Context, payoutId: string): Promise<void> {
  const payout = await ctx.transaction((tx) => lockPayoutAlone(tx, payoutId))
  if (payout?.status !== 'processing' || payout.method !== 'stripe') return
  const result = await transfer(ctx, payout)
  if (!result) return
  await ctx.transaction(async (tx) => {
    const present = await lockPayout(tx, payoutId)
    if (present?.status === 'processing' && present.attempt === payout.attempt)
      await settleSent(tx, present, result, null)
  })
}

/**
 * Only the gateway's part of it. That it refuses the transfer is an outcome; no answer is an error, and so is a refusal to say whether there
 * is a transfer already. Undefined while payouts are frozen, which no new transfer is made in: it is tried again later.
 */
export async function transfer(ctx: Context, payout: PayoutRow): Promise<Outcome | undefined> {
  const { id: payoutId, amount, fee, currency } = payout
  const attempt = payout.attempt
  const destination = decryptDestination(ctx, payoutId, payout.destination!)
  const gateway = openGateway(ctx, ctx.settings.get('paymentGateway'))
  const accountId = destination.method === 'stripe' ? destination.accountId : ''
  for (let earlier = 1; earlier <= payout.attempt; earlier++) {
    const made = await gateway.findTransfer(payoutId, earlier)
    if (made) return { outcome: 'paid', reference: made.ref }
  }
  // A creator may have entered an account that was opened for another.
  if ((await gateway.readPayee(accountId))?.performerId !== payout.performerId)
    return { outcome: 'failed', reason: 'account_invalid' }
  if (await payoutsAreFrozen(ctx)) return undefined
  try {
    const { ref } = await gateway.transfer({ payoutId, attempt, amount: amount - fee, currency, accountId })
    return { outcome: 'paid', reference: ref }
  } catch (error) {
    if (error instanceof GatewayRefusal) return { outcome: 'failed', reason: error.code }
    throw error
  }
}

const batch = 100
/** Transfers whose job was given up or lost are tried again; staff see those that wait for long. */
export async function resumeTransfers(ctx: Context): Promise<void> {
  const waiting = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM payouts WHERE status = 'processing' AND method = 'stripe'
      AND sent_at < app_now() - interval '1 minute' ORDER BY created_at LIMIT ${batch}`,
  )
  for (const { id } of waiting) await ctx.transaction((tx) => enqueueTransfer(tx, id))
}

export const payoutJobs: JobHandler[] = [handle(sendPayoutJob, (ctx, { payoutId }) => sendTransfer(ctx, payoutId))]
