import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { raiseAccessEpoch } from '../../people/accounts/access-epoch.ts'
import { emptyInbox } from '../../content/items/inbox.ts'
import { count } from '../../content/counters/roll-up.ts'
import { dropWaitingChange } from './plan-change-store.ts'
import type { SubscriptionRow } from './store.ts'
import { subscriptionExpired, subscriptionPaused, subscriptionRevoked, type subscriptionStarted } from './events.ts'

// How a subscription ends: by the clock, or at once. The caller has locked its row, or, between two, is there alone.

export const liveStatuses = ['incomplete', 'active', 'trialing', 'paused', 'past_due']
/** Counted among the subscribers. */
const countedStatuses = ['active', 'trialing', 'past_due']

/** Ends by the clock, with what access is left of the period. */
export async function expire(tx: Context, subscription: SubscriptionRow): Promise<void> {
  await sql`UPDATE subscriptions SET status = 'expired', next_retry_at = NULL, access_until = least(access_until, greatest(current_period_end, app_now())),
    updated_at = app_now() WHERE id = ${subscription.id}`.execute(tx.db)
  await dropWaitingChange(tx, subscription.id)
  await left(tx, subscription)
  await publishSubscription(tx, subscriptionExpired, subscription)
}

/** Rests: nothing opens and nothing is charged until the pause is over. */
export async function beginPause(tx: Context, subscription: SubscriptionRow): Promise<void> {
  await sql`UPDATE subscriptions SET status = 'paused', paused_until = months_after(current_period_end, pause_months), pause_months = NULL,
    was_paused = true, access_until = least(access_until, current_period_end), updated_at = app_now() WHERE id = ${subscription.id}`.execute(
    tx.db,
  )
  await left(tx, subscription)
  await publishSubscription(tx, subscriptionPaused, subscription)
}

/** Ends at once, with its access, for a refund, a dispute or a block. */
export async function revoke(tx: Context, subscription: SubscriptionRow): Promise<void> {
  await sql`UPDATE subscriptions SET status = 'revoked', access_until = app_now(), next_retry_at = NULL, updated_at = app_now() WHERE id = ${subscription.id}`.execute(
    tx.db,
  )
  await raiseAccessEpoch(tx, subscription.fan_id)
  await dropWaitingChange(tx, subscription.id)
  await left(tx, subscription)
  await publishSubscription(tx, subscriptionRevoked, subscription)
}

/** The performer has one fewer, unless this one had not begun or was over already. */
async function left(tx: Context, subscription: SubscriptionRow): Promise<void> {
  const { status, fan_id, performer_id } = subscription
  if (countedStatuses.includes(status)) await countSubscriber(tx, subscription, -1)
  await emptyInbox(tx, fan_id, performer_id)
}

export const countSubscriber = (tx: Context, { performer_id }: SubscriptionRow, by: 1 | -1): Promise<void> =>
  count(tx, [{ subject: 'performer', id: performer_id, counter: 'subscribers', by }])

export const publishSubscription = (
  tx: Context,
  event: typeof subscriptionStarted,
  { id, fan_id, performer_id }: SubscriptionRow,
) => publish(tx, event, { subscriptionId: id, userId: fan_id, performerId: performer_id })
