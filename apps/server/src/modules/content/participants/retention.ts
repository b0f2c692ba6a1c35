import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

// What remains of participants when an account is closed.

/**
 * Of the people of a creator who never consented nothing remains. What others signed is retained without name and address, encrypted, as
 * record-keeping laws require; their links still withdraw, because buyers keep what was published.
 */
export async function eraseParticipantsOf(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM participants WHERE performer_id = ${accountId} AND verified_at IS NULL`.execute(tx.db)
  await sql`UPDATE participants SET name = '', email = NULL, locale = NULL, link_hash = NULL, reason = NULL, removed_at = coalesce(removed_at, app_now()),
      status = CASE status WHEN 'invited' THEN 'expired' ELSE status END
    WHERE performer_id = ${accountId}`.execute(tx.db)
  // Requests to this account that were never answered.
  await sql`DELETE FROM participants WHERE account_id = ${accountId} AND verified_at IS NULL`.execute(tx.db)
}

/** Their rows go; the encrypted files, which nothing names any more, go with the sweep of orphans. */
export const deleteParticipants = (tx: Context, performerId: string) =>
  sql`DELETE FROM participants WHERE performer_id = ${performerId}`.execute(tx.db)
