import { heldMessageHours, heldMessagesMax } from '@fanlight/contract/public-chat'
import type { Context } from '../../../../platform/context.ts'
import {
  afterRow,
  countRows,
  inOrder,
  madeOnce,
  type Page,
  positionOf,
  type Sorted,
} from '../../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { authorVisibleSql } from '../../../access/visibility-sql.ts'
import type { NewMessage } from '../store.ts'
import type { PublicMessageRow } from './store.ts'

// Messages that wait for approval. They are in no chat yet and have no place in it: their sequence is 0.

type Row = PublicMessageRow & { bodyHash: Buffer; at: string }
const columns = sql`h.id, h.performer_id AS "conversationId", 0::bigint AS sequence, h.client_id AS "clientId", NULL AS "authorKind", h.text,
  h.body_hash AS "bodyHash", false AS "isDeleted", h.created_at AS "createdAt", h.sender_id AS "senderId", a.name AS "senderName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "senderUsername", a.avatar_file_id AS "senderAvatarId",
  coalesce(p.is_verified, false) AS "senderVerified", false AS "senderModerates", true AS "isHeld", NULL::bigint AS "tipTokens", false AS "isOrder"`
const joined = sql`held_stream_messages h JOIN accounts a ON a.id = h.sender_id LEFT JOIN performers p ON p.account_id = a.id`
const isFresh = sql`h.created_at > app_now() - make_interval(hours => ${heldMessageHours})`

/** Those who moderate see all that wait in this chat; others what they wrote themselves. */
const seen = (ctx: Context, viewer: SignedIn, performerId: string, moderates: boolean) =>
  sql`h.performer_id = ${performerId} AND ${isFresh} AND ${
    moderates ? authorVisibleSql(ctx, viewer, 'h.sender_id') : sql`h.sender_id = ${viewer.id}`
  }`
export const list = (
  ctx: Context,
  viewer: SignedIn,
  performerId: string,
  moderates: boolean,
  { order, page }: { order: Sorted; page: Page },
) =>
  rows(
    ctx.db,
    sql<Row>`SELECT ${columns}, ${positionOf(order, 'h', madeOnce)} AS at FROM ${joined}
      WHERE ${seen(ctx, viewer, performerId, moderates)} AND ${afterRow(page, order, 'h', madeOnce)}
      ${inOrder(order, 'h', madeOnce)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
export const total = (ctx: Context, viewer: SignedIn, performerId: string, moderates: boolean) =>
  countRows(ctx, sql`held_stream_messages h WHERE ${seen(ctx, viewer, performerId, moderates)}`)

export const byId = (ctx: Context, id: string) =>
  row(ctx.db, sql<Row>`SELECT ${columns}, '' AS at FROM ${joined} WHERE h.id = ${id} AND ${isFresh}`)
/** One that the viewer may see. */
export const lock = (tx: Context, viewer: SignedIn, performerId: string, moderates: boolean, id: string) =>
  row(
    tx.db,
    sql<Row>`SELECT ${columns}, '' AS at FROM ${joined} WHERE h.id = ${id} AND ${seen(tx, viewer, performerId, moderates)} FOR UPDATE OF h`,
  )
export const ofClient = (ctx: Context, senderId: string, clientId: string) =>
  row(
    ctx.db,
    sql<Row>`SELECT ${columns}, '' AS at FROM ${joined} WHERE h.sender_id = ${senderId} AND h.client_id = ${clientId} AND ${isFresh}`,
  )
/** Whether no more messages of this chat can wait. */
export const isFull = async (ctx: Context, performerId: string): Promise<boolean> =>
  (await countRows(ctx, sql`held_stream_messages h WHERE h.performer_id = ${performerId} AND ${isFresh}`)) >=
  heldMessagesMax

export const insert = ({ db }: Context, { id, conversationId, senderId, clientId, bodyHash, text }: NewMessage) =>
  sql`INSERT INTO held_stream_messages (id, performer_id, sender_id, client_id, body_hash, text)
    VALUES (${id}, ${conversationId}, ${senderId}, ${clientId}, ${bodyHash}, ${text})
    ON CONFLICT (sender_id, client_id) DO UPDATE SET id = excluded.id, performer_id = excluded.performer_id,
      body_hash = excluded.body_hash, text = excluded.text, created_at = app_now()`.execute(db)
export const remove = ({ db }: Context, id: string) =>
  sql`DELETE FROM held_stream_messages WHERE id = ${id}`.execute(db)
/** Whose these are of those that are deleted here: what waits of one sender, or in the whole chat. */
export const removeAll = (tx: Context, performerId: string, senderId: string | null) =>
  rows(
    tx.db,
    sql<{ id: string; senderId: string }>`DELETE FROM held_stream_messages
      WHERE performer_id = ${performerId} AND (${senderId}::uuid IS NULL OR sender_id = ${senderId}) RETURNING id, sender_id AS "senderId"`,
  )
export const removeAllOf = ({ db }: Context, accountId: string) =>
  sql`DELETE FROM held_stream_messages WHERE performer_id = ${accountId} OR sender_id = ${accountId}`.execute(db)
export const removeOld = ({ db }: Context) =>
  sql`DELETE FROM held_stream_messages WHERE created_at < app_now() - make_interval(hours => ${heldMessageHours})`.execute(
    db,
  )
