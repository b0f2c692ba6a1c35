import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, inOrder, type Page, positionOf, type Sorted } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { isFanSql } from '../../access/fans-sql.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import { fileById, fileJson } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

export interface CommentRow {
  id: string
  at: string
  itemId: string
  parentId: string | null
  performerId: string
  text: string
  image: PresentableFile | null
  isDeleted: boolean
  isEdited: boolean
  isHeld: boolean
  isFan: boolean
  likes: bigint
  replies: bigint
  isLiked: boolean
  createdAt: Date
  authorId: string
  authorName: string
  authorUsername: string | null
  authorAvatar: PresentableFile | null
  authorVerified: boolean
}

const columns = (ctx: Context, viewer: Viewer) => sql`c.id, c.item_id AS "itemId", c.parent_id AS "parentId",
  i.performer_id AS "performerId", CASE WHEN c.deleted_at IS NULL THEN c.text ELSE '' END AS text, c.deleted_at IS NOT NULL AS "isDeleted",
  (SELECT ${sql.raw(fileJson('f'))} FROM files f WHERE f.id = c.file_id AND f.status NOT IN ('blocked', 'deleted')) AS image,
  c.updated_at > c.created_at AS "isEdited", c.held_for IS NOT NULL AS "isHeld", ${isOwnFanSql(viewer)} AS "isFan", c.likes, c.created_at AS "createdAt", c.author_id AS "authorId", a.name AS "authorName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS "authorUsername", ${sql.raw(fileById('a.avatar_file_id'))} AS "authorAvatar", coalesce(p.is_verified, false) AS "authorVerified",
  (SELECT count(*) FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL AND r.held_for IS NULL AND ${authorVisibleSql(ctx, viewer, 'r.author_id')}) AS replies,
  EXISTS (SELECT FROM reactions l WHERE l.account_id = ${idOf(viewer)}::uuid AND l.object_id = c.id AND l.action = 'like') AS "isLiked"`
/** Whether the author is a fan of the viewer, under what is the viewer's own. */
const isOwnFanSql = (viewer: Viewer) =>
  viewer.kind === 'signed-in' && viewer.role === 'performer'
    ? sql`(i.performer_id = ${viewer.id} AND ${isFanSql(viewer.id)})`
    : sql`false`
const joined = sql.raw(
  'JOIN items i ON i.id = c.item_id JOIN accounts a ON a.id = c.author_id LEFT JOIN performers p ON p.account_id = a.id',
)

/** What waits for approval is for its author and the creator alone. */
const notHeld = (viewer: Viewer) =>
  sql`(c.held_for IS NULL OR c.author_id = ${idOf(viewer)}::uuid OR c.held_for = ${idOf(viewer)}::uuid)`

/** The item, and the parent comment; null for top-level comments. */
export interface Thread {
  itemId: string
  parentId: string | null
}
/** Replies of hidden authors are not listed, nor are replies to hidden authors. */
const within = (ctx: Context, viewer: Viewer, { itemId, parentId }: Thread) =>
  parentId === null
    ? sql`c.item_id = ${itemId} AND c.parent_id IS NULL AND ${notHeld(viewer)} AND ${authorVisibleSql(ctx, viewer, 'c.author_id')}`
    : sql`c.parent_id = ${parentId} AND c.item_id = ${itemId} AND ${notHeld(viewer)} AND ${authorVisibleSql(ctx, viewer, 'c.author_id')}
        AND EXISTS (SELECT FROM comments o WHERE o.id = ${parentId} AND ${authorVisibleSql(ctx, viewer, 'o.author_id')})`
// A deleted comment is listed only as the parent of its replies.
const listed = sql`(c.deleted_at IS NULL OR EXISTS (SELECT FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL))`

export const list = (ctx: Context, viewer: Viewer, thread: Thread, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<CommentRow>`SELECT ${columns(ctx, viewer)}, ${positionOf(order, 'c')} AS at FROM (
        SELECT * FROM comments c WHERE ${within(ctx, viewer, thread)} AND ${listed} AND ${afterRow(page, order, 'c')}
        ${inOrder(order, 'c')} LIMIT ${page.size + 1} OFFSET ${page.offset}) c ${joined} ${inOrder(order, 'c')}`,
  )
/** One that is listed to this viewer. */
export const shownOne = (ctx: Context, viewer: Viewer, id: string) =>
  row(
    ctx.db,
    sql<CommentRow>`SELECT ${columns(ctx, viewer)}, '' AS at FROM (
        SELECT * FROM comments c WHERE c.id = ${id} AND ${listed} AND ${notHeld(viewer)} AND ${authorVisibleSql(ctx, viewer, 'c.author_id')}) c ${joined}`,
  )
export const total = (ctx: Context, viewer: Viewer, thread: Thread): Promise<number> =>
  countRows(ctx, sql`comments c WHERE ${within(ctx, viewer, thread)} AND c.deleted_at IS NULL`)

export interface HeldRow extends CommentRow {
  itemKind: string
  itemTitle: string
}
/** Comments that wait for this creator, those of hidden authors left out. */
export const listHeld = (ctx: Context, viewer: Viewer, page: Page) =>
  rows(
    ctx.db,
    sql<HeldRow>`SELECT ${columns(ctx, viewer)}, ${positionOf(heldOrder, 'c')} AS at, i.kind AS "itemKind", i.title AS "itemTitle"
      FROM (SELECT * FROM comments c WHERE ${held(ctx, viewer)} AND ${afterRow(page, heldOrder, 'c')}
        ${inOrder(heldOrder, 'c')} LIMIT ${page.size + 1}) c ${joined} ${inOrder(heldOrder, 'c')}`,
  )
export const totalHeld = (ctx: Context, viewer: Viewer): Promise<number> =>
  countRows(ctx, sql`comments c WHERE ${held(ctx, viewer)}`)
const heldOrder = { sortBy: 'createdAt', sort: 'desc' } as const
const held = (ctx: Context, viewer: Viewer) =>
  sql`c.held_for = ${idOf(viewer)} AND c.deleted_at IS NULL AND ${authorVisibleSql(ctx, viewer, 'c.author_id')}`

export const byId = (ctx: Context, viewer: Viewer, id: string) =>
  row(ctx.db, sql<CommentRow>`SELECT ${columns(ctx, viewer)}, '' AS at FROM comments c ${joined} WHERE c.id = ${id}`)

export interface StoredComment {
  id: string
  itemId: string
  parentId: string | null
  authorId: string
  isDeleted: boolean
  isHeld: boolean
}
/** Comments of hidden authors can neither be answered nor changed. */
export const locked = (tx: Context, viewer: Viewer, id: string) =>
  row(
    tx.db,
    sql<StoredComment>`SELECT id, item_id AS "itemId", parent_id AS "parentId", author_id AS "authorId", deleted_at IS NOT NULL AS "isDeleted", held_for IS NOT NULL AS "isHeld"
      FROM comments c WHERE id = ${id} AND ${notHeld(viewer)} AND ${authorVisibleSql(tx, viewer, 'c.author_id')} FOR UPDATE`,
  )
export const insert = (
  tx: Context,
  comment: {
    id: string
    itemId: string
    authorId: string
    parentId: string | null
    text: string
    heldFor: string | null
  },
) =>
  sql`INSERT INTO comments (id, item_id, author_id, parent_id, text, held_for)
    VALUES (${comment.id}, ${comment.itemId}, ${comment.authorId}, ${comment.parentId}, ${comment.text}, ${comment.heldFor})`.execute(
    tx.db,
  )
export const setText = (tx: Context, id: string, text: string) =>
  sql`UPDATE comments SET text = ${text}, updated_at = greatest(app_now(), created_at + interval '1 microsecond') WHERE id = ${id}`.execute(
    tx.db,
  )
export const setHeldFor = (tx: Context, id: string, heldFor: string | null) =>
  sql`UPDATE comments SET held_for = ${heldFor}::uuid WHERE id = ${id}`.execute(tx.db)
/** One comment has one image: another replaces it. */
export const setImage = (tx: Context, id: string, fileId: string) =>
  sql`UPDATE comments SET file_id = ${fileId} WHERE id = ${id}`.execute(tx.db)
export const deleteImages = (tx: Context, authorId: string) =>
  sql`UPDATE comments SET file_id = NULL WHERE author_id = ${authorId} AND file_id IS NOT NULL`.execute(tx.db)
/** The text is erased as well: nothing that was deleted remains readable. */
export const erase = (tx: Context, id: string) =>
  sql`UPDATE comments SET deleted_at = app_now(), text = '-', file_id = NULL, held_for = NULL, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

/** The item whose comment this was; undefined if it was deleted before. */
export const eraseExisting = async (tx: Context, id: string): Promise<string | undefined> =>
  (
    await row(
      tx.db,
      sql<{
        itemId: string
      }>`UPDATE comments SET deleted_at = app_now(), text = '-', file_id = NULL, updated_at = app_now()
        WHERE id = ${id} AND deleted_at IS NULL RETURNING item_id AS "itemId"`,
    )
  )?.itemId
export const rewrite = async (
  tx: Context,
  id: string,
  text: string,
  fileId: string | null,
): Promise<string | undefined> =>
  (
    await row(
      tx.db,
      sql<{ itemId: string }>`UPDATE comments SET deleted_at = NULL, text = ${text},
          file_id = (SELECT f.id FROM files f WHERE f.id = ${fileId}::uuid AND f.status NOT IN ('blocked', 'deleted')), updated_at = app_now()
        WHERE id = ${id} AND deleted_at IS NOT NULL RETURNING item_id AS "itemId"`,
    )
  )?.itemId
