import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { assert, refuse, refuseIf } from '../../../platform/refusal.ts'
import {
  allocateEarnings,
  type Allocation,
  giveBackAllocations,
  lockAvailableEarnings,
  lockEarnings,
  worthOfEarnings,
} from '../earnings/allocation.ts'
import { type Account, available, balanceOf, debt, post } from '../ledger/post.ts'
import { fromMinor, moneyForTokens, toMinor } from '../wallet/currency.ts'
import {
  decryptDestination,
  type Destination,
  destinationOf,
  encryptDestination,
  isSameDestination,
  maskedDestination,
} from './destination.ts'
import {
  changePayout,
  insertPayout,
  lockPayout,
  lockPayoutAlone,
  noteEvent,
  openPayoutOf,
  type PayoutRow,
} from './payout-rows.ts'
import { blockersOf } from '../payout-details/present.ts'
import * as details from '../payout-details/stored-details.ts'

// spec: payout.pending, limit.payout

/** What a creator requested to be paid out, until it is paid or comes back. */
export const inPayout = (performerId: string): Account => ({
  kind: 'performer_in_payout',
  owner: performerId,
  currency: 'TOK',
})

/** What stands against a payout of the account at present, beside its amount. */
async function conditionsOf(ctx: Context, performerId: string) {
  const status = (await details.statusOf(ctx, performerId)) ?? refuse('NOT_FOUND')
  const bank = await details.read(ctx, performerId, 'bank')
  const gateways = await details.read(ctx, performerId, 'gateways')
  return { blockers: blockersOf(status, bank, gateways), destination: destinationOf(bank?.value, gateways?.value) }
}
/** What may be paid out, and what it is worth: the balance less what the creator owes, as far as released earnings account for it. */
async function availableTo(ctx: Context, performerId: string): Promise<{ tokens: bigint; worth: bigint }> {
  const balance = (await balanceOf(ctx, available(performerId))) + (await balanceOf(ctx, debt(performerId)))
  return worthOfEarnings(ctx, performerId, balance)
}
const day = 86_400_000
const expectedAt = (ctx: Context): Date => new Date(ctx.clock.now().getTime() + ctx.settings.get('payoutDays') * day)
const refuseMissing = (missing: bigint): never => refuse('INSUFFICIENT_BALANCE', { missing: fromHundredths(missing) })

/** What an amount of tokens brings: the fee is the site's. */
function priced(ctx: Context, worth: bigint): { amount: bigint; fee: bigint; currency: string } {
  const { currency, payoutFee } = ctx.settings.all()
  return { ...amountAndFee(worth, currency, toMinor(payoutFee, currency)), currency }
}
function amountAndFee(worth: bigint, currency: string, fee: bigint): { amount: bigint; fee: bigint } {
  const amount = moneyForTokens(worth, currency)
  return { amount, fee: fee < amount ? fee : amount }
}
const sumOf = (parts: readonly { tokens: bigint }[]): bigint => parts.reduce((sum, part) => sum + part.tokens, 0n)
const isBelowMinimum = (ctx: Context, { amount, fee, currency }: { amount: bigint; fee: bigint; currency: string }) =>
  amount < toMinor(ctx.settings.get('minimumPayoutAmount'), currency) || amount === fee

/** What a payout of these tokens would bring, and what stands against it. Reserves nothing. */
export async function calculate(ctx: Context, performerId: string, requested: number | undefined) {
  const all = await availableTo(ctx, performerId)
  const wanted = requested === undefined ? all.tokens : toHundredths(requested)
  if (wanted > all.tokens) refuseMissing(wanted - all.tokens)
  const { worth } = wanted === all.tokens ? all : await worthOfEarnings(ctx, performerId, wanted)
  const { blockers, destination } = await conditionsOf(ctx, performerId)
  const price = priced(ctx, worth)
  const open = await openPayoutOf(ctx, performerId)
  const { currency } = price
  const eta = expectedAt(ctx).toISOString()
  return {
    tokens: fromHundredths(wanted),
    amount: fromMinor(price.amount, currency),
    fee: fromMinor(price.fee, currency),
    net: fromMinor(price.amount - price.fee, currency),
    currency,
    available: fromHundredths(all.tokens),
    availableAmount: fromMinor(moneyForTokens(all.worth, currency), currency),
    minimum: ctx.settings.get('minimumPayoutAmount'),
    destination: destination ? { method: destination.method, ...maskedDestination(destination) } : null,
    eta,
    expectedAt: eta,
    blockers: [
      ...blockers,
      ...(open ? [{ code: 'PAYOUT_OPEN' as const, until: null }] : []),
      ...(isBelowMinimum(ctx, price) ? [{ code: 'PAYOUT_BELOW_MINIMUM' as const, until: null }] : []),
    ],
  }
}

/** Reserves the tokens of a payout. Requests of one creator take turns; returns the new payout's id. */
export const requestPayout = (
  ctx: Context,
  performerId: string,
  { tokens: requested, note }: { tokens?: number | undefined; note: string },
): Promise<string> =>
  ctx.transaction(async (tx) => {
    await details.lockPerformer(tx, performerId)
    refuseIf((await openPayoutOf(tx, performerId)) !== undefined, 'PAYOUT_OPEN')
    const destination = await payableDestination(tx, performerId)
    // Before anything is read of them: what is taken is then what was found. A balance that sinks meanwhile is refused by the posting.
    await lockAvailableEarnings(tx, performerId)
    const all = await availableTo(tx, performerId)
    const tokens = requested === undefined ? all.tokens : toHundredths(requested)
    if (tokens > all.tokens) refuseMissing(tokens - all.tokens)
    const { allocations, worth } = await allocateEarnings(tx, performerId, tokens)
    assert(sumOf(allocations) === tokens, 'a payout is made of earnings')
    const price = priced(tx, worth)
    if (isBelowMinimum(tx, price))
      refuse('PAYOUT_BELOW_MINIMUM', { minimum: tx.settings.get('minimumPayoutAmount'), currency: price.currency })
    const id = newId()
    const { name, ends } = maskedDestination(destination)
    await insertPayout(tx, {
      id,
      performerId,
      method: destination.method,
      destination: encryptDestination(tx, id, destination),
      destinationName: name,
      destinationEnds: ends,
      tokens,
      ...price,
      note,
      expectedAt: expectedAt(tx),
    })
    await sql`INSERT INTO payout_earnings (payout_id, earning_id, tokens) SELECT ${id}, a.id, a.tokens
      FROM unnest(${allocations.map(({ earningId }) => earningId)}::uuid[], ${allocations.map((entry) => String(entry.tokens))}::bigint[])
        AS a(id, tokens)`.execute(tx.db)
    await post(tx, {
      key: `payout:${id}:request`,
      reason: 'payout_request',
      actorId: performerId,
      moves: [{ from: available(performerId), to: inPayout(performerId), amount: tokens }],
    })
    await noteEvent(tx, id, { type: 'requested', actorId: performerId })
    return id
  })

async function payableDestination(tx: Context, performerId: string): Promise<Destination> {
  const { blockers, destination } = await conditionsOf(tx, performerId)
  const [blocker] = blockers
  if (blocker?.code === 'PAYOUTS_FROZEN') refuse('PAYOUTS_FROZEN')
  if (blocker) refuse('PAYOUT_BLOCKED', { blocker: blocker.code, until: blocker.until })
  return destination ?? refuse('PAYOUT_BLOCKED', { blocker: 'PAYOUT_DETAILS_MISSING', until: null })
}

/** Changes the note of a pending request, or cancels it. */
export const updatePayout = (
  ctx: Context,
  performerId: string,
  id: string,
  { note, status }: { note?: string | undefined; status?: 'cancelled' | undefined },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout?.performerId !== performerId) refuse('NOT_FOUND')
    // Cancelled again because the reply was lost.
    if (status === 'cancelled' && payout.status === 'cancelled') return
    refuseIf(payout.status !== 'pending', 'PAYOUT_STATUS')
    const noted = note === undefined ? payout : await changePayout(tx, payout, { note })
    if (status === 'cancelled') await endPayout(tx, noted, { status, actorId: performerId })
  })

/** The tokens of a payout that was not sent are available again, with the earnings that it was made of. */
export async function endPayout(
  tx: Context,
  payout: PayoutRow,
  end: { status: 'cancelled' | 'rejected'; actorId: string | null; reason?: string },
): Promise<void> {
  await giveBackAll(tx, payout.id)
  if (payout.tokens > 0n)
    await post(tx, {
      key: `payout:${payout.id}:${end.status}`,
      reason: 'payout_cancelled',
      ...(end.actorId && { actorId: end.actorId }),
      moves: [{ from: inPayout(payout.performerId), to: available(payout.performerId), amount: payout.tokens }],
    })
  await changePayout(
    tx,
    payout,
    { status: end.status, destination: null, reason: end.reason ?? payout.reason },
    { type: end.status, actorId: end.actorId, note: end.reason ?? '' },
  )
}

/** All earnings of a payout may be paid out again. */
export async function giveBackAll(tx: Context, payoutId: string): Promise<void> {
  const given = await rows(
    tx.db,
    sql<Allocation>`DELETE FROM payout_earnings WHERE payout_id = ${payoutId} RETURNING earning_id AS "earningId", tokens`,
  )
  await giveBackAllocations(tx, given)
}

/**
 * Takes earnings that are disputed or refunded out of payouts that were not sent, so that their tokens are available to go back. The payout
 * becomes smaller, or is cancelled where nothing is left.
 */
export async function withdrawEarnings(tx: Context, earningIds: readonly string[]): Promise<void> {
  await lockEarnings(tx, earningIds)
  const open = await rows(
    tx.db,
    sql<{ id: string }>`SELECT DISTINCT p.id FROM payout_earnings pe JOIN payouts p ON p.id = pe.payout_id
      WHERE pe.earning_id = ANY(${earningIds}::uuid[]) AND p.status IN ('pending', 'approved') ORDER BY p.id`,
  )
  for (const { id } of open) await reduce(tx, id, earningIds)
}

async function reduce(tx: Context, id: string, earningIds: readonly string[]): Promise<void> {
  const payout = await lockPayoutAlone(tx, id)
  // Sent or ended meanwhile.
  if (payout?.status !== 'pending' && payout?.status !== 'approved') return
  const withdrawn = await rows(
    tx.db,
    sql<Allocation>`DELETE FROM payout_earnings WHERE payout_id = ${id} AND earning_id = ANY(${earningIds}::uuid[])
      RETURNING earning_id AS "earningId", tokens`,
  )
  await giveBackAllocations(tx, withdrawn)
  const tokens = sumOf(withdrawn)
  await post(tx, {
    key: `payout:${id}:reduced:${newId()}`,
    reason: 'payout_cancelled',
    moves: [{ from: inPayout(payout.performerId), to: available(payout.performerId), amount: tokens }],
  })
  const left = await rows(
    tx.db,
    sql<{
      tokens: bigint
      micro: bigint
    }>`SELECT sum(pe.tokens)::bigint AS tokens, e.token_value_micro AS micro FROM payout_earnings pe
      JOIN earnings e ON e.id = pe.earning_id WHERE pe.payout_id = ${id} GROUP BY e.token_value_micro`,
  )
  const worth = left.reduce((sum, part) => sum + part.tokens * part.micro, 0n)
  // The fee is the one that its creator agreed to.
  const smaller = { tokens: payout.tokens - tokens, ...amountAndFee(worth, payout.currency, payout.fee) }
  const note = String(fromHundredths(tokens))
  const reduced = await changePayout(tx, payout, smaller, { type: 'reduced', actorId: null, note })
  // Nothing would arrive.
  if (smaller.amount === smaller.fee) await endPayout(tx, reduced, { status: 'cancelled', actorId: null })
}

/** A payout that was not sent is cancelled. `actorId` is null for the system. */
async function cancelOpen(
  tx: Context,
  performerId: string,
  actorId: string | null,
  unless?: (payout: PayoutRow) => boolean,
) {
  const open = await openPayoutOf(tx, performerId)
  const payout = open && (await lockPayout(tx, open.id))
  // Sent or ended meanwhile.
  if (payout?.status !== 'pending' && payout?.status !== 'approved') return
  if (!unless?.(payout)) await endPayout(tx, payout, { status: 'cancelled', actorId })
}

/** A closing account's payout that was not sent is cancelled. */
export const cancelPayoutsOf = (tx: Context, performerId: string): Promise<void> => cancelOpen(tx, performerId, null)

/**
 * Cancels a payout that was not sent to an account that its creator has replaced since the request: it may be closed, or another's. They
 * request it again once the new account may be paid to.
 */
export const cancelPayoutToOther = (
  tx: Context,
  performerId: string,
  destination: Destination | undefined,
): Promise<void> =>
  cancelOpen(
    tx,
    performerId,
    performerId,
    ({ id, destination: requested }) =>
      requested !== null && isSameDestination(decryptDestination(tx, id, requested), destination),
  )
