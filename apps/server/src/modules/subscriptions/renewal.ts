import type { Context } from '../../platform/context.ts'
import { sqlState } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { canStillBePaidBy } from '../access/pair-lock.ts'
import { attempt } from '../payments/attempt.ts'
import { cardOf, cardsOf, insertPayment, paymentOfKey } from '../payments/records.ts'
import { expire } from './end-subscription.ts'
import { fallBehind, payPeriod } from './periods.ts'
import { lockSubscription } from './lock.ts'
import { dueSubscriptions, type SubscriptionRow } from './store.ts'
import { newPayment, paymentKey } from './subscribe.ts'

const batch = 200

/** Everything that is due: renewals, retries, ends. Safe to run twice and on two machines. */
export async function renewDue(ctx: Context): Promise<void> {
  for (const { id } of await dueSubscriptions(ctx, batch)) {
    await renew(ctx, id).catch((error: unknown) =>
      ctx.log.error({ err: error, subscriptionId: id }, 'a renewal failed and is tried again'),
    )
  }
}

/** Takes one subscription over the end of its period, if it is there. */
export async function renew(ctx: Context, id: string): Promise<void> {
  try {
    const paymentId = await ctx.transaction((tx) => decide(tx, id))
    if (paymentId) await attempt(ctx, paymentId)
  } catch (error) {
    // Already posted by another process.
    if (sqlState(error) === '23505') return
    if (!(error instanceof Refusal)) throw error
    await ctx.transaction(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      if (subscription && isDue(tx, subscription)) await fallBehind(tx, subscription)
    })
  }
}

/** Returns the card payment to make, where a card pays. */
async function decide(tx: Context, id: string): Promise<string | undefined> {
  const subscription = await lockSubscription(tx, id)
  if (!subscription || !isDue(tx, subscription)) return undefined
  if (subscription.type === 'free' || subscription.cancel_at_period_end || !(await canRenew(tx, subscription))) {
    await expire(tx, subscription)
    return undefined
  }
  const next = subscription.period_number + 1
  if (subscription.payment_gateway === 'wallet') {
    await payPeriod(tx, subscription, next)
    return undefined
  }
  const retry = subscription.status === 'past_due' ? subscription.retry_count + 1 : 0
  const card =
    (subscription.card_id && (await cardOf(tx, subscription.fan_id, subscription.card_id))) ||
    (await cardsOf(tx, subscription.fan_id))[0]
  if (!card) {
    await fallBehind(tx, subscription)
    return undefined
  }
  const payment =
    (await insertPayment(tx, newPayment(tx, subscription, card, next, retry))) ??
    (await paymentOfKey(tx, subscription.fan_id, paymentKey(subscription.id, next, retry)))
  return payment?.status === 'created' ? payment.id : undefined
}

function isDue(ctx: Context, subscription: SubscriptionRow): boolean {
  const now = ctx.clock.now()
  if (subscription.status === 'past_due')
    return subscription.next_retry_at !== null && subscription.next_retry_at <= now
  return (
    (subscription.status === 'active' || subscription.status === 'trialing') &&
    subscription.current_period_end !== null &&
    subscription.current_period_end <= now
  )
}

/**
 * A subscription is not charged if the performer's account is closed, or if there is a block between the two. The fan's country and age
 * are those of a request, and a renewal has none: what they agreed to pay for goes on.
 */
const canRenew = (tx: Context, { fan_id, performer_id }: SubscriptionRow): Promise<boolean> =>
  canStillBePaidBy(tx, fan_id, performer_id)
