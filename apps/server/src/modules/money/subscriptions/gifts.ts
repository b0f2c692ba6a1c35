import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lockPairExclusive } from '../../access/pair-lock.ts'
import { fillInbox } from '../../content/items/inbox.ts'
import { countSubscriber, publishSubscription } from './end-subscription.ts'
import { subscriptionGiven } from './events.ts'
import { lockSubscription } from './lock.ts'
import type { SubscriptionRow } from './store.ts'

export interface Gift {
  userId: string
  months: number
}

/**
 * Gives months without payment: what runs is longer by them, and without a subscription one begins that ends by itself. Only to people who follow,
 * subscribe, or have paid this creator something. Returns the subscription’s id.
 */
export function give(ctx: Context, creator: SignedIn, { userId, months }: Gift): Promise<string> {
  return ctx.transaction(async (tx) => {
    // Two at once come one after another.
    await lockPairExclusive(tx, userId, creator.id)
    if (!(await isInAudience(tx, userId, creator.id))) refuse('NOT_FOUND')
    const live = await row(
      tx.db,
      sql<{ id: string }>`SELECT id FROM subscriptions WHERE fan_id = ${userId} AND performer_id = ${creator.id}
        AND status IN ('incomplete', 'active', 'trialing', 'paused', 'past_due')`,
    )
    const given = live ? await lengthen(tx, live.id, months) : await begin(tx, userId, creator.id, months)
    await publishSubscription(tx, subscriptionGiven, given)
    return given.id
  })
}

/** Of an account that can be given something, and knows the creator. */
const isInAudience = async (tx: Context, userId: string, creatorId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 AS found FROM accounts a WHERE a.id = ${userId} AND a.status = 'active' AND a.id <> ${creatorId}
      AND NOT performer_is_hidden(a.id, ${creatorId}, NULL)
      AND (EXISTS (SELECT FROM follows f WHERE f.follower_id = a.id AND f.performer_id = ${creatorId})
        OR EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = a.id AND s.performer_id = ${creatorId})
        OR EXISTS (SELECT FROM charges c WHERE c.user_id = a.id AND c.performer_id = ${creatorId}))`,
  )) !== undefined

async function lengthen(tx: Context, id: string, months: number): Promise<SubscriptionRow> {
  const subscription = (await lockSubscription(tx, id))!
  // One that rests or is behind has nothing that could be longer.
  refuseIf(!['active', 'trialing'].includes(subscription.status), 'SUBSCRIPTION_NOT_CHANGEABLE')
  await sql`UPDATE subscriptions SET current_period_end = months_after(current_period_end, ${months}),
    access_until = months_after(access_until, ${months}), anchor_at = months_after(current_period_end, ${months}), anchor_periods = 0,
    updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
  return subscription
}

async function begin(tx: Context, userId: string, creatorId: string, months: number): Promise<SubscriptionRow> {
  const made = (await row(
    tx.db,
    sql<SubscriptionRow>`INSERT INTO subscriptions (fan_id, performer_id, type, status, months, current_period_end, access_until)
      VALUES (${userId}, ${creatorId}, 'gift', 'active', ${months}, months_after(app_now(), ${months}), months_after(app_now(), ${months}))
      RETURNING *`,
  ))!
  await countSubscriber(tx, made, 1)
  await fillInbox(tx, userId, creatorId)
  return made
}
