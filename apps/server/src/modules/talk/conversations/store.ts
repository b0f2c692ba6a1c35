import {
  type ConversationPreferences,
  foundMessagesMax,
  type MessageQuery,
  type MessageSearch,
} from '@fanlight/contract/conversations'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import {
  afterRow,
  countRows,
  inOrder,
  madeOnce,
  type Page,
  positionOf,
  type Sorted,
} from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { type WritingRelations, writingColumnsSql } from '../../access/conversations.ts'
import { isFanSql } from '../../access/fans-sql.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

export interface ConversationRow extends WritingRelations {
  id: string
  otherId: string
  otherName: string
  otherUsername: string | null
  otherRole: string
  otherVerified: boolean
  otherAvatarId: string | null
  isFan: boolean
  unread: number
  isMuted: boolean
  isHidden: boolean
  isPinned: boolean
  lastSequence: bigint
  createdAt: Date
  updatedAt: Date
  at: string
}
const columns = (viewer: SignedIn) => sql`m.conversation_id AS id, m.other_id AS "otherId", a.name AS "otherName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "otherUsername", a.role AS "otherRole", a.avatar_file_id AS "otherAvatarId",
  coalesce(p.is_verified, false) AS "otherVerified", m.unread, c.last_sequence AS "lastSequence", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
  ${viewer.role === 'performer' ? isFanSql(viewer.id) : sql`false`} AS "isFan", m.is_muted AS "isMuted", m.is_hidden AS "isHidden", m.is_pinned AS "isPinned", ${writingColumnsSql(viewer)}`
const joined = sql`conversation_members m JOIN conversations c ON c.id = m.conversation_id JOIN accounts a ON a.id = m.other_id
  LEFT JOIN performers p ON p.account_id = a.id`
/** Conversations with people who are hidden from the viewer are not found. */
const own = (ctx: Context, viewer: SignedIn) =>
  sql`m.account_id = ${viewer.id} AND ${authorVisibleSql(ctx, viewer, 'm.other_id')}`
export interface ConversationFilter {
  /** Part of the other person's name; empty for all. */
  q: string
  filter: 'all' | 'unread' | 'unlocked' | 'hidden' | 'any'
}
const filters: Record<ConversationFilter['filter'], RawBuilder<unknown>> = {
  any: sql`true`,
  all: sql`NOT m.is_hidden`,
  unread: sql`m.unread > 0 AND NOT m.is_hidden`,
  hidden: sql`m.is_hidden`,
  unlocked: sql`NOT m.is_hidden AND EXISTS (SELECT FROM purchases u JOIN messages ug ON ug.id = u.object_id
    WHERE u.account_id IN (m.account_id, m.other_id) AND u.performer_id IN (m.account_id, m.other_id) AND u.object_type = 'message'
      AND u.revoked_at IS NULL AND ug.conversation_id = m.conversation_id)`,
}
/** Before its first message a conversation is in no list. */
const listed = (ctx: Context, viewer: SignedIn, { q, filter }: ConversationFilter) => {
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matches = sql`(a.name ILIKE ${like} OR (a.status <> 'closed' AND a.username ILIKE ${like}))`
  return sql`${joined} WHERE ${own(ctx, viewer)} AND c.last_sequence > 0 AND ${filters[filter]} AND ${q === '' ? sql`true` : matches}`
}

/** Pinned ones first. The cursor's row says whether it is one of them. */
export function list(ctx: Context, viewer: SignedIn, filter: ConversationFilter, { sort }: Sorted, page: Page) {
  const order = sql`m.is_pinned, m.updated_at, m.conversation_id`
  const { cursor } = page
  const after = cursor
    ? sql`(${order}) ${sort === 'asc' ? sql`>` : sql`<`} (coalesce((SELECT k.is_pinned FROM conversation_members k
        WHERE k.conversation_id = ${cursor.id} AND k.account_id = ${viewer.id}), false), ${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : sql`true`
  const way = sort === 'asc' ? sql`ASC` : sql`DESC`
  return rows(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns(viewer)}, ${positionOf({ sortBy: 'updatedAt', sort }, 'm')} AS at
      FROM ${listed(ctx, viewer, filter)} AND ${after}
      ORDER BY m.is_pinned ${way}, m.updated_at ${way}, m.conversation_id ${way} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
}
export const total = (ctx: Context, viewer: SignedIn, filter: ConversationFilter) =>
  countRows(ctx, listed(ctx, viewer, filter))

export const byId = (ctx: Context, viewer: SignedIn, id: string) =>
  row(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns(viewer)}, '' AS at FROM ${joined} WHERE m.conversation_id = ${id} AND ${own(ctx, viewer)}`,
  )
export const withPerson = (ctx: Context, viewer: SignedIn, otherId: string) =>
  row(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns(viewer)}, '' AS at FROM ${joined} WHERE m.conversation_id = (SELECT id FROM conversations
        WHERE low_id = least(${viewer.id}::uuid, ${otherId}::uuid) AND high_id = greatest(${viewer.id}::uuid, ${otherId}::uuid)) AND ${own(ctx, viewer)}`,
  )

export const byIds = (ctx: Context, viewer: SignedIn, ids: readonly string[]) =>
  rows(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns(viewer)}, '' AS at FROM ${joined}
      WHERE m.conversation_id = ANY(${ids}::uuid[]) AND ${own(ctx, viewer)}`,
  )

/** The id of a pair's conversation, which is created the first time. Of two at once, the second waits for the first and gets the same. */
export const insertPair = async (tx: Context, me: string, otherId: string): Promise<string> =>
  (await row(
    tx.db,
    sql<{ id: string }>`WITH made AS (INSERT INTO conversations (low_id, high_id)
      VALUES (least(${me}::uuid, ${otherId}::uuid), greatest(${me}::uuid, ${otherId}::uuid))
      ON CONFLICT (low_id, high_id) DO UPDATE SET low_id = excluded.low_id RETURNING id, low_id, high_id),
    members AS (INSERT INTO conversation_members (conversation_id, account_id, other_id)
      SELECT id, low_id, high_id FROM made UNION ALL SELECT id, high_id, low_id FROM made ON CONFLICT DO NOTHING)
    SELECT id FROM made`,
  ))!.id

/** Messages of one conversation are written and read one after another. Returns the newest sequence. */
export const lockSequence = async (tx: Context, id: string): Promise<bigint> =>
  (await row(
    tx.db,
    sql<{ last: bigint }>`SELECT last_sequence AS last FROM conversations WHERE id = ${id} FOR UPDATE`,
  ))!.last

/** Whether it is the public chat of a creator. */
export const isPublic = async (ctx: Context, id: string): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM conversations WHERE id = ${id} AND low_id IS NULL`)) !== undefined

export interface MessageRow {
  id: string
  conversationId: string
  sequence: bigint
  senderId: string
  clientId: string
  bodyHash: Buffer
  type: 'text' | 'photo' | 'video' | 'audio' | 'tip' | 'system'
  authorKind: 'creator' | 'team' | 'automation' | null
  replyToId: string | null
  broadcastId: string | null
  linkPreview: {
    id: string
    hasImage: boolean
    url: string
    title: string
    description: string
    siteName: string
  } | null
  /** Hundredths of a token that were given, where it is about a tip. */
  tipTokens: bigint | null
  text: string
  price: bigint | null
  isDeleted: boolean
  seenAt: Date | null
  createdAt: Date
  fileIds: string[]
}
const messageColumns = sql`g.id, g.conversation_id AS "conversationId", g.sequence, g.sender_id AS "senderId", g.client_id AS "clientId",
  g.body_hash AS "bodyHash", g.type, g.author_kind AS "authorKind", g.reply_to_id AS "replyToId", g.broadcast_id AS "broadcastId",
  (SELECT json_build_object('id', l.id, 'hasImage', l.image_key IS NOT NULL, 'url', l.url, 'title', l.title, 'description', l.description, 'siteName', l.site_name)
    FROM link_previews l WHERE l.id = g.link_preview_id) AS "linkPreview",
  CASE WHEN g.type = 'tip' THEN (SELECT t.tokens FROM charges t WHERE t.id = g.charge_id) END AS "tipTokens", g.text, g.price, g.deleted_at IS NOT NULL AS "isDeleted", g.seen_at AS "seenAt", g.created_at AS "createdAt",
  ARRAY(SELECT x.file_id FROM message_files x WHERE x.message_id = g.id ORDER BY x.position) AS "fileIds"`

/** The sequence of the last message before a moment; 0 where none was. */
const lastBefore = async (ctx: Context, id: string, moment: string): Promise<number> =>
  Number(
    (await row(
      ctx.db,
      sql<{ last: bigint | null }>`SELECT (SELECT sequence FROM messages WHERE conversation_id = ${id}
        AND created_at < ${moment}::timestamptz ORDER BY created_at DESC, sequence DESC LIMIT 1) AS last`,
    ))!.last ?? 0n,
  )
/** A page of messages, newest first: without gaps, a range of sequences. */
export async function messages(ctx: Context, { id, lastSequence }: ConversationRow, query: MessageQuery) {
  const { limit, offset, before, since } = query
  const after = since === undefined ? query.after : await lastBefore(ctx, id, since)
  const newest = Number(lastSequence)
  const to = after === undefined ? Math.min((before ?? newest + 1) - 1, newest) - offset : after + offset + limit
  return rows(
    ctx.db,
    sql<MessageRow>`SELECT ${messageColumns} FROM messages g WHERE g.conversation_id = ${id} AND g.sequence > ${to - limit}
      AND g.sequence <= ${to} ORDER BY g.sequence DESC`,
  )
}
export const lastMessages = (ctx: Context, conversationIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<MessageRow>`SELECT ${messageColumns} FROM conversations c JOIN messages g ON g.conversation_id = c.id AND g.sequence = c.last_sequence
      WHERE c.id = ANY(${conversationIds}::uuid[])`,
  )
export const message = (ctx: Context, id: string) =>
  row(ctx.db, sql<MessageRow>`SELECT ${messageColumns} FROM messages g WHERE g.id = ${id}`)
export const lockMessage = (tx: Context, id: string) =>
  row(tx.db, sql<MessageRow>`SELECT ${messageColumns} FROM messages g WHERE g.id = ${id} FOR UPDATE`)
export const messageOfClient = (tx: Context, senderId: string, clientId: string) =>
  row(
    tx.db,
    sql<MessageRow>`SELECT ${messageColumns} FROM messages g WHERE g.sender_id = ${senderId} AND g.client_id = ${clientId}`,
  )

export type NewMessage = Pick<
  MessageRow,
  | 'id'
  | 'conversationId'
  | 'senderId'
  | 'clientId'
  | 'bodyHash'
  | 'type'
  | 'authorKind'
  | 'replyToId'
  | 'text'
  | 'price'
  | 'fileIds'
> & {
  /** Of a tip, which is charged before its message. */
  chargeId?: string
}
/** Who writes when this account sends a message themselves. */
export const authorKindOf = ({ role }: SignedIn): MessageRow['authorKind'] => (role === 'performer' ? 'creator' : null)

/** The caller has locked the sequence. */
export async function insertMessage(tx: Context, message: NewMessage, sequence: bigint): Promise<void> {
  await sql`INSERT INTO messages (id, conversation_id, sequence, sender_id, client_id, body_hash, type, author_kind, reply_to_id, charge_id, text, price)
    VALUES (${message.id}, ${message.conversationId}, ${sequence}, ${message.senderId}, ${message.clientId}, ${message.bodyHash}, ${message.type}, ${message.authorKind},
      ${message.replyToId}, ${message.chargeId ?? null}, ${message.text}, ${message.price})`.execute(tx.db)
  await sql`INSERT INTO message_files (message_id, file_id, position)
    SELECT ${message.id}, id, n - 1 FROM unnest(${message.fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
  await sql`UPDATE conversations SET last_sequence = ${sequence}, updated_at = app_now() WHERE id = ${message.conversationId}`.execute(
    tx.db,
  )
  // Whom a creator writes to themselves may write back from now on.
  await sql`UPDATE conversation_members SET updated_at = app_now(), is_hidden = false,
      unread = unread + CASE WHEN account_id = ${message.senderId} THEN 0 ELSE 1 END,
      may_always_write = may_always_write OR (account_id <> ${message.senderId} AND ${message.authorKind === 'creator' || message.authorKind === 'team'})
    WHERE conversation_id = ${message.conversationId}`.execute(tx.db)
}

/** Notes that a message was paid for: its sender may write from now on. */
export async function setPaidFor(
  tx: Context,
  { id, conversationId, senderId }: NewMessage,
  chargeId: string,
): Promise<void> {
  await sql`UPDATE messages SET charge_id = ${chargeId} WHERE id = ${id}`.execute(tx.db)
  await sql`UPDATE conversation_members SET may_always_write = true
    WHERE conversation_id = ${conversationId} AND account_id = ${senderId}`.execute(tx.db)
}

export const messagesByIds = (ctx: Context, ids: readonly string[]) =>
  rows(ctx.db, sql<MessageRow>`SELECT ${messageColumns} FROM messages g WHERE g.id = ANY(${ids}::uuid[])`)

/** Messages that contain the words, newest first. A locked one is found by its sender and its buyer alone. */
export function search(ctx: Context, viewer: SignedIn, query: MessageSearch, page: Page) {
  return rows(
    ctx.db,
    sql<
      MessageRow & { at: string }
    >`SELECT ${messageColumns}, ${positionOf(query, 'g', madeOnce)} AS at FROM ${found(ctx, viewer, query)}
      AND ${afterRow(page, query, 'g', madeOnce)} ${inOrder(query, 'g', madeOnce)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
}
const foundKinds: Record<MessageSearch['kind'], RawBuilder<unknown>> = {
  all: sql`true`,
  photo: sql`g.type = 'photo'`,
  video: sql`g.type = 'video'`,
  audio: sql`g.type = 'audio'`,
  purchase: sql`EXISTS (SELECT FROM purchases u WHERE u.object_id = g.id AND u.object_type = 'message' AND u.revoked_at IS NULL
    AND u.account_id IN (m.account_id, m.other_id))`,
}
/** The words are looked up first, whatever the planner expects of them: all messages of a busy account are many more than those that match. */
const found = (ctx: Context, viewer: SignedIn, { q, kind, conversationId }: MessageSearch) =>
  sql`(SELECT * FROM messages WHERE search @@ message_search_query(${viewer.id}::uuid, ${q}::text)
      AND ${conversationId === undefined ? sql`true` : sql`conversation_id = ${conversationId}`} OFFSET 0) g
    JOIN conversation_members m ON m.conversation_id = g.conversation_id
    WHERE ${own(ctx, viewer)} AND ${foundKinds[kind]} AND (g.price IS NULL OR g.sender_id = ${viewer.id}
      OR EXISTS (SELECT FROM purchases o WHERE o.account_id = ${viewer.id} AND o.object_id = g.id AND o.revoked_at IS NULL))`
/** How many there are, and in how many conversations, counted to a bound. */
export const countFound = async (ctx: Context, viewer: SignedIn, query: MessageSearch) =>
  (await row(
    ctx.db,
    sql<{
      total: number
      conversations: number
    }>`SELECT count(*)::int AS total, count(DISTINCT id)::int AS conversations
      FROM (SELECT g.conversation_id AS id FROM ${found(ctx, viewer, query)} LIMIT ${foundMessagesMax + 1}) counted`,
  ))!

/** What is not given stays as it is. */
export const setPreferences = async (
  tx: Context,
  id: string,
  accountId: string,
  { isMuted, isHidden, isPinned }: ConversationPreferences,
): Promise<void> => {
  await sql`UPDATE conversation_members SET is_muted = coalesce(${isMuted ?? null}, is_muted),
      is_hidden = coalesce(${isHidden ?? null}, is_hidden), is_pinned = coalesce(${isPinned ?? null}, is_pinned)
    WHERE conversation_id = ${id} AND account_id = ${accountId}`.execute(tx.db)
}
/** Two requests of one account that pin wait for each other. */
export const lockPins = (tx: Context, accountId: string) =>
  sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx.db)
/** How many others are pinned. */
export const countPinned = async (tx: Context, accountId: string, except: string): Promise<number> =>
  (
    await rows(
      tx.db,
      sql`SELECT FROM conversation_members WHERE account_id = ${accountId} AND is_pinned AND conversation_id <> ${except} LIMIT 100`,
    )
  ).length

/** Files of one's own that were uploaded for messages; they are not deleted while the transaction runs. */
export const ownFiles = (tx: Context, ownerId: string, ids: readonly string[]) =>
  rows(
    tx.db,
    sql<{
      id: string
      kind: 'photo' | 'video' | 'audio'
    }>`SELECT id, kind FROM files WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId}
      AND purpose IN ('message-photo', 'message-video', 'message-audio', 'feed-photo', 'feed-video', 'feed-audio') AND status NOT IN ('failed', 'blocked', 'deleted') FOR SHARE`,
  )

/** The text is erased as well. */
export const eraseMessage = (tx: Context, id: string) =>
  sql`UPDATE messages SET text = '', deleted_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

/** A message whose text was erased, as it was before. */
export const rewriteMessage = (tx: Context, id: string, text: string) =>
  sql`UPDATE messages SET text = ${text}, deleted_at = NULL, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

/** Marks everything up to this sequence as read. False where nothing was unread. */
export async function markRead(tx: Context, id: string, accountId: string, sequence: bigint): Promise<boolean> {
  const before = await row(
    tx.db,
    sql<{ read: bigint }>`SELECT read_sequence AS read FROM conversation_members
      WHERE conversation_id = ${id} AND account_id = ${accountId} AND read_sequence < ${sequence} FOR UPDATE`,
  )
  if (!before) return false
  await sql`UPDATE conversation_members SET unread = 0, read_sequence = ${sequence}, read_at = app_now()
    WHERE conversation_id = ${id} AND account_id = ${accountId}`.execute(tx.db)
  await sql`UPDATE messages SET seen_at = app_now() WHERE conversation_id = ${id} AND sequence > ${before.read}
    AND sequence <= ${sequence} AND sender_id <> ${accountId} AND seen_at IS NULL`.execute(tx.db)
  return true
}

export const unreadOf = async (ctx: Context, accountId: string): Promise<number> =>
  (await row(ctx.db, sql<{ total: number }>`SELECT unread_messages_of(${accountId}) AS total`))!.total

/** Whether all files of a message can be played, or may be later: none that failed is sold. */
export const filesState = async (ctx: Context, id: string): Promise<'ready' | 'processing' | 'broken'> =>
  (await row(
    ctx.db,
    sql<{
      state: 'ready' | 'processing' | 'broken'
    }>`SELECT CASE WHEN coalesce(bool_or(f.status IN ('failed', 'blocked', 'deleted')), true) THEN 'broken'
        WHEN bool_and(f.is_playable) THEN 'ready' ELSE 'processing' END AS state
      FROM message_files x JOIN files f ON f.id = x.file_id WHERE x.message_id = ${id}`,
  ))!.state

/** Files of messages that exist, of deleted ones that were bought, of welcome messages, and of broadcasts. */
export const referencedFiles = async (ctx: Context, fileIds: readonly string[]): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT x.file_id AS id FROM message_files x JOIN messages g ON g.id = x.message_id
        WHERE x.file_id = ANY(${fileIds}::uuid[]) AND (g.deleted_at IS NULL
          OR EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL))
        UNION SELECT file_id FROM welcome_message_files WHERE file_id = ANY(${fileIds}::uuid[])
        UNION SELECT x.file_id FROM broadcast_files x JOIN broadcasts b ON b.id = x.broadcast_id AND b.status <> 'cancelled'
          WHERE x.file_id = ANY(${fileIds}::uuid[])`,
    )
  ).map(({ id }) => id)
/** Except what was bought. */
export const deleteFilesOf = (tx: Context, senderId: string) =>
  sql`DELETE FROM message_files x USING messages g WHERE g.id = x.message_id AND g.sender_id = ${senderId}
    AND NOT EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL)`.execute(tx.db)
