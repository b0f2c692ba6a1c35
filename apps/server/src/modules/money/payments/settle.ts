import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { assert } from '../../../platform/refusal.ts'
import {
  balanceOf,
  clearing,
  debt,
  lockAccounts,
  type Move,
  post,
  takeFromWallet,
  tokenFloat,
  wallet,
} from '../ledger/post.ts'
import { closeHoldsOf } from '../holds/holds.ts'
import { chargeOfPosting } from '../charges/reversal.ts'
import { beginPaidPeriod, periodKey, periodNotPaid, refundPeriod, revokePeriod } from '../subscriptions/periods.ts'
import { useNotPaid, useOfPayment, usePaid, useReturned } from '../coupons/uses.ts'
import { disputeOf, loseDispute, openDispute, winDispute } from './disputes.ts'
import type { RemotePayment } from './gateway.ts'
import { makePurchaseJob } from './jobs.ts'
import { mayBecome, stateOf } from './payment-state.ts'
import { type PaymentRow } from './records.ts'
import { lockPayment, updatePayment } from './store.ts'
import { balanceChanged } from '../wallet/events.ts'
import { sendReceiptJob } from '../receipts/jobs.ts'

// spec: balance.topup

/**
 * Brings our side to what the gateway says. Browser, webhook, scheduled job and retry all end here, in any order and any number of times:
 * the payment's row is locked, and each movement of money has a key of its own.
 */
export function settle(ctx: Context, paymentId: string, remote: RemotePayment): Promise<PaymentRow | undefined> {
  return ctx.transaction(async (tx) => {
    const before = await lockPayment(tx, paymentId)
    if (!before) return undefined
    // A coupon is locked before any account.
    let use = before.coupon_code === null ? undefined : await useOfPayment(tx, before.id)
    assert(before.gateway_ref === null || before.gateway_ref === remote.ref, 'a payment is one object of its gateway')
    assert(before.amount === remote.amount, 'the gateway charges the requested amount')
    const paid = remote.status === 'succeeded'
    const state = stateOf(remote)
    const status = mayBecome(before.status, state) ? state : before.status

    if (paid && !before.credited_at) {
      const began = await credit(tx, before)
      if (use) use = await (began ? usePaid(tx, use) : useNotPaid(tx, use))
      await enqueueReceipt(tx, { paymentId })
    }
    if (paid) await returnMoney(tx, before, remote)
    if (use && remote.amountRefunded === before.amount) await useReturned(tx, use)
    if (paid && remote.amountRefunded > before.amount_refunded)
      await enqueueReceipt(tx, { paymentId, refunded: String(remote.amountRefunded - before.amount_refunded) })
    if (!paid && (status === 'failed' || status === 'cancelled') && status !== before.status) {
      if (use) await useNotPaid(tx, use)
      if (before.purpose === 'subscription') await periodNotPaid(tx, before, status)
    }

    return updatePayment(tx, before.id, {
      status,
      gatewayRef: remote.ref,
      failureCode: status === 'failed' || status === 'cancelled' ? (remote.failureCode ?? before.failure_code) : null,
      actionUrl: status === 'requires_action' ? remote.actionUrl : null,
      amountRefunded: remote.amountRefunded > before.amount_refunded ? remote.amountRefunded : before.amount_refunded,
      credited: paid || before.credited_at !== null,
    })
  })
}

/** A try that never became a payment at the gateway. */
export function settleRefused(ctx: Context, paymentId: string, failureCode: string): Promise<PaymentRow | undefined> {
  return ctx.transaction(async (tx) => {
    const before = await lockPayment(tx, paymentId)
    if (!before || before.status !== 'processing') return before
    const use = before.coupon_code === null ? undefined : await useOfPayment(tx, before.id)
    if (use) await useNotPaid(tx, use)
    if (before.purpose === 'subscription') await periodNotPaid(tx, before, 'failed')
    return updatePayment(tx, paymentId, {
      status: 'failed',
      gatewayRef: null,
      failureCode,
      actionUrl: null,
      amountRefunded: before.amount_refunded,
      credited: false,
    })
  })
}

/** The email with the receipt; `refunded` is what has just gone back to the card, in minor units. */
const enqueueReceipt = (tx: Context, of: { paymentId: string; refunded?: string }): Promise<void> =>
  sendReceiptJob.enqueue(tx, { mailId: newId(), ...of })

/** False where a subscription could not begin any more, and its money became tokens. */
async function credit(tx: Context, payment: PaymentRow): Promise<boolean> {
  if (payment.purpose === 'subscription' && (await beginPaidPeriod(tx, payment))) return true
  // A top-up; or the subscription has meanwhile ended or begun otherwise, and the money that came becomes tokens.
  // What the account owes is paid first.
  await lockAccounts(tx, [debt(payment.account_id)])
  const owed = -(await balanceOf(tx, debt(payment.account_id)))
  await post(tx, {
    key: `payment:${payment.id}`,
    reason: 'top_up',
    actorId: payment.account_id,
    moves: [
      { from: clearing('TOK'), to: wallet(payment.account_id), amount: payment.tokens },
      {
        from: wallet(payment.account_id),
        to: debt(payment.account_id),
        amount: owed < payment.tokens ? owed : payment.tokens,
      },
      { from: clearing(payment.currency), to: tokenFloat(payment.currency), amount: payment.amount },
    ],
  })
  await publishBalance(tx, payment.account_id)
  if (payment.purchase_status === 'waiting') await makePurchaseJob.enqueue(tx, { paymentId: payment.id })
  return payment.purpose === 'top_up'
}

/** Tokens for which a coupon takes off everything: no gateway is asked. In the transaction that makes the payment. */
export async function settleFree(tx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const use = await useOfPayment(tx, payment.id)
  await credit(tx, payment)
  if (use) await usePaid(tx, use)
  await enqueueReceipt(tx, { paymentId: payment.id })
  return (await updatePayment(tx, payment.id, {
    status: 'succeeded',
    gatewayRef: null,
    failureCode: null,
    actionUrl: null,
    amountRefunded: 0n,
    credited: true,
  }))!
}

async function returnMoney(tx: Context, payment: PaymentRow, remote: RemotePayment): Promise<void> {
  const before = payment.amount_refunded
  const dispute = remote.dispute === null ? undefined : await disputeOf(tx, payment.id)
  // What a won dispute gives again comes first: a refund that followed it takes from that.
  if (remote.dispute === 'won' && dispute?.status === 'open') {
    await winDispute(tx, payment)
    await publishBalance(tx, payment.account_id)
  }
  if (remote.amountRefunded > before) await refund(tx, payment, before, remote.amountRefunded)
  if (remote.dispute === 'open' || remote.dispute === 'lost') {
    if (!dispute && remote.amountRefunded < payment.amount) await beginDispute(tx, payment, remote.amountRefunded)
    const opened = await disputeOf(tx, payment.id)
    if (remote.dispute === 'lost' && opened?.status === 'open') await loseDispute(tx, payment, opened)
  }
}

/** What a part of the money bought, by cumulative sums, so that parts of any size add up to all the tokens. */
const tokensFor = ({ tokens, amount }: PaymentRow, from: bigint, to: bigint): bigint =>
  (tokens * to) / amount - (tokens * from) / amount
const moneyBack = ({ currency }: PaymentRow, amount: bigint): Move => ({
  from: tokenFloat(currency),
  to: clearing(currency),
  amount,
})
const isTopUp = (tx: Context, payment: PaymentRow): Promise<boolean> => posted(tx, `payment:${payment.id}`)

/** Money goes back to the card in full, and tokens are taken back from the wallet. What was spent of them stays with those who earned it. */
async function refund(tx: Context, payment: PaymentRow, from: bigint, to: bigint): Promise<void> {
  const key = `payment:${payment.id}:refund:${to}`
  const money = moneyBack(payment, to - from)
  // What is held is the payer's as well: it pays before they owe anything.
  await closeHoldsOf(tx, payment.account_id)
  if (!(await isTopUp(tx, payment))) return refundPeriod(tx, payment, { key, money, whole: to === payment.amount })
  await post(tx, {
    key,
    reason: 'refund',
    actorId: payment.account_id,
    moves: [money, ...(await takeFromWallet(tx, payment.account_id, tokensFor(payment, from, to)))],
  })
  await publishBalance(tx, payment.account_id)
}

async function beginDispute(tx: Context, payment: PaymentRow, refunded: bigint): Promise<void> {
  const period = (await isTopUp(tx, payment)) ? undefined : await chargeOfPosting(tx, periodKey(payment))
  // Before any money: a block locks the pair first, and then the earnings.
  if (period) await revokePeriod(tx, payment)
  await openDispute(tx, payment, {
    tokens: tokensFor(payment, refunded, payment.amount),
    chargeId: period?.id,
    money: moneyBack(payment, payment.amount - refunded),
  })
  await publishBalance(tx, payment.account_id)
}

const posted = async (tx: Context, key: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 AS found FROM ledger_transactions WHERE key = ${key}`)) !== undefined
const publishBalance = async (tx: Context, accountId: string): Promise<void> =>
  publish(tx, balanceChanged, { accountId, balance: Number(await balanceOf(tx, wallet(accountId))) / 100 })
