import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { assert } from '../../../platform/refusal.ts'
import { withdrawEarnings } from '../payouts/request.ts'
import { type Account, available, balanceOf, debt, escrow, fees, lockAccounts, pending } from '../ledger/post.ts'

/** Where an amount that goes back comes from. */
export interface Source {
  from: Account
  amount: bigint
}

/** What the charge with this id earned and has neither given back nor in reserve, locked. */
export const lockEarning = (tx: Context, chargeId: string) =>
  row(
    tx.db,
    sql<{
      status: string
      performerId: string
      fee: bigint
      net: bigint
      held: bigint
      /** Of the net amount: what payouts took, paid or not. */
      paidOut: bigint
    }>`SELECT status, performer_id AS "performerId", fee - fee_returned AS fee, net - returned - held AS net, held, paid_out AS "paidOut"
      FROM earnings WHERE id = ${chargeId} FOR UPDATE`,
  )

/**
 * Takes back part of an earning and of its fee. An earning in escrow or pending gives its own tokens; of a released one the performer's available balance
 * gives what it has, and the rest is what the performer owes, which the next release pays. The caller posts a move from each source.
 */
export async function takeBackEarned(
  tx: Context,
  chargeId: string,
  { net, fee }: { net: bigint; fee: bigint },
): Promise<Source[]> {
  const earned = await lockEarning(tx, chargeId)
  assert(earned && net <= earned.net && fee <= earned.fee, 'an earning gives back no more than it has')
  const { performerId } = earned
  if (earned.paidOut > 0n) await withdrawEarnings(tx, [chargeId])
  await sql`UPDATE earnings SET returned = returned + ${net}, fee_returned = fee_returned + ${fee},
    status = CASE WHEN returned + ${net} = net THEN 'reversed' ELSE status END WHERE id = ${chargeId}`.execute(tx.db)
  await lockAccounts(tx, [fees(), available(performerId)])
  const from = whereHeld(chargeId, earned) ?? available(performerId)
  const own = from.kind === 'performer_available' ? least(net, await balanceOf(tx, from)) : net
  const ours = least(fee, await balanceOf(tx, fees()))
  return [
    { from, amount: own },
    { from: debt(performerId), amount: net - own },
    { from: fees(), amount: ours },
    { from: debt(null), amount: fee - ours },
  ]
}

/** The account that has the tokens of an earning which isn’t released. */
export const whereHeld = (
  chargeId: string,
  { status, performerId }: { status: string; performerId: string },
): Account | undefined =>
  status === 'escrow' ? escrow(chargeId) : status === 'pending' ? pending(performerId) : undefined

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
