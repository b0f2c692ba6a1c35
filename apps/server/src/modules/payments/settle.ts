import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue.ts'
import { assert } from '../../platform/refusal.ts'
import { balanceOf, clearing, post, postReversal, tokenFloat, wallet, walletBalance } from '../ledger/post.ts'
import { chargeKey } from '../charges/charge.ts'
import { restoreCharge } from '../charges/reversal.ts'
import { beginPaidPeriod, periodNotPaid, takeBackPeriod } from '../subscriptions/periods.ts'
import type { RemotePayment } from './gateway.ts'
import { mayBecome, stateOf } from './payment-state.ts'
import { type PaymentRow } from './records.ts'
import { lockPayment, updatePayment } from './store.ts'

// spec: balance.topup

/**
 * Brings our side to what the gateway says. Browser, webhook, scheduled job and retry all end here, in any order and any number of times:
 * the payment's row is locked, and each movement of money has a key of its own.
 */
export function settle(ctx: Context, paymentId: string, remote: RemotePayment): Promise<PaymentRow | undefined> {
  return ctx.transaction(async (tx) => {
    const before = await lockPayment(tx, paymentId)
    if (!before) return undefined
    assert(before.gateway_ref === null || before.gateway_ref === remote.ref, 'a payment is one object of its gateway')
    assert(before.amount === remote.amount, 'the gateway charges the requested amount')
    const paid = remote.status === 'succeeded'
    const state = stateOf(remote)
    const status = mayBecome(before.status, state) ? state : before.status

    if (paid && !before.credited_at) {
      await credit(tx, before)
      await enqueueReceipt(tx, { paymentId })
    }
    if (paid) await returnMoney(tx, before, remote)
    if (paid && remote.amountRefunded > before.amount_refunded)
      await enqueueReceipt(tx, { paymentId, refunded: String(remote.amountRefunded - before.amount_refunded) })
    if (
      !paid &&
      (status === 'failed' || status === 'cancelled') &&
      status !== before.status &&
      before.purpose === 'subscription'
    )
      await periodNotPaid(tx, before, status)

    const current = await updatePayment(tx, before.id, {
      status,
      gatewayRef: remote.ref,
      failureCode: status === 'failed' || status === 'cancelled' ? (remote.failureCode ?? before.failure_code) : null,
      actionUrl: status === 'requires_action' ? remote.actionUrl : null,
      amountRefunded: remote.amountRefunded > before.amount_refunded ? remote.amountRefunded : before.amount_refunded,
      credited: paid || before.credited_at !== null,
    })
    if (status !== before.status)
      await publish(tx, 'payment.changed', { paymentId: before.id, accountId: before.account_id, status })
    return current
  })
}

/** A try that never became a payment at the gateway. */
export function settleRefused(ctx: Context, paymentId: string, failureCode: string): Promise<PaymentRow | undefined> {
  return ctx.transaction(async (tx) => {
    const before = await lockPayment(tx, paymentId)
    if (!before || before.status !== 'processing') return before
    if (before.purpose === 'subscription') await periodNotPaid(tx, before, 'failed')
    await publish(tx, 'payment.changed', { paymentId, accountId: before.account_id, status: 'failed' })
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
  enqueue(tx, 'send_receipt', { mailId: newId(), ...of })

async function credit(tx: Context, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'subscription' && (await beginPaidPeriod(tx, payment))) return
  // A top-up; or the subscription has meanwhile ended or begun otherwise, and the money that came becomes tokens.
  await post(tx, {
    key: `payment:${payment.id}`,
    reason: 'top_up',
    actorId: payment.account_id,
    moves: [
      { from: clearing('TOK'), to: wallet(payment.account_id), amount: payment.tokens },
      { from: clearing(payment.currency), to: tokenFloat(payment.currency), amount: payment.amount },
    ],
  })
  await publishBalance(tx, payment.account_id)
}

async function returnMoney(tx: Context, payment: PaymentRow, remote: RemotePayment): Promise<void> {
  const before = payment.amount_refunded
  const key = `payment:${payment.id}:dispute`
  const taken = remote.dispute !== null && (await posted(tx, key))
  // What a won dispute gives again comes first: a refund that followed it takes from that.
  if (remote.dispute === 'won' && taken && !(await posted(tx, `${key}_won`))) await giveAgain(tx, payment, key)
  if (remote.amountRefunded > before)
    await takeBack(
      tx,
      payment,
      before,
      remote.amountRefunded,
      `payment:${payment.id}:refund:${remote.amountRefunded}`,
      'refund',
    )
  if ((remote.dispute === 'open' || remote.dispute === 'lost') && !taken && remote.amountRefunded < payment.amount)
    await takeBack(tx, payment, remote.amountRefunded, payment.amount, key, 'dispute')
}

async function giveAgain(tx: Context, payment: PaymentRow, key: string): Promise<void> {
  await postReversal(tx, key, { key: `${key}_won`, reason: 'dispute_won' })
  await restoreCharge(tx, periodKey(payment), key)
  await publishBalance(tx, payment.account_id)
}

/**
 * Money goes back to the card in full. Tokens are taken back as far as the wallet still has them: it never goes below zero, and
 * what was spent stays with those who earned it.
 */
async function takeBack(
  tx: Context,
  payment: PaymentRow,
  from: bigint,
  to: bigint,
  key: string,
  reason: 'refund' | 'dispute',
): Promise<void> {
  const money = { from: tokenFloat(payment.currency), to: clearing(payment.currency), amount: to - from }
  const asTokens = await posted(tx, `payment:${payment.id}`)
  if (!asTokens) return takeBackPeriod(tx, payment, { key, reason, money, whole: to === payment.amount })
  // By cumulative sums, so that parts of any size add up to all the tokens.
  const share = (payment.tokens * to) / payment.amount - (payment.tokens * from) / payment.amount
  const present = await walletBalance(tx, payment.account_id)
  const tokens = present < share ? present : share
  await post(tx, {
    key,
    reason,
    actorId: payment.account_id,
    detail: { missingTokens: String(share - tokens) },
    moves: [{ from: wallet(payment.account_id), to: clearing('TOK'), amount: tokens }, money],
  })
  await publishBalance(tx, payment.account_id)
}

const periodKey = (payment: PaymentRow): string =>
  chargeKey(payment.account_id, `subscription:${payment.subscription_id}:${payment.period_number}`)
const posted = async (tx: Context, key: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 AS found FROM ledger_transactions WHERE key = ${key}`)) !== undefined
const publishBalance = async (tx: Context, accountId: string): Promise<void> =>
  publish(tx, 'balance.changed', { accountId, balance: Number(await balanceOf(tx, wallet(accountId))) / 100 })
