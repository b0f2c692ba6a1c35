import {
  type NotificationKindName,
  type NotificationTopic,
  notificationKinds,
} from '@fanlight/contract/notification-kinds'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { isDatabaseAway, row, rows, sql } from '../../../platform/db/db.ts'
import type { JobOptions } from '../../../platform/jobs/jobs.ts'
import { hasBounced, thatBounced } from '../../site/mail/bounces.ts'
import { emailText } from '../../site/mail/emails.ts'
import { mail, mailAll, type NewMail } from '../../site/mail/outbox.ts'
import { deliverNotificationJob, emailNotificationsJob, notifyOfMessagesJob } from './jobs.ts'
import { type itemPages, pathOf } from './paths.ts'
import { push } from './push.ts'
import { takePushTurn } from './push-limits.ts'
import { lockSettingsOfAll, settingsOf, wants, wantsEmail } from './settings.ts'
import { unsubscribeToken } from './unsubscribing.ts'

// Emails and push messages: who did what, in the language of the reader, and nothing of its content. What was read meanwhile, or has gone,
// is not sent.

export interface Reader {
  id: string
  email: string | null
  name: string
  locale: string | null
}
const readersOf = (ctx: Context, accountIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<Reader>`SELECT id, CASE WHEN email_verified_at IS NOT NULL THEN email::text END AS email, name, locale FROM accounts
      WHERE id = ANY(${accountIds}::uuid[]) AND status IN ('active', 'suspended')`,
  )
export const readerOf = async (ctx: Context, accountId: string) => (await readersOf(ctx, [accountId]))[0]

/** Whether an email that can be switched off may go to this account. */
export const mayEmail = async (ctx: Context, accountId: string, topic: NotificationTopic): Promise<boolean> =>
  (await wantsEmail(ctx, accountId, topic)) && !(await hasBounced(ctx, accountId))

/** What happened, in one sentence. */
export function sentence(
  ctx: Context,
  reader: Reader,
  kind: NotificationKindName,
  actor: string,
  hasOthers: boolean,
): string {
  const text = emailText(reader.locale ?? ctx.settings.get('defaultLocale'))
  const key =
    notificationKinds[kind].topic === 'account'
      ? 'account'
      : kind === 'subscription_revoked'
        ? 'subscription_ended'
        : kind
  return text(`notify.${key}`, { actor: hasOthers ? text('notify.others', { actor }) : actor })
}

export interface Deliverable {
  id: string
  accountId: string
  kind: NotificationKindName
  isEmailed: boolean
  actor: string | null
  username: string | null
  hasActors: boolean
  hasOthers: boolean
  item: { id: string; kind: keyof typeof itemPages } | null
  comment: { id: string } | null
  order: { id: string; performerId: string } | null
  objectId: string | null
}
/** Unread, and neither its comment nor its item nor who caused it has gone. */
export const deliverable = (
  condition: ReturnType<typeof sql>,
) => sql<Deliverable>`SELECT n.id, n.account_id AS "accountId", n.kind,
    n.emailed_at IS NOT NULL AS "isEmailed", n.actor_count > 1 AS "hasOthers", n.actor_ids <> '{}' AS "hasActors",
    actor.name AS actor, actor.username, n.object_id AS "objectId",
    (SELECT json_build_object('id', i.id, 'kind', i.kind) FROM items i WHERE i.id = n.item_id) AS item,
    CASE WHEN n.comment_id IS NOT NULL THEN json_build_object('id', n.comment_id) END AS comment,
    (SELECT json_build_object('id', o.id, 'performerId', o.performer_id) FROM orders o WHERE o.id = n.object_id) AS "order"
  FROM notifications n LEFT JOIN LATERAL (
    SELECT a.name, a.username FROM unnest(n.actor_ids) WITH ORDINALITY AS u(id, at) JOIN accounts a ON a.id = u.id
      WHERE a.status <> 'closed' AND NOT EXISTS (SELECT FROM blocked_with(n.account_id) b(id) WHERE b.id = a.id) ORDER BY u.at LIMIT 1) actor ON true
  WHERE ${condition} AND n.read_at IS NULL
    AND (n.comment_id IS NULL OR EXISTS (SELECT FROM comments c WHERE c.id = n.comment_id AND c.deleted_at IS NULL AND c.held_for IS NULL))
    AND (n.item_id IS NULL OR EXISTS (SELECT FROM items i WHERE i.id = n.item_id AND i.deleted_at IS NULL AND i.status IN ('published', 'archived')))`

export async function deliver(
  ctx: Context,
  { notificationId, channel }: z.output<typeof deliverNotificationJob.schema>,
): Promise<void> {
  const found = await row(ctx.db, deliverable(sql`n.id = ${notificationId}`))
  if (!found || (found.hasActors && found.actor === null)) return
  const reader = await readerOf(ctx, found.accountId)
  if (!reader) return
  const title = sentence(ctx, reader, found.kind, found.actor ?? '', found.hasOthers)
  const { topic } = notificationKinds[found.kind]
  const path = pathOf(reader.id, found)
  if (channel === 'push')
    return pushOnce(ctx, reader, topic, {
      title,
      tag: found.id,
      path,
      again: (options) => deliverNotificationJob.enqueue(ctx, { notificationId, channel }, options),
    })
  await ctx.transaction(async (tx) => {
    const first = await row(
      tx.db,
      sql`UPDATE notifications SET emailed_at = app_now() WHERE id = ${notificationId} AND emailed_at IS NULL RETURNING 1 AS first`,
    )
    if (first && (await mayEmail(tx, reader.id, topic))) await emailTo(tx, reader, topic, { title, path })
  })
}

/** Emails of several notifications in one transaction. Where that fails, each is sent by itself, and those that fail again are tried later. */
export async function emailAll(
  ctx: Context,
  { notificationIds }: z.output<typeof emailNotificationsJob.schema>,
): Promise<void> {
  try {
    await emailTogether(ctx, notificationIds)
  } catch (error) {
    if (isDatabaseAway(error) || notificationIds.length === 1) throw error
    const alone = notificationIds.map((id) => ({ payload: { notificationIds: [id] }, key: `notification:${id}:email` }))
    await emailNotificationsJob.enqueueAll(ctx, alone)
  }
}

async function emailTogether(ctx: Context, ids: readonly string[]): Promise<void> {
  const found = await rows(ctx.db, deliverable(sql`n.id = ANY(${ids}::uuid[])`))
  const accountIds = [...new Set(found.map(({ accountId }) => accountId))]
  const readers = new Map((await readersOf(ctx, accountIds)).map((reader) => [reader.id, reader]))
  const waiting = found.filter(
    ({ hasActors, actor, accountId }) => readers.has(accountId) && (!hasActors || actor !== null),
  )
  if (waiting.length === 0) return
  await ctx.transaction(async (tx) => {
    const settings = await lockSettingsOfAll(tx, [...readers.keys()])
    const first = await rows(
      tx.db,
      sql<{ id: string }>`UPDATE notifications SET emailed_at = app_now()
        WHERE id = ANY(${waiting.map(({ id }) => id)}::uuid[]) AND emailed_at IS NULL RETURNING id`,
    )
    const marked = new Set(first.map(({ id }) => id))
    const bounced = await thatBounced(tx, [...readers.keys()])
    const emails = waiting.flatMap((entry) => {
      const reader = readers.get(entry.accountId)!
      const { topic } = notificationKinds[entry.kind]
      if (reader.email === null || !marked.has(entry.id) || bounced.has(reader.id)) return []
      if (!wants(settings.get(reader.id)!, topic, 'email')) return []
      const title = sentence(tx, reader, entry.kind, entry.actor ?? '', entry.hasOthers)
      return emailOf(tx, { ...reader, email: reader.email }, topic, { title, path: pathOf(reader.id, entry) })
    })
    await mailAll(tx, emails)
  })
}

export async function emailTo(
  tx: Context,
  reader: Reader,
  topic: NotificationTopic,
  { title, path }: { title: string; path: string },
): Promise<void> {
  if (reader.email !== null) await mail(tx, emailOf(tx, { ...reader, email: reader.email }, topic, { title, path }))
}

const emailOf = (
  tx: Context,
  { id, email, name, locale }: Reader & { email: string },
  topic: NotificationTopic,
  { title, path }: { title: string; path: string },
): NewMail => ({
  to: email,
  kind: 'notification',
  locale,
  values: { name, title, path },
  unsubscribe: unsubscribeToken(tx, id, topic),
})

interface PushInput {
  title: string
  /** A later message with the same tag takes the place of this one. */
  tag: string
  path: string
  /** Enqueues the job once more, for after quiet hours. */
  again: (options: JobOptions) => Promise<void>
}
export async function pushOnce(
  ctx: Context,
  reader: Reader,
  topic: NotificationTopic,
  input: PushInput,
): Promise<void> {
  const settings = await settingsOf(ctx, reader.id)
  if (!wants(settings, topic, 'push')) return
  const turn = await takePushTurn(ctx, reader.id, settings)
  if (turn.kind === 'later') return input.again({ key: `push:${input.tag}:later`, runAt: turn.at })
  const text = emailText(reader.locale ?? ctx.settings.get('defaultLocale'))
  // The last of an hour stands for what follows.
  await push(ctx, reader.id, {
    title: turn.kind === 'last' ? text('notify.several') : input.title,
    path: turn.kind === 'last' ? '/notifications' : input.path,
    tag: turn.kind === 'last' ? 'several' : input.tag,
  })
}

/** Messages that are still unread after some minutes; never their text, and none of a conversation that is muted or hidden. */
export async function notifyOfMessages(
  ctx: Context,
  { conversationId, accountId }: z.output<typeof notifyOfMessagesJob.schema>,
): Promise<void> {
  const found = await row(
    ctx.db,
    sql<{ sender: string }>`SELECT a.name AS sender FROM conversation_members m JOIN accounts a ON a.id = m.other_id
      WHERE m.conversation_id = ${conversationId} AND m.account_id = ${accountId} AND m.unread > 0 AND NOT m.is_muted AND NOT m.is_hidden
        AND a.status <> 'closed'
        AND NOT EXISTS (SELECT FROM blocked_with(${accountId}) b(id) WHERE b.id = a.id)`,
  )
  const reader = found && (await readerOf(ctx, accountId))
  if (!found || !reader) return
  const title = sentence(ctx, reader, 'message_received', found.sender, false)
  const path = `/messages/${conversationId}`
  await pushOnce(ctx, reader, 'messages', {
    title,
    tag: conversationId,
    path,
    again: (options) => notifyOfMessagesJob.enqueue(ctx, { conversationId, accountId }, options),
  })
  if (await mayEmail(ctx, accountId, 'messages'))
    await ctx.transaction((tx) => emailTo(tx, reader, 'messages', { title, path }))
}
