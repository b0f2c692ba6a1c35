import type { Context } from '../../platform/context.ts'
import { instantSql, type Page } from '../../platform/cursor.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { fileById, fileJson } from '../media/file-json.ts'
import type { ShownFileRow } from '../feeds/shown-files.ts'

export interface CommentRow {
  id: string
  at: string
  itemId: string
  parentId: string | null
  performerId: string
  text: string
  picture: ShownFileRow | null
  isDeleted: boolean
  isEdited: boolean
  likes: bigint
  replies: bigint
  isLiked: boolean
  createdAt: Date
  authorId: string
  authorName: string
  authorUsername: string | null
  authorAvatar: ShownFileRow | null
  authorVerified: boolean
}

const columns = (
  viewerId: string | null,
) => sql`c.id, ${sql.raw(instantSql('c.created_at'))} AS at, c.item_id AS "itemId", c.parent_id AS "parentId",
  i.performer_id AS "performerId", CASE WHEN c.deleted_at IS NULL THEN c.text ELSE '' END AS text, c.deleted_at IS NOT NULL AS "isDeleted",
  (SELECT ${sql.raw(fileJson('f'))} FROM files f WHERE f.id = c.file_id AND f.status NOT IN ('blocked', 'deleted')) AS picture,
  c.updated_at > c.created_at AS "isEdited", c.likes, c.created_at AS "createdAt", c.author_id AS "authorId", a.name AS "authorName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "authorUsername", ${sql.raw(fileById('a.avatar_file_id'))} AS "authorAvatar", coalesce(p.is_verified, false) AS "authorVerified",
  (SELECT count(*) FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL) AS replies,
  EXISTS (SELECT FROM reactions l WHERE l.account_id = ${viewerId}::uuid AND l.object_id = c.id AND l.action = 'like') AS "isLiked"`
const joined = sql.raw(
  'JOIN items i ON i.id = c.item_id JOIN accounts a ON a.id = c.author_id LEFT JOIN performers p ON p.account_id = a.id',
)

// A deleted comment stays only as the place its replies hang on. Words of somebody on the other side of a block are not shown.
const shownTo = (
  viewerId: string | null,
) => sql`(c.deleted_at IS NULL OR EXISTS (SELECT FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL))
  AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id = ${viewerId}::uuid AND b.blocked_id = c.author_id)
    OR (b.blocker_id = c.author_id AND b.blocked_id = ${viewerId}::uuid))`

export const listTop = (ctx: Context, viewerId: string | null, itemId: string, page: Page) =>
  rows(
    ctx.db,
    sql<CommentRow>`SELECT ${columns(viewerId)} FROM (
        SELECT * FROM comments c WHERE c.item_id = ${itemId} AND c.parent_id IS NULL AND ${shownTo(viewerId)}
          AND (c.created_at, c.id) < (${page.cursor?.at ?? 'infinity'}::timestamptz, ${page.cursor?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
        ORDER BY c.created_at DESC, c.id DESC LIMIT ${page.size + 1} OFFSET ${page.offset}) c ${joined} ORDER BY c.created_at DESC, c.id DESC`,
  )
export const listReplies = (ctx: Context, viewerId: string | null, itemId: string, parentId: string, page: Page) =>
  rows(
    ctx.db,
    sql<CommentRow>`SELECT ${columns(viewerId)} FROM (
        SELECT * FROM comments c WHERE c.parent_id = ${parentId} AND c.item_id = ${itemId} AND ${shownTo(viewerId)}
          AND (c.created_at, c.id) > (${page.cursor?.at ?? '-infinity'}::timestamptz, ${page.cursor?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
        ORDER BY c.created_at, c.id LIMIT ${page.size + 1} OFFSET ${page.offset}) c ${joined} ORDER BY c.created_at, c.id`,
  )
const totalMax = 10_000
export const total = async (ctx: Context, itemId: string, parentId: string | null): Promise<number> =>
  Number(
    (await row(
      ctx.db,
      parentId === null
        ? sql<{
            n: bigint
          }>`SELECT count(*) AS n FROM (SELECT FROM comments WHERE item_id = ${itemId} AND parent_id IS NULL AND deleted_at IS NULL LIMIT ${totalMax}) t`
        : sql<{
            n: bigint
          }>`SELECT count(*) AS n FROM (SELECT FROM comments WHERE parent_id = ${parentId} AND deleted_at IS NULL LIMIT ${totalMax}) t`,
    ))!.n,
  )

export const byId = (ctx: Context, viewerId: string | null, id: string) =>
  row(ctx.db, sql<CommentRow>`SELECT ${columns(viewerId)} FROM comments c ${joined} WHERE c.id = ${id}`)

export interface StoredComment {
  id: string
  itemId: string
  parentId: string | null
  authorId: string
  isDeleted: boolean
}
export const locked = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<StoredComment>`SELECT id, item_id AS "itemId", parent_id AS "parentId", author_id AS "authorId", deleted_at IS NOT NULL AS "isDeleted"
      FROM comments WHERE id = ${id} FOR UPDATE`,
  )
export const insert = (
  tx: Context,
  comment: { id: string; itemId: string; authorId: string; parentId: string | null; text: string },
) =>
  sql`INSERT INTO comments (id, item_id, author_id, parent_id, text)
    VALUES (${comment.id}, ${comment.itemId}, ${comment.authorId}, ${comment.parentId}, ${comment.text})`.execute(tx.db)
export const setText = (tx: Context, id: string, text: string) =>
  sql`UPDATE comments SET text = ${text}, updated_at = greatest(app_now(), created_at + interval '1 microsecond') WHERE id = ${id}`.execute(
    tx.db,
  )
/** One comment has one picture: another takes its place. */
export const setPicture = (tx: Context, id: string, fileId: string) =>
  sql`UPDATE comments SET file_id = ${fileId} WHERE id = ${id}`.execute(tx.db)
export const forgetPictures = (tx: Context, authorId: string) =>
  sql`UPDATE comments SET file_id = NULL WHERE author_id = ${authorId} AND file_id IS NOT NULL`.execute(tx.db)
/** The words go as well: nothing that was deleted stays readable. */
export const erase = (tx: Context, id: string) =>
  sql`UPDATE comments SET deleted_at = app_now(), text = '-', file_id = NULL, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
