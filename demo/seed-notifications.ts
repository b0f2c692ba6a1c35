import type { Context } from '@fanlight/server/platform/context'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import type { DeclaredEvent, PublishedEvent } from '@fanlight/server/platform/events/events'
import { itemPublished } from '@fanlight/server/modules/content/items/events'
import { messageSent } from '@fanlight/server/modules/talk/conversations/events'
import { comment } from '@fanlight/server/modules/content/comments/commenting'
import { type NewNotification, notify } from '@fanlight/server/modules/talk/notifications/notify'
import { notificationSubscriber } from '@fanlight/server/modules/talk/notifications/subscriber'
import { expire } from '@fanlight/server/modules/money/subscriptions/end-subscription'
import { give } from '@fanlight/server/modules/money/subscriptions/gifts'
import { lockSubscription } from '@fanlight/server/modules/money/subscriptions/lock'
import { react } from '@fanlight/server/modules/content/reactions/reacting'
import type { SignedIn } from '@fanlight/server/platform/viewer'
import { day, hour } from './clock.ts'

// Notifications of the demo world's last two weeks, by the subscriber that writes all others, at the time of each event.

const recentMs = 14 * day
/** What is older than this was read. */
const unreadMs = 30 * hour
type GoTo = (at: Date) => Promise<unknown>
/** Events that send something instead of writing a notification. */
const sendsOnly: readonly DeclaredEvent[] = [messageSent, itemPublished]
const written = new Set(
  notificationSubscriber.events.filter((event) => !sendsOnly.includes(event)).map(({ name }) => name),
)

/** Handles what the rules have published before the clock moves on; `finish` marks it, so that it is not handled at the present time. */
export function notifying(tx: Context, opened: Date, goTo: GoTo): { goTo: GoTo; finish(): Promise<void> } {
  const begin = opened.getTime() - recentMs
  let moment: Date | undefined
  let last: bigint | undefined
  const handle = async () => {
    if (!moment || moment.getTime() < begin) return
    last ??= -1n
    const found = await rows(
      tx.db,
      sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, payload FROM events
        WHERE xid = pg_current_xact_id() AND id > ${last} ORDER BY id`,
    )
    for (const event of found) if (written.has(event.topic)) await notificationSubscriber.handle(tx, event)
    last = found.at(-1)?.id ?? last
  }
  return {
    async goTo(at) {
      await handle()
      if (last === undefined && at.getTime() >= begin)
        last = (await row(
          tx.db,
          sql<{ id: bigint }>`SELECT coalesce(max(id), -1) AS id FROM events WHERE xid = pg_current_xact_id()`,
        ))!.id
      moment = at
      return goTo(at)
    },
    async finish() {
      await handle()
      await sql`UPDATE events SET payload = payload || '{"isBackdated": true}' WHERE xid = pg_current_xact_id()`.execute(
        tx.db,
      )
      await settle(tx, opened)
    },
  }
}

/** No emails about the past; and what is older than a day was read. */
async function settle(tx: Context, opened: Date): Promise<void> {
  const readUntil = new Date(opened.getTime() - unreadMs)
  await sql`UPDATE notifications SET emailed_at = updated_at, read_at = CASE WHEN updated_at < ${readUntil} THEN updated_at END`.execute(
    tx.db,
  )
}

interface Cast {
  fan: SignedIn
  creator: SignedIn
  /** Who likes what the fan wrote. */
  others: readonly SignedIn[]
}
/** What was written without the rules: comments, likes and follows. */
export async function makeNotifications(
  tx: Context,
  opened: Date,
  { fan, creator, others }: Cast,
  goTo: GoTo,
): Promise<void> {
  const since = new Date(opened.getTime() - recentMs)
  const past = await rows(
    tx.db,
    sql<{ at: Date; topic: string; payload: Record<string, unknown> }>`
      SELECT * FROM (SELECT c.created_at AS at, 'comment.written' AS topic, jsonb_build_object('commentId', c.id, 'itemId', c.item_id,
          'performerId', i.performer_id, 'authorId', c.author_id, 'parentId', c.parent_id) AS payload
        FROM comments c JOIN items i ON i.id = c.item_id LEFT JOIN comments p ON p.id = c.parent_id
        WHERE c.created_at > ${since} AND (i.performer_id = ${creator.id} OR p.author_id = ${fan.id}) ORDER BY c.created_at DESC LIMIT 40) c
      UNION ALL SELECT * FROM (SELECT r.created_at, 'reaction.liked', jsonb_build_object('objectType', r.object_type, 'objectId', r.object_id,
          'performerId', i.performer_id, 'fanId', r.account_id)
        FROM reactions r JOIN items i ON i.id = r.object_id
        WHERE i.performer_id = ${creator.id} AND r.action = 'like' AND r.created_at > ${since} ORDER BY r.created_at DESC LIMIT 60) r
      UNION ALL SELECT * FROM (SELECT created_at, 'follow.started', jsonb_build_object('fanId', follower_id, 'performerId', performer_id)
        FROM follows WHERE performer_id = ${creator.id} AND created_at > ${since} ORDER BY created_at DESC LIMIT 20) f
      ORDER BY at`,
  )
  for (const [at, { at: moment, topic, payload }] of past.entries()) {
    await goTo(moment)
    await notificationSubscriber.handle(tx, { id: BigInt(-1 - at), xid: '0', topic, payload })
  }
  const own = await row(
    tx.db,
    sql<{
      id: string
    }>`SELECT c.id FROM comments c JOIN items i ON i.id = c.item_id WHERE c.author_id = ${fan.id} AND i.gate_type = 'public'
      ORDER BY c.created_at DESC LIMIT 1`,
  )
  const notified = notifying(tx, opened, goTo)
  for (const [n, viewer] of (own ? others : []).entries()) {
    await notified.goTo(new Date(opened.getTime() - (others.length - n) * hour))
    await react(tx, viewer, { action: 'like', objectType: 'comment', objectId: own!.id })
  }
  await notified.finish()
  await sql`INSERT INTO notification_settings (account_id, posts_read_at) SELECT id, ${new Date(opened.getTime() - unreadMs)} FROM accounts
    ON CONFLICT (account_id) DO UPDATE SET posts_read_at = excluded.posts_read_at`.execute(tx.db)
}

/** Subscriptions that were canceled and ran out lately end with their period, by the rule that ends all others. */
async function endWhatRanOut(tx: Context, opened: Date, goTo: GoTo): Promise<void> {
  const over = await rows(
    tx.db,
    sql<{ id: string; endedAt: Date }>`SELECT id, current_period_end AS "endedAt" FROM subscriptions
      WHERE cancel_at_period_end AND status = 'active' AND current_period_end < ${opened}
        AND current_period_end > ${new Date(opened.getTime() - recentMs)} ORDER BY current_period_end`,
  )
  for (const { id, endedAt } of over) {
    await goTo(endedAt)
    await expire(tx, (await lockSubscription(tx, id))!)
  }
}

/** A creator gives a month to a follower who has never subscribed. */
async function giveMonth(tx: Context, creator: SignedIn): Promise<void> {
  const follower = await row(
    tx.db,
    sql<{ id: string }>`SELECT a.id FROM follows f JOIN accounts a ON a.id = f.follower_id AND a.role = 'user'
      WHERE f.performer_id = ${creator.id}
        AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = a.id AND s.performer_id = ${creator.id})
      ORDER BY a.username LIMIT 1`,
  )
  if (follower) await give(tx, creator, { userId: follower.id, months: 1 })
}

interface KindsCast {
  fan: SignedIn
  creator: SignedIn
  /** Another creator, whose verification took longer. */
  other: SignedIn
  guest: SignedIn
}
/** What has not happened by itself by now, so that each kind of notification is shown to someone. */
export async function makeOtherKinds(
  tx: Context,
  opened: Date,
  { fan, creator, other, guest }: KindsCast,
  goTo: GoTo,
): Promise<void> {
  const notified = notifying(tx, opened, goTo)
  const hoursAgo = (hours: number) => notified.goTo(new Date(opened.getTime() - hours * hour))
  await hoursAgo(20)
  const post = await row(
    tx.db,
    sql<{ itemId: string; commentId: string }>`SELECT c.item_id AS "itemId", c.id AS "commentId" FROM comments c
      JOIN items i ON i.id = c.item_id AND i.kind = 'feed' AND i.gate_type = 'public' AND i.status = 'published'
      WHERE c.author_id = ${fan.id} AND c.parent_id IS NULL AND c.deleted_at IS NULL ORDER BY c.created_at DESC LIMIT 1`,
  )
  if (post) {
    const { itemId, commentId } = post
    await comment(tx, creator, { itemId, parentId: commentId, text: 'I wondered about that, too.' })
    await comment(tx, guest, { itemId, text: 'This needs a bowl by @valloyclay.' })
  }
  await react(tx, guest, { action: 'like', objectType: 'performer', objectId: creator.id })
  await endWhatRanOut(tx, opened, notified.goTo)
  await hoursAgo(60)
  await giveMonth(tx, creator)
  await notified.finish()

  const subscription = await row(
    tx.db,
    sql<{
      id: string
      performerId: string
      renewedAt: Date
    }>`SELECT s.id, s.performer_id AS "performerId", max(c.created_at) AS "renewedAt" FROM subscriptions s
      JOIN charges c ON c.user_id = s.fan_id AND c.performer_id = s.performer_id AND c.type = 'subscription'
        AND c.created_at > s.started_at + interval '1 day'
      WHERE s.fan_id = ${fan.id} AND s.status = 'active' GROUP BY s.id ORDER BY "renewedAt" DESC LIMIT 1`,
  )
  const order = await row(
    tx.db,
    sql<{
      id: string
      buyerId: string
      performerId: string
    }>`SELECT id, buyer_id AS "buyerId", performer_id AS "performerId"
      FROM orders ORDER BY created_at DESC LIMIT 1`,
  )
  const of = (kind: NewNotification['kind'], accountId: string, more: Partial<NewNotification> = {}) => ({
    accountId,
    kind,
    groupKey: `demo:${kind}`,
    ...more,
  })
  const ofSubscription = subscription && { actorId: subscription.performerId, objectId: subscription.id }
  const ofOrder = order && { objectId: order.id }
  const story: NewNotification[] = [
    of('verification_rejected', other.id),
    of('verification_more_info', other.id),
    of('verification_expired', other.id),
    of('verification_revoked', other.id),
    of('verification_approved', other.id),
    of('consent_signed', creator.id, { detail: 'Lio Brandt' }),
    of('consent_verified', creator.id, { detail: 'Lio Brandt' }),
    of('consent_rejected', creator.id, { detail: 'Pia Ohlsen' }),
    of('consent_withdrawn', creator.id, { detail: 'Pia Ohlsen' }),
    of('payout_paid', creator.id, { detail: 'T204-417N' }),
    of('payout_reduced', other.id, { detail: 'T204-422B' }),
    of('payout_rejected', other.id, { detail: 'T204-409C' }),
    of('payout_failed', other.id, { detail: 'T204-422B' }),
    of('payout_reversed', other.id, { detail: 'T204-398H' }),
    of('earnings_owed', other.id, { tokens: 4_800n }),
    of('report_decided', fan.id, { detail: 'FL-48213' }),
    of('appeal_decided', fan.id, { detail: 'FL-48213' }),
    ...(ofSubscription
      ? ([
          of('subscription_renewed', fan.id, ofSubscription),
          of('subscribed', subscription.performerId, { actorId: fan.id, objectId: subscription.id }),
        ] satisfies NewNotification[])
      : []),
    ...(ofOrder
      ? [
          of('order_placed', order.performerId, { ...ofOrder, actorId: order.buyerId }),
          of('order_shipped', order.buyerId, { ...ofOrder, actorId: order.performerId }),
          of('order_delivered', order.buyerId, { ...ofOrder, actorId: order.performerId }),
          of('order_cancelled', order.buyerId, { ...ofOrder, actorId: order.performerId }),
          of('order_problem', order.performerId, ofOrder),
          of('order_answered', order.buyerId, ofOrder),
          of('order_escalated', order.performerId, ofOrder),
          of('order_decided', order.buyerId, ofOrder),
          of('order_disputed', order.performerId, ofOrder),
          of('order_dispute_won', order.performerId, ofOrder),
          of('order_dispute_lost', order.performerId, ofOrder),
        ]
      : []),
    ...(['stream_soon', 'stream_begun', 'stream_moved', 'stream_cancelled'] as const).map((kind) =>
      of(kind, guest.id, { actorId: creator.id, detail: 'Glazing, round two' }),
    ),
    ...(['show_opened', 'show_begun', 'show_reached'] as const).map((kind) =>
      of(kind, guest.id, { actorId: creator.id, detail: 'The winter kiln' }),
    ),
    ...(['show_cancelled', 'show_not_held', 'show_not_reached'] as const).map((kind) =>
      of(kind, guest.id, { detail: 'A second firing', tokens: 15_000n }),
    ),
    ...(['own_show_reached', 'own_show_not_reached'] as const).map((kind) =>
      of(kind, creator.id, { detail: 'A second firing', tokens: 200_000n }),
    ),
    of('followed', creator.id, { actorId: guest.id }),
    of('comment_written', creator.id, { actorId: guest.id }),
  ]
  const known = new Set(
    (await rows(tx.db, sql<{ kind: string }>`SELECT DISTINCT kind FROM notifications`)).map(({ kind }) => kind),
  )
  // The payment went through at a later try.
  if (ofSubscription && !known.has('subscription_past_due')) {
    await goTo(new Date(subscription.renewedAt.getTime() - 2 * day))
    await notify(tx, of('subscription_past_due', fan.id, ofSubscription))
  }
  const missing = story.filter(({ kind }) => !known.has(kind))
  for (const [n, notification] of missing.entries()) {
    await goTo(new Date(opened.getTime() - (missing.length - n) * 14 * hour))
    await notify(tx, notification)
  }
  await settle(tx, opened)
}
