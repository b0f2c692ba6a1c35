import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { assert } from '../../platform/refusal.ts'
import { type Account, available, balanceOf, debt, fees, lockAccounts, pending } from '../ledger/post.ts'

/** Where an amount that goes back comes from. */
export interface Source {
  from: Account
  amount: bigint
}

/** What the charge with this id earned and has not given back, locked. */
export const lockEarning = (tx: Context, chargeId: string) =>
  row(
    tx.db,
    sql<{
      status: string
      performerId: string
      fee: bigint
      net: bigint
    }>`SELECT status, performer_id AS "performerId", fee - fee_returned AS fee, net - returned AS net
      FROM earnings WHERE id = ${chargeId} FOR UPDATE`,
  )

/**
 * Takes back part of an earning and of its fee. A pending earning gives its own tokens; of a released one the performer's available balance
 * gives what it has, and the rest is what the performer owes, which the next release pays. The caller posts a move from each source.
 */
export async function takeBackEarned(
  tx: Context,
  chargeId: string,
  { net, fee }: { net: bigint; fee: bigint },
): Promise<Source[]> {
  const earned = await lockEarning(tx, chargeId)
  assert(earned && net <= earned.net && fee <= earned.fee, 'an earning gives back no more than it has')
  const { performerId, status } = earned
  await sql`UPDATE earnings SET returned = returned + ${net}, fee_returned = fee_returned + ${fee} WHERE id = ${chargeId}`.execute(
    tx.db,
  )
  await lockAccounts(tx, [fees(), available(performerId)])
  const own = status === 'pending' ? net : least(net, await balanceOf(tx, available(performerId)))
  const ours = least(fee, await balanceOf(tx, fees()))
  return [
    { from: status === 'pending' ? pending(performerId) : available(performerId), amount: own },
    { from: debt(performerId), amount: net - own },
    { from: fees(), amount: ours },
    { from: debt(null), amount: fee - ours },
  ]
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export const markReversed = (tx: Context, chargeId: string) =>
  sql`UPDATE earnings SET status = 'reversed' WHERE id = ${chargeId}`.execute(tx.db)

/** A reversed earning goes back to the account that the posting with this key took it from. */
export const restoreEarning = (tx: Context, chargeId: string, reversalKey: string) =>
  sql`UPDATE earnings SET status = CASE WHEN EXISTS (SELECT FROM ledger_transactions t JOIN ledger_entries n ON n.transaction_id = t.id
      JOIN ledger_accounts a ON a.id = n.account_id WHERE t.key = ${reversalKey} AND a.kind = 'performer_available') THEN 'available' ELSE 'pending' END
    WHERE status = 'reversed' AND id = ${chargeId}`.execute(tx.db)
