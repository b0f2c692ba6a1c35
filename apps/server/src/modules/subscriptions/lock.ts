import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import type { SubscriptionRow } from './store.ts'

/** The person who changes a subscription holds its two people and then its row until the transaction ends; a block takes them in this order too. */
export async function lockSubscription(tx: Context, id: string): Promise<SubscriptionRow | undefined> {
  await sql`SELECT lock_pair_shared(fan_id, performer_id) FROM subscriptions WHERE id = ${id}`.execute(tx.db)
  return row(tx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id} FOR UPDATE`)
}
