import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

/** Of an account that is closed, and what others said of it. */
export const deleteNotInterested = (tx: Context, accountId: string) =>
  sql`DELETE FROM not_interested WHERE account_id = ${accountId} OR performer_id = ${accountId}`.execute(tx.db)
