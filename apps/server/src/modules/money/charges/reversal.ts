import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { raiseAccessEpoch } from '../../people/accounts/access-epoch.ts'
import { lockEarning, takeBackEarned } from '../earnings/reversal.ts'
import { clearing, type Move } from '../ledger/post.ts'

/** The charge with this posting key, and how much of it went back to the wallet when access ended early. */
export const chargeOfPosting = (tx: Context, key: string) =>
  row(
    tx.db,
    sql<{ id: string; returned: bigint }>`SELECT c.id, c.tokens_returned AS returned
      FROM ledger_transactions t JOIN charges c ON c.id = t.id WHERE t.key = ${key}`,
  )

/** Marks a charge as refunded. Its earning and its fee are taken back: the caller posts the moves that this returns. */
export async function reverseCharge(tx: Context, chargeId: string): Promise<Move[]> {
  const earned = await lockEarning(tx, chargeId)
  if (!earned || earned.status === 'reversed') return []
  await setStatus(tx, [chargeId], 'refunded')
  const sources = await takeBackEarned(tx, chargeId, earned)
  return sources.map(({ from, amount }) => ({ from, to: clearing('TOK'), amount }))
}

export const setChargesDisputed = (tx: Context, ids: readonly string[]) => setStatus(tx, ids, 'disputed')
/** After a won dispute charges count again, less what was returned of them before. */
export const setChargesSettled = (tx: Context, ids: readonly string[]) =>
  sql`UPDATE charges SET status = CASE WHEN tokens_returned = 0 THEN 'succeeded' WHEN tokens_returned < tokens THEN 'partially_refunded' ELSE 'refunded' END,
    updated_at = app_now() WHERE id = ANY(${ids}::uuid[])`.execute(tx.db)
const setStatus = (tx: Context, ids: readonly string[], status: 'refunded' | 'disputed') =>
  sql`UPDATE charges SET status = ${status}, updated_at = app_now() WHERE id = ANY(${ids}::uuid[])`.execute(tx.db)

/** Takes back what was bought with these charges; addresses of its media that were given out end. */
export async function revokePurchases(tx: Context, accountId: string, chargeIds: readonly string[]): Promise<void> {
  // What came along with them meanwhile is seen once they are locked.
  await sql`SELECT FROM purchases WHERE account_id = ${accountId} AND charge_id = ANY(${chargeIds}::uuid[]) AND revoked_at IS NULL FOR UPDATE`.execute(
    tx.db,
  )
  const gone = await row(
    tx.db,
    sql`UPDATE purchases SET revoked_at = app_now() WHERE account_id = ${accountId} AND charge_id = ANY(${chargeIds}::uuid[])
      AND revoked_at IS NULL RETURNING id`,
  )
  if (gone) await raiseAccessEpoch(tx, accountId)
}

/** The same for one purchase alone. */
export async function revokeOne(tx: Context, accountId: string, purchaseId: string): Promise<void> {
  await sql`UPDATE purchases SET revoked_at = app_now() WHERE id = ${purchaseId} AND revoked_at IS NULL`.execute(tx.db)
  await raiseAccessEpoch(tx, accountId)
}
