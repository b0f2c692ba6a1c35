import {
  type PublicChatChanges,
  type PublicMessageQuery,
  publicMessageDays,
  publicMessagesMax,
  replayedMessagesMax,
  type Standing,
} from '@fanlight/contract/public-chat'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../../platform/context.ts'
import { countRows } from '../../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { idOf, type Viewer } from '../../../../platform/viewer.ts'
import { authorVisibleSql } from '../../../access/visibility-sql.ts'

// Public chats are conversations without a pair, whose id is that of their creator. A chat in which nothing was written or set has no rows.

export interface PublicChatRow {
  slowModeSeconds: number
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'none'
  pinnedMessageId: string | null
  heldWords: string[]
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerVerified: boolean
  /** The creator is suspended, leaving or not approved. */
  isClosed: boolean
  follows: boolean
  subscribes: boolean
  holdsLinks: boolean
  /** What the viewer is in the chat. A mute that is over is none. */
  standing: Standing | null
  /** When a mute of theirs ends. */
  mutedUntil: Date | null
}
/** Of a row `t` of `stream_people`: a mute that is over is there until it is swept away. */
export const lasts = sql`(t.standing <> 'muted' OR t.muted_until > app_now()
  OR EXISTS (SELECT FROM streams m WHERE m.id = t.muted_stream_id AND m.status <> 'ended'))`
export const ofPerformer = (ctx: Context, viewer: Viewer, performerId: string) =>
  row(
    ctx.db,
    sql<PublicChatRow>`SELECT coalesce(s.slow_mode_seconds, 0) AS "slowModeSeconds", coalesce(s.who_may_write, 'everyone') AS "whoMayWrite",
        s.pinned_message_id AS "pinnedMessageId", p.held_words AS "heldWords", a.name AS "performerName", a.username AS "performerUsername",
        a.avatar_file_id AS "performerAvatarId", p.is_verified AS "performerVerified",
        performer_is_closed(a.status, p.verification_status) AS "isClosed",
        EXISTS (SELECT FROM follows f WHERE f.follower_id = ${idOf(viewer)}::uuid AND f.performer_id = a.id) AS follows,
        EXISTS (SELECT FROM subscriptions x WHERE x.fan_id = ${idOf(viewer)}::uuid AND x.performer_id = a.id AND x.access_until > app_now()) AS subscribes,
        coalesce(s.holds_links, false) AS "holdsLinks", t.standing, t.muted_until AS "mutedUntil"
      FROM accounts a JOIN performers p ON p.account_id = a.id LEFT JOIN stream_conversations s ON s.performer_id = a.id
        LEFT JOIN stream_people t ON t.performer_id = a.id AND t.account_id = ${idOf(viewer)}::uuid AND ${lasts} WHERE a.id = ${performerId}`,
  )

/** Whose stream it is, also of one that has ended. */
export const creatorOfStream = async (ctx: Context, id: string): Promise<string | undefined> =>
  (await row(ctx.db, sql<{ id: string }>`SELECT performer_id AS id FROM streams WHERE id = ${id}`))?.id

/** Its rows, made the first time. Of two at once, the second finds those of the first. */
export async function insertRows(tx: Context, performerId: string): Promise<void> {
  await sql`INSERT INTO conversations (id) VALUES (${performerId}) ON CONFLICT (id) DO NOTHING`.execute(tx.db)
  await sql`INSERT INTO stream_conversations (performer_id) VALUES (${performerId}) ON CONFLICT DO NOTHING`.execute(
    tx.db,
  )
}
/** What is not given stays as it is. */
export const change = (
  tx: Context,
  performerId: string,
  { slowModeSeconds, whoMayWrite, holdsLinks, pinnedMessageId }: PublicChatChanges,
) =>
  sql`UPDATE stream_conversations SET slow_mode_seconds = coalesce(${slowModeSeconds ?? null}, slow_mode_seconds),
      who_may_write = coalesce(${whoMayWrite ?? null}, who_may_write), holds_links = coalesce(${holdsLinks ?? null}, holds_links),
      pinned_message_id = CASE WHEN ${pinnedMessageId === undefined} THEN pinned_message_id ELSE ${pinnedMessageId ?? null}::uuid END,
      updated_at = app_now() WHERE performer_id = ${performerId}`.execute(tx.db)
/** Counts what was given in the chat. */
export const addTip = (tx: Context, performerId: string, tokens: bigint) =>
  sql`UPDATE stream_conversations SET tipped = tipped + ${tokens} WHERE performer_id = ${performerId}`.execute(tx.db)
export const unpin = (tx: Context, messageId: string) =>
  sql`UPDATE stream_conversations SET pinned_message_id = NULL, updated_at = app_now() WHERE pinned_message_id = ${messageId}`.execute(
    tx.db,
  )

export interface PublicMessageRow {
  id: string
  conversationId: string
  sequence: bigint
  clientId: string
  authorKind: 'creator' | 'team' | 'automation' | null
  text: string
  isDeleted: boolean
  createdAt: Date
  senderId: string
  senderName: string
  senderUsername: string | null
  senderAvatarId: string | null
  senderVerified: boolean
  senderModerates: boolean
  isHeld: boolean
  /** What was given, in hundredths, where the message shows a tip. */
  tipTokens: bigint | null
  /** It asks for something from the tip menu. */
  isOrder: boolean
}
const columns = sql`g.id, g.conversation_id AS "conversationId", g.sequence, g.client_id AS "clientId", g.author_kind AS "authorKind", g.text,
  g.deleted_at IS NOT NULL AS "isDeleted", g.created_at AS "createdAt", g.sender_id AS "senderId", a.name AS "senderName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "senderUsername", a.avatar_file_id AS "senderAvatarId",
  coalesce(p.is_verified, false) AS "senderVerified",
  EXISTS (SELECT FROM stream_people o WHERE o.performer_id = g.conversation_id AND o.account_id = g.sender_id AND o.standing = 'moderator')
    AS "senderModerates", false AS "isHeld",
  CASE WHEN g.type = 'tip' THEN (SELECT t.tokens FROM charges t WHERE t.id = g.charge_id) END AS "tipTokens",
  g.type = 'tip' AND EXISTS (SELECT FROM tip_orders o WHERE o.id = g.charge_id) AS "isOrder"`
const joined = sql`messages g JOIN accounts a ON a.id = g.sender_id LEFT JOIN performers p ON p.account_id = a.id`
/** Messages of people who are hidden from the viewer are left out. */
const shown = (ctx: Context, viewer: Viewer, performerId: string): RawBuilder<unknown> =>
  sql`g.conversation_id = ${performerId} AND ${authorVisibleSql(ctx, viewer, 'g.sender_id')}`

/** Newest first; what follows `after` comes directly after it. */
export async function messages(
  ctx: Context,
  viewer: Viewer,
  performerId: string,
  { limit, offset, before, after }: PublicMessageQuery,
): Promise<PublicMessageRow[]> {
  const isForward = after !== undefined
  const found = await rows(
    ctx.db,
    sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE ${shown(ctx, viewer, performerId)}
        AND g.sequence < ${before ?? Number.MAX_SAFE_INTEGER} AND g.sequence > ${after ?? 0}
      ORDER BY g.sequence ${isForward ? sql`ASC` : sql`DESC`} LIMIT ${limit} OFFSET ${offset}`,
  )
  return isForward ? found.reverse() : found
}
export const total = (ctx: Context, viewer: Viewer, performerId: string) =>
  countRows(ctx, sql`messages g WHERE ${shown(ctx, viewer, performerId)}`)
/** As the viewer may see it, if it belongs to this chat. */
export const visibleMessage = (ctx: Context, viewer: Viewer, performerId: string, id: string) =>
  row(
    ctx.db,
    sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE g.id = ${id} AND ${shown(ctx, viewer, performerId)}`,
  )
/** What was said in a stretch of time, oldest first, without what was deleted since. */
export const messagesBetween = (
  ctx: Context,
  viewer: Viewer,
  performerId: string,
  { from, to, after, limit }: { from: Date; to: Date; after?: string | undefined; limit: number },
) =>
  rows(
    ctx.db,
    sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE ${shown(ctx, viewer, performerId)} AND g.deleted_at IS NULL
        AND g.created_at BETWEEN ${from} AND ${to}
        AND g.sequence > coalesce((SELECT sequence FROM messages WHERE id = ${after ?? null}::uuid AND conversation_id = ${performerId}), 0)
      ORDER BY g.sequence LIMIT ${limit}`,
  )
const hiddenPerson = (performerId: string, accountId: RawBuilder<unknown>) =>
  sql`(${accountId} IN (SELECT b.id FROM blocked_with(${performerId}::uuid) b(id)) OR EXISTS (SELECT FROM stream_people t
    WHERE t.performer_id = ${performerId} AND t.account_id = ${accountId} AND t.standing IN ('muted', 'banned') AND ${lasts}))`
/** What may be shown to everybody in the room since a moment, newest first. */
export const inRoom = (ctx: Context, performerId: string, since: Date, limit: number) =>
  rows(
    ctx.db,
    sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE g.conversation_id = ${performerId} AND g.deleted_at IS NULL
        AND g.created_at >= ${since} AND NOT ${hiddenPerson(performerId, sql`g.sender_id`)} ORDER BY g.sequence DESC LIMIT ${limit}`,
  )
/** One of them. Who is muted may give tips: these have no words of theirs. */
export const messageInRoom = (ctx: Context, performerId: string, id: string) =>
  row(
    ctx.db,
    sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE g.id = ${id} AND g.conversation_id = ${performerId} AND g.deleted_at IS NULL
        AND CASE WHEN g.type = 'tip' THEN g.sender_id NOT IN (SELECT b.id FROM blocked_with(${performerId}::uuid) b(id))
          ELSE NOT ${hiddenPerson(performerId, sql`g.sender_id`)} END`,
  )
export const hasSaid = async (ctx: Context, performerId: string, accountId: string, since: Date): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM messages g WHERE g.conversation_id = ${performerId} AND g.sender_id = ${accountId}
      AND g.created_at >= ${since} AND g.deleted_at IS NULL LIMIT 1`,
  )) !== undefined
export const isHiddenInRoom = async (ctx: Context, performerId: string, accountId: string): Promise<boolean> =>
  (await row(ctx.db, sql<{ is: boolean }>`SELECT ${hiddenPerson(performerId, sql`${accountId}::uuid`)} AS is`))!.is
/** As everyone who is not in a block with its sender sees it. */
export const message = (ctx: Context, id: string) =>
  row(ctx.db, sql<PublicMessageRow>`SELECT ${columns} FROM ${joined} WHERE g.id = ${id} AND g.deleted_at IS NULL`)
export const blockedWith = async (ctx: Context, accountId: string): Promise<string[]> =>
  (await rows(ctx.db, sql<{ id: string }>`SELECT b.id FROM blocked_with(${accountId}::uuid) b(id)`)).map(({ id }) => id)

/** For how many more seconds this person has to wait; 0 where they need not. */
export const secondsToWait = async (
  tx: Context,
  performerId: string,
  senderId: string,
  slowModeSeconds: number,
): Promise<number> =>
  (
    await row(
      tx.db,
      sql<{
        left: number
      }>`SELECT least(${slowModeSeconds}::int, ceil(extract(epoch FROM created_at + make_interval(secs => ${slowModeSeconds}::int) - app_now()))::int) AS left
        FROM (SELECT created_at FROM messages WHERE sender_id = ${senderId} AND conversation_id = ${performerId}
          UNION ALL SELECT created_at FROM held_stream_messages WHERE sender_id = ${senderId} AND performer_id = ${performerId}) written
        WHERE created_at > app_now() - make_interval(secs => ${slowModeSeconds}::int) ORDER BY created_at DESC LIMIT 1`,
    )
  )?.left ?? 0

/** A public chat stores no more than its retention allows, so that this is bounded. */
export const deleteAll = async (tx: Context, performerId: string): Promise<number> =>
  (await rows(tx.db, sql`DELETE FROM messages WHERE conversation_id = ${performerId} RETURNING 1 AS found`)).length

export async function deleteRows(tx: Context, performerId: string): Promise<void> {
  await sql`DELETE FROM stream_conversations WHERE performer_id = ${performerId}`.execute(tx.db)
  await sql`DELETE FROM conversations WHERE id = ${performerId}`.execute(tx.db)
}

/** Of a message: it belongs to a stream that is recorded or has a replay, and stays as long as that. Of a longer chat than this only the end does. */
const isReplayed = sql`(sequence > c.last_sequence - ${replayedMessagesMax} AND (
    EXISTS (SELECT FROM streams l WHERE l.performer_id = c.id AND l.status <> 'ended' AND l.was_recorded AND l.started_at <= messages.created_at)
    OR EXISTS (SELECT FROM recordings r JOIN streams l ON l.id = r.stream_id LEFT JOIN items i ON i.id = r.item_id WHERE r.performer_id = c.id
      AND (r.status IN ('saving', 'waiting') OR (r.status = 'published' AND i.status <> 'removed'))
      AND messages.created_at BETWEEN l.started_at AND l.ended_at)))`
/** Deletes some of those that are too many or too old; returns how many. */
export const deleteOld = async (ctx: Context, max: number): Promise<number> =>
  (
    await rows(
      ctx.db,
      sql`DELETE FROM messages WHERE id IN (
        SELECT g.id FROM stream_conversations s JOIN conversations c ON c.id = s.performer_id
          JOIN LATERAL (SELECT sequence, created_at FROM messages WHERE conversation_id = c.id ORDER BY sequence LIMIT 1) oldest
            ON oldest.sequence <= c.last_sequence - ${publicMessagesMax} OR oldest.created_at < app_now() - make_interval(days => ${publicMessageDays})
          JOIN LATERAL (SELECT id FROM messages WHERE conversation_id = c.id
              AND (sequence <= c.last_sequence - ${publicMessagesMax} OR created_at < app_now() - make_interval(days => ${publicMessageDays}))
              AND NOT ${isReplayed}
            ORDER BY sequence LIMIT ${max}) g ON true LIMIT ${max}) RETURNING 1 AS found`,
    )
  ).length
