import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { requireCardAllowed, requirePayingAllowed } from '../payments/paying-block.ts'
import { cardOf } from '../payments/records.ts'
import { chosenGateway } from '../payments/top-up.ts'
import { publishSubscription } from './end-subscription.ts'
import { subscriptionChanged } from './events.ts'
import { lockSubscription } from './lock.ts'
import { renew } from './renewal.ts'
import type { SubscriptionRow } from './store.ts'

// What fans decide about a subscription that they have: to go on with it, to let it rest, and how it is paid. (domain §4)

/** Renews again: takes back a cancellation or a pause that has not begun, or ends one that runs, whose next period is then paid at once. */
export async function resume(ctx: Context, fan: SignedIn, id: string): Promise<void> {
  const isDue = await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(tx, fan, id)
    await requireVisiblePerformer(tx, fan, subscription.performer_id)
    if (subscription.status === 'paused') {
      await requirePayingAllowed(tx, fan.id)
      await sql`UPDATE subscriptions SET paused_until = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(
        tx.db,
      )
      return true
    }
    requireRenewable(tx, subscription)
    if (!subscription.cancel_at_period_end && subscription.pause_months === null) return false
    await sql`UPDATE subscriptions SET cancel_at_period_end = false, pause_months = NULL, access_until = current_period_end + interval '1 hour',
      updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
    await publishSubscription(tx, subscriptionChanged, subscription)
    return false
  })
  if (isDue) await renew(ctx, id)
}

/** Rests from the end of the period, once. Asking again before it begins changes for how long. */
export async function pause(ctx: Context, fan: SignedIn, { id, months }: { id: string; months: 1 | 3 }): Promise<void> {
  await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(tx, fan, id)
    refuseIf(subscription.was_paused, 'PAUSE_USED')
    requireRenewable(tx, subscription)
    refuseIf(subscription.cancel_at_period_end, 'SUBSCRIPTION_NOT_CHANGEABLE')
    await sql`UPDATE subscriptions SET pause_months = ${months}, access_until = current_period_end, updated_at = app_now() WHERE id = ${id}`.execute(
      tx.db,
    )
    await publishSubscription(tx, subscriptionChanged, subscription)
  })
}

/** How the next periods are paid. What has failed is tried with it at once, as the next of its tries. */
export async function changePayment(
  ctx: Context,
  fan: SignedIn,
  {
    id,
    paymentGateway,
    cardId,
  }: { id: string; paymentGateway: SubscriptionRow['payment_gateway']; cardId?: string | undefined },
): Promise<void> {
  if (paymentGateway !== 'wallet') chosenGateway(ctx, paymentGateway)
  const isDue = await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(tx, fan, id)
    const { status, type } = subscription
    refuseIf(status === 'expired' || status === 'revoked', 'SUBSCRIPTION_OVER')
    refuseIf(status === 'incomplete' || type === 'free' || type === 'gift', 'SUBSCRIPTION_NOT_CHANGEABLE')
    const card = paymentGateway === 'wallet' || !cardId ? undefined : await cardOf(tx, fan.id, cardId)
    if (paymentGateway !== 'wallet' && card?.gateway !== paymentGateway) refuse('NOT_FOUND')
    await requirePayingAllowed(tx, fan.id)
    if (card) await requireCardAllowed(tx, card.fingerprint)
    await sql`UPDATE subscriptions SET payment_gateway = ${paymentGateway}, card_id = ${card?.id ?? null},
      next_retry_at = CASE WHEN status = 'past_due' THEN app_now() END, updated_at = app_now() WHERE id = ${id}`.execute(
      tx.db,
    )
    // What waits for the end of the period is paid in the same way.
    await sql`UPDATE plan_changes SET payment_gateway = ${paymentGateway}, card_id = ${card?.id ?? null}, updated_at = app_now()
      WHERE subscription_id = ${id} AND status = 'waiting' AND NOT at_once`.execute(tx.db)
    await publishSubscription(tx, subscriptionChanged, subscription)
    return status === 'past_due'
  })
  if (isDue) await renew(ctx, id)
}

async function lockOwn(tx: Context, fan: SignedIn, id: string): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(tx, id)
  return subscription?.fan_id === fan.id ? subscription : refuse('NOT_FOUND')
}

/** Runs, is paid for, and its period is not over. */
function requireRenewable(tx: Context, { status, type, current_period_end }: SubscriptionRow): void {
  const isOver = current_period_end !== null && current_period_end <= tx.clock.now()
  refuseIf(status === 'expired' || status === 'revoked' || isOver, 'SUBSCRIPTION_OVER')
  refuseIf(
    (status !== 'active' && status !== 'trialing') || type === 'free' || type === 'gift',
    'SUBSCRIPTION_NOT_CHANGEABLE',
  )
}
