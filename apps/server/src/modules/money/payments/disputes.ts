import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { setChargesDisputed, setChargesSettled, revokePurchases } from '../charges/reversal.ts'
import { closeHoldsOf } from '../holds/holds.ts'
import { lockEarnings } from '../earnings/allocation.ts'
import { type Held, reverseHeld, hold, releaseHeld } from '../earnings/holds.ts'
import {
  available,
  balanceOf,
  balancesOf,
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
import { lockDisputedOrders, lockOrders, pauseOrders, resumeOrders } from '../../shop/orders/disputed.ts'
import { revokePaidBy } from '../subscriptions/periods.ts'
import { tokensForPrice, toMinor } from '../wallet/currency.ts'
import type { PaymentRow } from './records.ts'
import { trace, type Traced, type WalletChange } from './trace.ts'
import { earningsOwed } from './events.ts'

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
  // What is held goes where it belongs first: the trace knows what is in the wallet and what was charged.
  await closeHoldsOf(tx, payer)
  // From here on nothing is spent: a charge locks the wallet before it looks whether paying is blocked.
  await lockAccounts(tx, [wallet(payer)])
  const { unspent, spent } = await findTokens(tx, payment, { tokens, chargeId })
  await pauseOrders(
    tx,
    spent.map(({ id }) => id),
  )
  const held = await hold(tx, spent)
  await sql`INSERT INTO disputes (id, account_id, fingerprint, tokens, from_wallet, held)
    VALUES (${payment.id}, ${payer}, (SELECT fingerprint FROM cards WHERE id = ${payment.card_id}), ${tokens}, ${unspent},
      ${sumOf(held, 'held')})`.execute(tx.db)
  await recordCharges(tx, payment.id, held)
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
}

/** The bank decided for the site: everything is as it was before the dispute, and paying is allowed again. */
export async function winDispute(tx: Context, payment: PaymentRow): Promise<void> {
  await lockAccounts(tx, [wallet(payment.account_id)])
  await lockDisputedOrders(tx, payment.id)
  const held = await chargesOf(tx, payment.id)
  await releaseHeld(tx, held)
  await postReversal(tx, disputeKey(payment), { key: `${disputeKey(payment)}_won`, reason: 'dispute_won' })
  await sql`UPDATE disputes SET status = 'won', held = 0, blocks_paying = false, closed_at = app_now(), reviewed_at = coalesce(reviewed_at, app_now())
    WHERE id = ${payment.id}`.execute(tx.db)
  await setChargesSettled(tx, await undisputedCharges(tx, payment.id))
  await resumeOrders(tx, payment.id, 'won')
}

/** Those of this payment's charges that no dispute names that is open or was lost: several payments may pay for one charge. */
const undisputedCharges = async (tx: Context, paymentId: string): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{ id: string }>`SELECT c.charge_id AS id FROM dispute_charges c WHERE c.payment_id = ${paymentId}
        AND NOT EXISTS (SELECT FROM dispute_charges o JOIN disputes d ON d.id = o.payment_id
          WHERE o.charge_id = c.charge_id AND d.status <> 'won')`,
    )
  ).map(({ id }) => id)

/**
 * The bank decided for the payer. What was held and the site's fee pay for it, and what was bought is taken back. What creators were paid out
 * already of their shares comes from what they may be paid now, and the rest is what they owe, which later earnings pay first. What is
 * found with none of them is what the payer owes.
 */
export async function loseDispute(tx: Context, payment: PaymentRow, dispute: DisputeRow): Promise<void> {
  const payer = payment.account_id
  await lockDisputedOrders(tx, payment.id)
  const held = await chargesOf(tx, payment.id)
  const chargeIds = held.map((entry) => entry.chargeId)
  await revokePaidBy(tx, chargeIds)
  await revokePurchases(tx, payer, chargeIds)
  await reverseHeld(tx, held)
  const owing = new Map<string, bigint>()
  for (const { performerId, owed } of held) if (owed > 0n) owing.set(performerId, (owing.get(performerId) ?? 0n) + owed)
  await lockAccounts(tx, [fees(), ...[...owing.keys()].map(available)])
  const fee = least(sumOf(held, 'fee'), await balanceOf(tx, fees()))
  const present = await balancesOf(tx, [...owing.keys()].map(available))
  const owed = dispute.tokens - dispute.from_wallet - sumOf(held, 'held') - sumOf(held, 'owed') - fee
  const moves: Move[] = [
    ...held.map((entry) => ({ from: reserve(entry.performerId), to: clearing('TOK'), amount: entry.held })),
    ...[...owing].flatMap(([performerId, share], at) => {
      const own = least(share, present[at]!)
      return [
        { from: available(performerId), to: clearing('TOK'), amount: own },
        { from: debt(performerId), to: clearing('TOK'), amount: share - own },
      ]
    }),
    { from: fees(), to: clearing('TOK'), amount: fee },
    { from: debt(payer), to: clearing('TOK'), amount: owed },
  ]
  if (moves.some(({ amount }) => amount > 0n))
    await post(tx, { key: `${disputeKey(payment)}_lost`, reason: 'dispute', actorId: payer, moves })
  await sql`UPDATE disputes SET status = 'lost', held = 0, owed = ${owed}, closed_at = app_now(), reviewed_at = NULL, reviewed_by = NULL
    WHERE id = ${payment.id}`.execute(tx.db)
  for (const [performerId, share] of owing)
    await publish(tx, earningsOwed, { performerId, paymentId: payment.id, tokens: Number(share) / 100 })
  await resumeOrders(tx, payment.id, 'lost')
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const sumOf = <K extends 'held' | 'owed' | 'fee'>(entries: readonly Pick<Held, K>[], of: K): bigint =>
  entries.reduce((sum, entry) => sum + entry[of], 0n)

async function recordCharges(tx: Context, paymentId: string, held: readonly Held[]): Promise<void> {
  const waiting = await performersToWait(tx, held)
  await sql`INSERT INTO dispute_charges (payment_id, charge_id, performer_id, tokens, held, fee, owed, holds_payouts)
    SELECT ${paymentId}, c.charge_id, c.performer_id, c.tokens, c.held, c.fee, c.owed, c.owed > 0 AND c.performer_id = ANY(${waiting}::uuid[])
    FROM unnest(${held.map(({ chargeId }) => chargeId)}::uuid[], ${held.map(({ performerId }) => performerId)}::uuid[],
      ${held.map((entry) => String(entry.tokens))}::bigint[], ${held.map((entry) => String(entry.held))}::bigint[],
      ${held.map((entry) => String(entry.fee))}::bigint[], ${held.map((entry) => String(entry.owed))}::bigint[])
      AS c(charge_id, performer_id, tokens, held, fee, owed)`.execute(tx.db)
}

/** Creators whose payouts wait: banks may take back more of what they were paid out already than the setting `payoutDisputeAmount`. */
async function performersToWait(tx: Context, held: readonly Held[]): Promise<string[]> {
  const owing = held.filter(({ owed }) => owed > 0n)
  if (owing.length === 0) return []
  const { currency, tokenValue, payoutDisputeAmount } = tx.settings.all()
  const limit = tokensForPrice(toMinor(payoutDisputeAmount, currency), currency, tokenValue)
  const found = await rows(
    tx.db,
    sql<{ id: string }>`SELECT n.performer_id AS id
      FROM unnest(${owing.map(({ performerId }) => performerId)}::uuid[], ${owing.map(({ owed }) => String(owed))}::bigint[]) AS n(performer_id, owed)
      GROUP BY n.performer_id
      HAVING sum(n.owed) + coalesce((SELECT sum(o.owed) FROM dispute_charges o JOIN disputes d ON d.id = o.payment_id
        WHERE o.performer_id = n.performer_id AND o.owed > 0 AND d.status = 'open'), 0) > ${limit}`,
  )
  return found.map(({ id }) => id)
}

/** What of each charge is held, and what its creator owes if the dispute is lost; the earnings are locked. */
const chargesOf = (tx: Context, paymentId: string) =>
  rows(
    tx.db,
    sql<{ chargeId: string; performerId: string; held: bigint; fee: bigint; owed: bigint }>`
      SELECT d.charge_id AS "chargeId", c.performer_id AS "performerId", d.held, d.fee,
        greatest(0, least(d.owed, e.net - e.returned - e.held)) AS owed
      FROM dispute_charges d JOIN charges c ON c.id = d.charge_id JOIN earnings e ON e.id = c.id
      WHERE d.payment_id = ${paymentId} ORDER BY d.charge_id FOR UPDATE OF e`,
  )

interface Disputed {
  tokens: bigint
  /** The charge of a subscription's period that the card paid directly. */
  chargeId: string | undefined
}

/**
 * Where the disputed tokens are. A charge that is just being returned has its earning locked: once all that hold some are locked here, none of
 * them gives any back, and what they hold is final. The caller has locked the wallet, so none is spent.
 */
async function findTokens(tx: Context, payment: PaymentRow, disputed: Disputed): Promise<Traced> {
  const locked = new Set<string>()
  for (;;) {
    const found = await traceTokens(tx, payment, disputed)
    const others = found.spent.filter(({ id }) => !locked.has(id)).map(({ id }) => id)
    if (others.length === 0) return found
    await lockOrders(tx, others)
    await lockEarnings(tx, others)
    for (const id of others) locked.add(id)
  }
}

/** A card paid a period: the charge holds all of it, but for what went back to the wallet when the subscription ended early. */
async function traceTokens(tx: Context, payment: PaymentRow, { tokens, chargeId }: Disputed): Promise<Traced> {
  const payer = payment.account_id
  const changes = await rows(
    tx.db,
    sql<WalletChange>`SELECT kind, source, amount FROM wallet_changes(${payer}, ${payment.id})`,
  )
  const balance = await walletBalance(tx, payer)
  if (!chargeId) return trace(payment.id, tokens, balance, changes)
  const { returned } = (await row(
    tx.db,
    sql<{ returned: bigint }>`SELECT tokens_returned AS returned FROM charges WHERE id = ${chargeId}`,
  ))!
  const { unspent, spent } = trace(chargeId, least(returned, tokens), balance, changes)
  const rest = tokens - returned
  return { unspent, spent: rest > 0n ? [{ id: chargeId, tokens: rest }, ...spent] : spent }
}
