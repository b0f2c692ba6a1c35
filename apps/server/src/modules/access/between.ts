import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'

// A payment and a block between the same two people take turns: whoever blocks hears of it when nothing more can be charged, and
// what is asked of the door under this hold stays true until the money has moved.

/** From here to the end of the transaction no block between the two is made. Payments share it. */
export const holdBetween = (tx: Context, one: string, other: string) =>
  sql`SELECT hold_between(${one}, ${other})`.execute(tx.db)

/** Waits for the payments that are on their way between the two, and lets none begin before the transaction ends. */
export const standBetween = (tx: Context, one: string, other: string) =>
  sql`SELECT pg_advisory_xact_lock(between_two(${one}, ${other}))`.execute(tx.db)

/** Whether money that comes late may still be for this performer; the caller holds the two. */
export async function mayStillPay(tx: Context, payerId: string, performerId: string): Promise<boolean> {
  const asked = sql<{ hidden: boolean }>`SELECT performer_is_hidden(${payerId}, ${performerId}, NULL) AS hidden`
  return !(await row(tx.db, asked))!.hidden
}
