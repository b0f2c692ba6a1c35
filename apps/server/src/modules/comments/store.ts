import type { Context } from '../../platform/context.ts'
import { afterRow, countRows, inOrder, type Page, placeOf, type Sorted } from '../../platform/cursor.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { authorInSight } from '../access/authors.ts'
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

const columns = (ctx: Context, viewer: Viewer) => sql`c.id, c.item_id AS "itemId", c.parent_id AS "parentId",
  i.performer_id AS "performerId", CASE WHEN c.deleted_at IS NULL THEN c.text ELSE '' END AS text, c.deleted_at IS NOT NULL AS "isDeleted",
  (SELECT ${sql.raw(fileJson('f'))} FROM files f WHERE f.id = c.file_id AND f.status NOT IN ('blocked', 'deleted')) AS picture,
  c.updated_at > c.created_at AS "isEdited", c.likes, c.created_at AS "createdAt", c.author_id AS "authorId", a.name AS "authorName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "authorUsername", ${sql.raw(fileById('a.avatar_file_id'))} AS "authorAvatar", coalesce(p.is_verified, false) AS "authorVerified",
  (SELECT count(*) FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL AND ${authorInSight(ctx, viewer, 'r.author_id')}) AS replies,
  EXISTS (SELECT FROM reactions l WHERE l.account_id = ${idOf(viewer)}::uuid AND l.object_id = c.id AND l.action = 'like') AS "isLiked"`
const joined = sql.raw(
  'JOIN items i ON i.id = c.item_id JOIN accounts a ON a.id = c.author_id LEFT JOIN performers p ON p.account_id = a.id',
)

/** Of which thing, and under which comment; null: those that stand by themselves. */
export interface Thread {
  itemId: string
  parentId: string | null
}
/** The replies of somebody out of sight stand nowhere, nor do those to them. */
const within = (ctx: Context, viewer: Viewer, { itemId, parentId }: Thread) =>
  parentId === null
    ? sql`c.item_id = ${itemId} AND c.parent_id IS NULL AND ${authorInSight(ctx, viewer, 'c.author_id')}`
    : sql`c.parent_id = ${parentId} AND c.item_id = ${itemId} AND ${authorInSight(ctx, viewer, 'c.author_id')}
        AND EXISTS (SELECT FROM comments o WHERE o.id = ${parentId} AND ${authorInSight(ctx, viewer, 'o.author_id')})`
// A deleted comment stays only as the place its replies hang on.
const stands = sql`(c.deleted_at IS NULL OR EXISTS (SELECT FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL))`

export const list = (ctx: Context, viewer: Viewer, thread: Thread, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<CommentRow>`SELECT ${columns(ctx, viewer)}, ${placeOf(order, 'c')} AS at FROM (
        SELECT * FROM comments c WHERE ${within(ctx, viewer, thread)} AND ${stands} AND ${afterRow(page, order, 'c')}
        ${inOrder(order, 'c')} LIMIT ${page.size + 1} OFFSET ${page.offset}) c ${joined} ${inOrder(order, 'c')}`,
  )
export const total = (ctx: Context, viewer: Viewer, thread: Thread): Promise<number> =>
  countRows(ctx, sql`comments c WHERE ${within(ctx, viewer, thread)} AND c.deleted_at IS NULL`)

export const byId = (ctx: Context, viewer: Viewer, id: string) =>
  row(ctx.db, sql<CommentRow>`SELECT ${columns(ctx, viewer)}, '' AS at FROM comments c ${joined} WHERE c.id = ${id}`)

export interface StoredComment {
  id: string
  itemId: string
  parentId: string | null
  authorId: string
  isDeleted: boolean
}
/** Nobody answers, nor changes, what is out of their sight. */
export const locked = (tx: Context, viewer: Viewer, id: string) =>
  row(
    tx.db,
    sql<StoredComment>`SELECT id, item_id AS "itemId", parent_id AS "parentId", author_id AS "authorId", deleted_at IS NOT NULL AS "isDeleted"
      FROM comments c WHERE id = ${id} AND ${authorInSight(tx, viewer, 'c.author_id')} FOR UPDATE`,
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
