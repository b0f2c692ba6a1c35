import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

export interface GroupMessageRow {
  id: string
  groupId: string
  senderId: string
  senderName: string
  senderUsername: string | null
  senderAvatarId: string | null
  senderVerified: boolean
  text: string
  createdAt: Date
}
const selected = sql`SELECT m.id, m.group_id AS "groupId", m.account_id AS "senderId", a.name AS "senderName", a.username AS "senderUsername",
    a.avatar_file_id AS "senderAvatarId", coalesce(p.is_verified, false) AS "senderVerified", m.text, m.created_at AS "createdAt"
  FROM group_messages m JOIN accounts a ON a.id = m.account_id LEFT JOIN performers p ON p.account_id = m.account_id`

export const messageById = (ctx: Context, id: string) =>
  row(ctx.db, sql<GroupMessageRow>`${selected} WHERE m.id = ${id}`)
export const messageOfClient = (ctx: Context, groupId: string, accountId: string, clientId: string) =>
  row(
    ctx.db,
    sql<GroupMessageRow>`${selected} WHERE m.group_id = ${groupId} AND m.account_id = ${accountId} AND m.client_id = ${clientId}`,
  )
/** The newest first, without those of people who are hidden from the viewer. */
export const messagesOf = (ctx: Context, viewer: Viewer, groupId: string, most: number) =>
  rows(
    ctx.db,
    sql<GroupMessageRow>`${selected} WHERE m.group_id = ${groupId} AND ${authorVisibleSql(ctx, viewer, 'm.account_id')} ORDER BY m.created_at DESC, m.id DESC LIMIT ${most}`,
  )

interface NewMessage {
  id: string
  groupId: string
  accountId: string
  clientId: string
  text: string
}
/** False where it was sent before. */
export const insertMessage = async (tx: Context, message: NewMessage): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO group_messages (id, group_id, account_id, client_id, text)
      VALUES (${message.id}, ${message.groupId}, ${message.accountId}, ${message.clientId}, ${message.text})
      ON CONFLICT (group_id, account_id, client_id) DO NOTHING RETURNING id`,
  )) !== undefined
export const deleteMessagesOf = (tx: Context, accountId: string) =>
  sql`DELETE FROM group_messages WHERE account_id = ${accountId}`.execute(tx.db)
