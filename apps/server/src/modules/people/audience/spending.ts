import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

// What each fan spent with each creator is added up by a trigger of earnings, `fan_spending_changed`.

/** The sums of an account that is being closed, on either side. */
export async function deleteSpending(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM fan_spending WHERE performer_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM fan_spending WHERE fan_id = ${accountId}`.execute(tx.db)
}
