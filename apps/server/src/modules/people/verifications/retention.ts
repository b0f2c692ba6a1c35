import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

// How long documents are retained after an account is closed.

/** A creator who was never approved has published nothing for which identity documents must be retained. */
export const wasEverApproved = async (tx: Context, performerId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 FROM verifications WHERE performer_id = ${performerId} AND status IN ('approved', 'expired', 'revoked') LIMIT 1`,
  )) !== undefined

/** Their rows go; the encrypted files, which nothing names any more, go with the sweep of orphans. */
export async function deleteDocuments(tx: Context, performerId: string): Promise<void> {
  await sql`DELETE FROM verification_documents d USING verifications v
    WHERE v.id = d.verification_id AND v.performer_id = ${performerId}`.execute(tx.db)
  await sql`DELETE FROM verifications WHERE performer_id = ${performerId}`.execute(tx.db)
}
