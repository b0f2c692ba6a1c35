import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'

// A payment and a block between the same two accounts are serialised: once a block is committed nothing more is charged, and the verdict
// of the access policy under this lock stays valid until the charge is committed.

/** From here to the end of the transaction no block between the two is made. Payments share it. */
export const lockPairShared = (tx: Context, first: string, second: string) =>
  sql`SELECT lock_pair_shared(${first}, ${second})`.execute(tx.db)

/** Waits for payments in progress between the two accounts, and blocks new ones until the transaction ends. */
export const lockPairExclusive = (tx: Context, first: string, second: string) =>
  sql`SELECT pg_advisory_xact_lock(pair_lock_key(${first}, ${second}))`.execute(tx.db)

/** Whether a late payment may still go to this performer; the caller has locked the pair. */
export async function canStillBePaidBy(tx: Context, payerId: string, performerId: string): Promise<boolean> {
  const query = sql<{ hidden: boolean }>`SELECT performer_is_hidden(${payerId}, ${performerId}, NULL) AS hidden`
  return !(await row(tx.db, query))!.hidden
}
