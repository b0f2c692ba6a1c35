import type { MessageQuery } from '@fanlight/contract/conversations'
import type { Context } from '../../platform/context.ts'
import { afterRow, countRows, inOrder, type Page, positionOf, type Sorted } from '../../platform/cursor.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { authorVisibleSql } from '../access/visibility-sql.ts'

export interface ConversationRow {
  id: string
  otherId: string
  otherName: string
  otherUsername: string | null
  otherRole: string
  otherVerified: boolean
  otherAvatarId: string | null
  unread: number
  lastSequence: bigint
  createdAt: Date
  updatedAt: Date
  at: string
}
const columns = sql`m.conversation_id AS id, m.other_id AS "otherId", a.name AS "otherName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "otherUsername", a.role AS "otherRole", a.avatar_file_id AS "otherAvatarId",
  coalesce(p.is_verified, false) AS "otherVerified", m.unread, c.last_sequence AS "lastSequence", m.created_at AS "createdAt", m.updated_at AS "updatedAt"`
const joined = sql`conversation_members m JOIN conversations c ON c.id = m.conversation_id JOIN accounts a ON a.id = m.other_id
  LEFT JOIN performers p ON p.account_id = a.id`
/** Conversations with people who are hidden from the viewer are not found. */
const own = (ctx: Context, viewer: SignedIn) =>
  sql`m.account_id = ${viewer.id} AND ${authorVisibleSql(ctx, viewer, 'm.other_id')}`
/** Before its first message a conversation is in no list. */
const listed = (ctx: Context, viewer: SignedIn, q: string) => {
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matches = sql`(a.name ILIKE ${like} OR (a.status <> 'closed' AND a.username ILIKE ${like}))`
  return sql`${joined} WHERE ${own(ctx, viewer)} AND c.last_sequence > 0 AND ${q === '' ? sql`true` : matches}`
}

export const list = (ctx: Context, viewer: SignedIn, q: string, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns}, ${positionOf(order, 'm')} AS at FROM ${listed(ctx, viewer, q)}
      AND ${afterRow(page, order, 'm', undefined, 'conversation_id')} ${inOrder(order, 'm', undefined, 'conversation_id')}
      LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
export const total = (ctx: Context, viewer: SignedIn, q: string) => countRows(ctx, listed(ctx, viewer, q))

export const byId = (ctx: Context, viewer: SignedIn, id: string) =>
  row(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns}, '' AS at FROM ${joined} WHERE m.conversation_id = ${id} AND ${own(ctx, viewer)}`,
  )
export const withPerson = (ctx: Context, viewer: SignedIn, otherId: string) =>
  row(
    ctx.db,
    sql<ConversationRow>`SELECT ${columns}, '' AS at FROM ${joined} WHERE m.conversation_id = (SELECT id FROM conversations
        WHERE low_id = least(${viewer.id}::uuid, ${otherId}::uuid) AND high_id = greatest(${viewer.id}::uuid, ${otherId}::uuid)) AND ${own(ctx, viewer)}`,
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

export interface MessageRow {
  id: string
  conversationId: string
  sequence: bigint
  senderId: string
  clientId: string
  bodyHash: Buffer
  type: 'text' | 'photo' | 'video' | 'audio'
  text: string
  price: bigint | null
  isDeleted: boolean
  seenAt: Date | null
  createdAt: Date
  fileIds: string[]
}
const messageColumns = sql`g.id, g.conversation_id AS "conversationId", g.sequence, g.sender_id AS "senderId", g.client_id AS "clientId",
  g.body_hash AS "bodyHash", g.type, g.text, g.price, g.deleted_at IS NOT NULL AS "isDeleted", g.seen_at AS "seenAt", g.created_at AS "createdAt",
  ARRAY(SELECT x.file_id FROM message_files x WHERE x.message_id = g.id ORDER BY x.position) AS "fileIds"`

/** A page of messages, newest first: without gaps, a range of sequences. */
export function messages(ctx: Context, { id, lastSequence }: ConversationRow, query: MessageQuery) {
  const { limit, offset, before, after } = query
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
  'id' | 'conversationId' | 'senderId' | 'clientId' | 'bodyHash' | 'type' | 'text' | 'price' | 'fileIds'
>
/** The caller has locked the sequence. */
export async function insertMessage(tx: Context, one: NewMessage, sequence: bigint): Promise<void> {
  await sql`INSERT INTO messages (id, conversation_id, sequence, sender_id, client_id, body_hash, type, text, price)
    VALUES (${one.id}, ${one.conversationId}, ${sequence}, ${one.senderId}, ${one.clientId}, ${one.bodyHash}, ${one.type}, ${one.text}, ${one.price})`.execute(
    tx.db,
  )
  await sql`INSERT INTO message_files (message_id, file_id, position)
    SELECT ${one.id}, id, n - 1 FROM unnest(${one.fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
  await sql`UPDATE conversations SET last_sequence = ${sequence}, updated_at = app_now() WHERE id = ${one.conversationId}`.execute(
    tx.db,
  )
  await sql`UPDATE conversation_members SET updated_at = app_now(), unread = unread + CASE WHEN account_id = ${one.senderId} THEN 0 ELSE 1 END
    WHERE conversation_id = ${one.conversationId}`.execute(tx.db)
}

/** Files of one's own that were uploaded for messages; they are not deleted while the transaction runs. */
export const ownFiles = (tx: Context, ownerId: string, ids: readonly string[]) =>
  rows(
    tx.db,
    sql<{
      id: string
      kind: 'photo' | 'video' | 'audio'
    }>`SELECT id, kind FROM files WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId}
      AND purpose IN ('message-photo', 'message-video', 'message-audio') AND status NOT IN ('failed', 'blocked', 'deleted') FOR SHARE`,
  )

/** The text is erased as well. */
export const eraseMessage = (tx: Context, id: string) =>
  sql`UPDATE messages SET text = '', deleted_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

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

/** Messages from people who are blocked are not counted. */
export const unreadOf = async (ctx: Context, accountId: string): Promise<number> =>
  Number(
    (await row(
      ctx.db,
      sql<{ total: bigint }>`SELECT coalesce(sum(unread), 0)::bigint AS total FROM conversation_members
        WHERE account_id = ${accountId} AND unread > 0 AND other_id NOT IN (SELECT b.id FROM blocked_with(${accountId}) b(id))`,
    ))!.total,
  )

/** Whether all files of a message can be played, so that no file that failed is sold. */
export const areFilesReady = async (ctx: Context, id: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql<{
      ready: boolean
    }>`SELECT coalesce(bool_and(f.is_playable AND f.status NOT IN ('failed', 'blocked', 'deleted')), false) AS ready
      FROM message_files x JOIN files f ON f.id = x.file_id WHERE x.message_id = ${id}`,
  ))!.ready

/** Files of messages that exist, and of deleted ones that were bought. */
export const referencedFiles = async (ctx: Context, fileIds: readonly string[]): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT x.file_id AS id FROM message_files x JOIN messages g ON g.id = x.message_id
        WHERE x.file_id = ANY(${fileIds}::uuid[]) AND (g.deleted_at IS NULL
          OR EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL))`,
    )
  ).map(({ id }) => id)
/** Except what was bought. */
export const deleteFilesOf = (tx: Context, senderId: string) =>
  sql`DELETE FROM message_files x USING messages g WHERE g.id = x.message_id AND g.sender_id = ${senderId}
    AND NOT EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL)`.execute(tx.db)
