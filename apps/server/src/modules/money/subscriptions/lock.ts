import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { SubscriptionRow } from './store.ts'

/** Locks the pair of accounts and then the row of a subscription until the transaction ends. A block takes the locks in this order too. */
export async function lockSubscription(tx: Context, id: string): Promise<SubscriptionRow | undefined> {
  await sql`SELECT lock_pair_shared(fan_id, performer_id) FROM subscriptions WHERE id = ${id}`.execute(tx.db)
  return row(tx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id} FOR UPDATE`)
}
