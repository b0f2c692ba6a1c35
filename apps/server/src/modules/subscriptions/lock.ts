import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import type { SubscriptionRow } from './store.ts'

/** Whoever changes a subscription holds its row until the transaction ends. */
export const lockSubscription = (tx: Context, id: string) =>
  row(tx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id} FOR UPDATE`)
