import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { expire, publishSubscription } from './end-subscription.ts'
import { endsWhenCancelled, stopRenewing } from './account-closing.ts'
import { lockSubscription } from './lock.ts'
import type { SubscriptionRow } from './store.ts'
import { subscriptionCancelled } from './events.ts'

/** What is paid stays paid: access lasts to the end of the period, and nothing is charged after it. */
export async function cancel(
  ctx: Context,
  fan: SignedIn,
  { id, gateway }: { id: string; gateway: SubscriptionRow['payment_gateway'] },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, id)
    if (subscription?.fan_id !== fan.id || subscription.payment_gateway !== gateway) refuse('NOT_FOUND')
    if (endsWhenCancelled.includes(subscription.status)) return expire(tx, subscription)
    if (subscription.cancel_at_period_end || subscription.status === 'expired' || subscription.status === 'revoked')
      return
    await stopRenewing(tx, subscription)
    await publishSubscription(tx, subscriptionCancelled, subscription)
  })
}
