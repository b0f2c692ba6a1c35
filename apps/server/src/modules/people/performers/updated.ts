import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

/** Updates the time by which lists are sorted by last change. */
export const markUpdated = (tx: Context, ids: readonly string[]) =>
  sql`UPDATE performers SET updated_at = app_now() WHERE account_id = ANY(${ids}::uuid[])`.execute(tx.db)
