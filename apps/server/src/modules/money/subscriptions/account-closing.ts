import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { expire, liveStatuses, revoke, publishSubscription } from './end-subscription.ts'
import { lockSubscription } from './lock.ts'
import { dropWaitingChange } from './plan-change-store.ts'
import type { SubscriptionRow } from './store.ts'
import { subscriptionCancelled } from './events.ts'

// What becomes of subscriptions when one of the two closes their account.

const idsOf = (tx: Context, fanId: string | null, performerId: string | null) =>
  rows(
    tx.db,
    sql<{ id: string }>`SELECT id FROM subscriptions
      WHERE (fan_id = ${fanId}::uuid OR performer_id = ${performerId}::uuid) AND (status = ANY(${liveStatuses}::text[]) OR access_until > app_now())
      ORDER BY id`,
  )

/** Nothing this fan pays for renews; what is paid lasts. */
export async function cancelAllOf(tx: Context, fanId: string): Promise<void> {
  for (const { id } of await idsOf(tx, fanId, null)) await cancelAndHold(tx, id)
}

/** Cancels a subscription at the end of its period, whichever side requested it. */
export async function cancelAndHold(tx: Context, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, id)
  if (!subscription || !liveStatuses.includes(subscription.status)) return
  if (endsWhenCancelled.includes(subscription.status)) return expire(tx, subscription)
  if (subscription.cancel_at_period_end) return
  await stopRenewing(tx, subscription)
  await publishSubscription(tx, subscriptionCancelled, subscription)
}
/** Nothing is paid for in these: they end at once. */
export const endsWhenCancelled: readonly SubscriptionRow['status'][] = ['incomplete', 'paused', 'past_due']
export async function stopRenewing(tx: Context, { id }: Pick<SubscriptionRow, 'id'>): Promise<void> {
  await sql`UPDATE subscriptions SET cancel_at_period_end = true, pause_months = NULL, access_until = current_period_end, updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)
  await dropWaitingChange(tx, id)
}

/** Everything between this account and others ends at once. What its subscribers can't use went back when the closing began. */
export async function endAllOf(tx: Context, accountId: string): Promise<void> {
  for (const { id } of await idsOf(tx, accountId, accountId)) {
    const subscription = await lockSubscription(tx, id)
    if (subscription) await revoke(tx, subscription)
  }
  await sql`DELETE FROM page_closures WHERE performer_id = ${accountId}`.execute(tx.db)
}
