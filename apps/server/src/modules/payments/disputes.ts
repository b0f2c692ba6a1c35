import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { setChargesDisputed, setChargesSettled, revokePurchases } from '../charges/reversal.ts'
import { reverseHeld, hold, releaseHeld } from '../earnings/holds.ts'
import {
  balanceOf,
  clearing,
  debt,
  fees,
  lockAccounts,
  type Move,
  post,
  postReversal,
  reserve,
  wallet,
  walletBalance,
} from '../ledger/post.ts'
import { revokePaidBy } from '../subscriptions/periods.ts'
import type { PaymentRow } from './records.ts'
import { trace, type WalletChange } from './trace.ts'

// A payer disputes a card payment with their bank, which takes the money back at once and decides later. Until then, paying is blocked for the
// account and the card, the tokens that are still in the wallet are taken back, and what the others earned is held.

export interface DisputeRow {
  id: string
  account_id: string
  status: 'open' | 'won' | 'lost'
  tokens: bigint
  from_wallet: bigint
}

export const disputeOf = (tx: Context, paymentId: string) =>
  row(tx.db, sql<DisputeRow>`SELECT id, account_id, status, tokens, from_wallet FROM disputes WHERE id = ${paymentId}`)

const disputeKey = (payment: PaymentRow): string => `payment:${payment.id}:dispute`

/**
 * The bank has taken the money back. `tokens` is what the disputed part bought; `chargeId` is the charge of a subscription's period that the
 * card paid directly, without a wallet in between; `money` moves the currency.
 */
export async function openDispute(
  tx: Context,
  payment: PaymentRow,
  { tokens, chargeId, money }: { tokens: bigint; chargeId: string | undefined; money: Move },
): Promise<void> {
  const payer = payment.account_id
  // From here on nothing is spent: a charge locks the wallet before it looks whether paying is blocked.
  await lockAccounts(tx, [wallet(payer)])
  const { unspent, spent } = chargeId
    ? await periodOf(tx, payer, chargeId, tokens)
    : await traceSpent(tx, payment, tokens)
  const held = await hold(tx, sabotaged('M8') ? [] : spent)
  await sql`INSERT INTO disputes (id, account_id, fingerprint, tokens, from_wallet, held)
    VALUES (${payment.id}, ${payer}, (SELECT fingerprint FROM cards WHERE id = ${payment.card_id}), ${tokens}, ${unspent},
      ${held.reduce((sum, entry) => sum + entry.held, 0n)})`.execute(tx.db)
  for (const entry of held)
    await sql`INSERT INTO dispute_charges (payment_id, charge_id, tokens, held, fee)
      VALUES (${payment.id}, ${entry.chargeId}, ${entry.tokens}, ${entry.held}, ${entry.fee})`.execute(tx.db)
  await setChargesDisputed(
    tx,
    held.map((entry) => entry.chargeId),
  )
  await post(tx, {
    key: disputeKey(payment),
    reason: 'dispute',
    actorId: payer,
    moves: [
      money,
      { from: wallet(payer), to: clearing('TOK'), amount: unspent },
      ...held.map((entry) => ({ from: entry.from, to: reserve(entry.performerId), amount: entry.held })),
    ],
  })
  await publish(tx, 'payment.disputed', { paymentId: payment.id, accountId: payer })
}

/** The bank decided for the site: everything is as it was before the dispute, and paying is allowed again. */
export async function winDispute(tx: Context, payment: PaymentRow): Promise<void> {
  const held = await chargesOf(tx, payment.id)
  await lockAccounts(tx, [wallet(payment.account_id)])
  await releaseHeld(tx, held)
  await postReversal(tx, disputeKey(payment), { key: `${disputeKey(payment)}_won`, reason: 'dispute_won' })
  await setChargesSettled(
    tx,
    held.map((entry) => entry.chargeId),
  )
  await sql`UPDATE disputes SET status = 'won', held = 0, blocks_paying = false, closed_at = app_now(), reviewed_at = coalesce(reviewed_at, app_now())
    WHERE id = ${payment.id}`.execute(tx.db)
}

/**
 * The bank decided for the payer. What was held and the site's fee pay for it, what was bought is taken back, and the rest, which others have
 * been paid already, is what the payer owes.
 */
export async function loseDispute(tx: Context, payment: PaymentRow, dispute: DisputeRow): Promise<void> {
  const payer = payment.account_id
  const held = await chargesOf(tx, payment.id)
  const chargeIds = held.map((entry) => entry.chargeId)
  await revokePaidBy(tx, chargeIds)
  await revokePurchases(tx, payer, chargeIds)
  await reverseHeld(tx, held)
  await lockAccounts(tx, [fees()])
  const feesNow = await balanceOf(tx, fees())
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const fee = sum(held.map((entry) => entry.fee))
  const paidFee = fee < feesNow ? fee : feesNow
  const owed = dispute.tokens - dispute.from_wallet - sum(held.map((entry) => entry.held)) - paidFee
  const moves: Move[] = [
    ...held.map((entry) => ({ from: reserve(entry.performerId), to: clearing('TOK'), amount: entry.held })),
    { from: fees(), to: clearing('TOK'), amount: paidFee },
    { from: debt(payer), to: clearing('TOK'), amount: owed },
  ]
  if (moves.some(({ amount }) => amount > 0n))
    await post(tx, { key: `${disputeKey(payment)}_lost`, reason: 'dispute', actorId: payer, moves })
  await sql`UPDATE disputes SET status = 'lost', held = 0, owed = ${owed}, closed_at = app_now(), reviewed_at = NULL, reviewed_by = NULL
    WHERE id = ${payment.id}`.execute(tx.db)
}

const chargesOf = (tx: Context, paymentId: string) =>
  rows(
    tx.db,
    sql<{ chargeId: string; performerId: string; held: bigint; fee: bigint }>`
      SELECT d.charge_id AS "chargeId", c.performer_id AS "performerId", d.held, d.fee
      FROM dispute_charges d JOIN charges c ON c.id = d.charge_id JOIN earnings e ON e.id = c.id
      WHERE d.payment_id = ${paymentId} ORDER BY d.charge_id FOR UPDATE OF e`,
  )

/** A card paid a period: the charge is all of it, but for what went back to the wallet when the subscription ended early. */
async function periodOf(tx: Context, payer: string, chargeId: string, tokens: bigint) {
  const { returned } = (await row(
    tx.db,
    sql<{ returned: bigint }>`SELECT tokens_returned AS returned FROM charges WHERE id = ${chargeId}`,
  ))!
  const present = await walletBalance(tx, payer)
  const spent = tokens - returned
  return {
    unspent: returned < present ? returned : present,
    spent: spent > 0n ? [{ id: chargeId, tokens: spent }] : [],
  }
}

/**
 * What became of the tokens of a top-up. What another payment brought and what a refund or a dispute of it took back count together, as if
 * those tokens had never come.
 */
async function traceSpent(tx: Context, payment: PaymentRow, tokens: bigint) {
  const payer = payment.account_id
  // Found through what they are about: an index of entries by account would cost every tip.
  const changes = await rows(
    tx.db,
    sql<WalletChange & { isCharge: boolean }>`
      WITH begun AS (SELECT created_at, id FROM ledger_transactions WHERE key = 'payment:' || ${payment.id}::text),
      mine AS (SELECT id FROM ledger_accounts WHERE kind = 'fan_wallet' AND owner_id = ${payer} AND currency = 'TOK'),
      found AS (
        SELECT id, id AS cause, true AS is_charge FROM charges WHERE user_id = ${payer} AND created_at >= (SELECT created_at FROM begun)
        UNION ALL SELECT x.id, x.id, false FROM charges c JOIN ledger_transactions x
            ON x.key >= 'return:' || c.id AND x.key <= 'return:' || c.id || ':zzzz' AND starts_with(x.key, 'return:' || c.id)
          WHERE c.user_id = ${payer} AND c.updated_at > c.created_at AND c.tokens_returned > 0
        UNION ALL SELECT k.id, credit.id, false FROM payment_transactions p JOIN ledger_transactions credit ON credit.key = 'payment:' || p.id
          CROSS JOIN LATERAL (SELECT x.id FROM ledger_transactions x
            WHERE x.key >= 'payment:' || p.id AND x.key <= 'payment:' || p.id || ':zzzz' AND starts_with(x.key, 'payment:' || p.id)
            OFFSET 0) k
          WHERE p.account_id = ${payer} AND p.id <> ${payment.id} AND p.updated_at >= (SELECT created_at FROM begun))
      SELECT t.id, sum(e.amount)::bigint AS amount, bool_or(f.is_charge) AS "isCharge"
      FROM found f JOIN ledger_entries e ON e.transaction_id = f.id AND e.account_id = (SELECT id FROM mine)
      JOIN ledger_transactions t ON t.id = f.cause
      WHERE (t.created_at, t.id) > (SELECT created_at, id FROM begun)
      GROUP BY t.id, t.created_at ORDER BY t.created_at DESC, t.id DESC`,
  )
  const { unspent, spent } = trace(tokens, await walletBalance(tx, payer), changes)
  const charges = new Set(changes.filter(({ isCharge }) => isCharge).map(({ id }) => id))
  return { unspent, spent: spent.filter(({ id }) => charges.has(id)) }
}
