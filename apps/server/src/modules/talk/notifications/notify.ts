import { type NotificationKindName, notificationKinds } from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { lockSettings, wants } from './settings.ts'
import { notificationCreated } from './events.ts'
import { deliverNotificationJob } from './jobs.ts'

export interface NewNotification {
  accountId: string
  kind: NotificationKindName
  /** Who caused it: no account is notified of what it did itself, or of one between which and it there is a block. */
  actorId?: string
  itemId?: string | null | undefined
  commentId?: string | null
  /** Of an order or a subscription. */
  objectId?: string
  /** Hundredths of a token. */
  tokens?: bigint
  detail?: string
  /** Unread notifications with the same key are one. */
  groupKey: string
}
const actorsMax = 50
/** Emails and push messages wait this long: what is read or grouped meanwhile is not sent. */
const waitMs = { push: 5_000, email: 60_000 }

/** Now, and not when the transaction began: one transaction handles many events, whose order the list shows. */
const at = sql`app_now() + (clock_timestamp() - now())`

/** Writes a notification in the transaction of the event's other effects, with the jobs that send it by email and push. */
export async function notify(tx: Context, given: NewNotification): Promise<void> {
  const { accountId, kind, actorId = null } = given
  if (actorId === accountId || !(await mayBeNotified(tx, accountId, actorId))) return
  const { topic, filter, email } = notificationKinds[kind]
  const settings = await lockSettings(tx, accountId)
  const isListed = wants(settings, topic, 'inApp')
  const byPush = wants(settings, topic, 'push')
  const byEmail = email === 'notification' && wants(settings, topic, 'email')
  if (!isListed && !byPush && !byEmail) return
  const stored = (await row(
    tx.db,
    sql<{
      id: string
    }>`INSERT INTO notifications AS n (account_id, kind, filter, group_key, actor_ids, actor_count, item_id, comment_id,
        object_id, tokens, detail, is_listed, created_at, updated_at)
      VALUES (${accountId}, ${kind}, ${filter}, ${given.groupKey}, ${actorId === null ? [] : [actorId]}::uuid[], ${actorId === null ? 0 : 1},
        ${given.itemId ?? null}, ${given.commentId ?? null}, ${given.objectId ?? null}, ${given.tokens ?? null}, ${given.detail ?? ''}, ${isListed}, ${at}, ${at})
      ON CONFLICT (account_id, group_key) WHERE read_at IS NULL DO UPDATE SET
        actor_count = n.actor_count + (NOT n.actor_ids @> excluded.actor_ids)::int,
        actor_ids = (excluded.actor_ids || (SELECT coalesce(array_agg(a ORDER BY at), '{}')
          FROM unnest(n.actor_ids) WITH ORDINALITY AS u(a, at) WHERE NOT excluded.actor_ids @> ARRAY[a]))[1:${actorsMax}::int],
        comment_id = excluded.comment_id, tokens = coalesce(n.tokens + excluded.tokens, excluded.tokens), detail = excluded.detail,
        updated_at = greatest(excluded.updated_at, n.updated_at + interval '1 microsecond')
      RETURNING id`,
  ))!
  if (isListed) await publish(tx, notificationCreated, { accountId, notificationId: stored.id })
  const send = (channel: keyof typeof waitMs) =>
    deliverNotificationJob.enqueue(
      tx,
      { notificationId: stored.id, channel },
      { key: `notification:${stored.id}:${channel}`, runAt: new Date(Date.now() + waitMs[channel]) },
    )
  if (byPush && (await hasPush(tx, accountId))) await send('push')
  // With the summary on, it is collected once a day.
  if (byEmail && !settings.emailSummary) await send('email')
}

/** Not accounts that are closed, and nothing of people between whom and them there is a block. */
const mayBeNotified = async (tx: Context, accountId: string, actorId: string | null): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 AS found FROM accounts a WHERE a.id = ${accountId} AND a.status <> 'closed'
      AND NOT EXISTS (SELECT FROM blocked_with(${accountId}) b(id) WHERE b.id = ${actorId}::uuid)`,
  )) !== undefined

export const hasPush = async (tx: Context, accountId: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT 1 AS found FROM push_subscriptions WHERE account_id = ${accountId} LIMIT 1`)) !==
  undefined
