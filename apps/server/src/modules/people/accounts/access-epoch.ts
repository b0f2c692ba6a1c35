import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

/** Media addresses that this account was given before are refused from the commit on. */
export const raiseAccessEpoch = (tx: Context, accountId: string) =>
  sql`UPDATE accounts SET access_epoch = access_epoch + 1 WHERE id = ${accountId}`.execute(tx.db)
