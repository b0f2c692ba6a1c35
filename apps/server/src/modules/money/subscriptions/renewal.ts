import type { Context } from '../../../platform/context.ts'
import { row, sql, sqlState } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isSiteClosedTo } from '../../../platform/http/site-closed.ts'
import { mail } from '../../site/mail/outbox.ts'
import { attempt } from '../payments/attempt.ts'
import { cardOf, cardsOf, insertPayment, paymentOfKey } from '../payments/records.ts'
import { beginPause, expire } from './end-subscription.ts'
import { isPaused, openPages } from './page-closures.ts'
import { fallBehind, payPeriod } from './periods.ts'
import { lockSubscription } from './lock.ts'
import { beginWaitingPlan } from './plan-change-store.ts'
import { dueSubscriptions, type SubscriptionRow } from './store.ts'
import { newPayment, paymentKey } from './subscribe.ts'

const batch = 200
/** Nothing renews what was not paid for. */
const endsByItself: readonly SubscriptionRow['type'][] = ['free', 'gift']

/** Everything that is due: renewals, retries, ends. Safe to run twice and on two machines. */
export async function renewDue(ctx: Context): Promise<void> {
  await openPages(ctx)
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
      // Closed since it was decided: then it waits, and is not behind.
      if (!subscription || !isDue(tx, subscription) || (await isPaused(tx, subscription.performer_id))) return
      await fallBehind(tx, subscription)
    })
  }
}

/** Returns the card payment to make, where a card pays. */
async function decide(tx: Context, id: string): Promise<string | undefined> {
  let subscription = await lockSubscription(tx, id)
  if (!subscription || !isDue(tx, subscription)) return undefined
  if (await isPaused(tx, subscription.performer_id)) return undefined
  if (endsByItself.includes(subscription.type) || subscription.cancel_at_period_end) {
    await expire(tx, subscription)
    return undefined
  }
  const { isHidden, isElsewhere, ...fan } = await whatFanSees(tx, subscription)
  if (isHidden || isElsewhere) {
    await expire(tx, subscription)
    if (!isHidden) await mailStopped(tx, fan)
    return undefined
  }
  if (subscription.pause_months !== null && subscription.status === 'active') {
    await beginPause(tx, subscription)
    return undefined
  }
  subscription = await beginWaitingPlan(tx, subscription)
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
  if (subscription.status === 'paused') return subscription.paused_until !== null && subscription.paused_until <= now
  return (
    (subscription.status === 'active' || subscription.status === 'trialing') &&
    subscription.current_period_end !== null &&
    subscription.current_period_end <= now
  )
}

interface Sight {
  /** The page is closed for good, there is a block between the two, or the fan's account is suspended. */
  isHidden: boolean
  /** The fan was last seen in a country from which the creator, or the site, can't be viewed. */
  isElsewhere: boolean
  name: string
  email: string | null
  locale: string | null
  creator: string
}
/** Nothing is charged for what the fan can't look at, as far as it is known: a renewal has no request, so the country is that of the last one. */
async function whatFanSees(tx: Context, { fan_id, performer_id }: SubscriptionRow): Promise<Sight> {
  const { country, ...seen } = (await row(
    tx.db,
    sql<
      Sight & { country: string | null }
    >`SELECT performer_is_hidden(f.id, c.id, NULL) OR f.status IN ('suspended', 'closed') AS "isHidden",
        EXISTS (SELECT FROM country_blocks b WHERE b.performer_id = c.id AND b.country = last_seen_country(f.id)) AS "isElsewhere",
        last_seen_country(f.id) AS country, f.name, f.email::text AS email, f.locale, c.name AS creator
      FROM accounts f, accounts c WHERE f.id = ${fan_id} AND c.id = ${performer_id}`,
  ))!
  return { ...seen, isElsewhere: seen.isElsewhere || isSiteClosedTo(tx, country) }
}

async function mailStopped(tx: Context, { name, email, locale, creator }: Omit<Sight, 'isHidden' | 'isElsewhere'>) {
  if (email) await mail(tx, { to: email, kind: 'renewal_stopped', locale, values: { name, creator } })
}
