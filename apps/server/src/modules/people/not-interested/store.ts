import type { notInterestedTypes } from '@fanlight/contract/not-interested'
import type { Context } from '../../../platform/context.ts'
import {
  afterRow,
  countRows,
  cut,
  inOrder,
  madeOnce,
  type Page,
  positionOf,
  type Sorted,
} from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { performerVisibleSql, visibilityVariant, withViewer } from '../../access/visibility-sql.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

export const insert = (ctx: Context, accountId: string, performerId: string, itemId: string | null) =>
  sql`INSERT INTO not_interested (account_id, performer_id, item_id) VALUES (${accountId}, ${performerId}, ${itemId})
    ON CONFLICT DO NOTHING`.execute(ctx.db)
export const remove = (ctx: Context, accountId: string, subjectId: string) =>
  sql`DELETE FROM not_interested WHERE account_id = ${accountId} AND subject_id = ${subjectId}`.execute(ctx.db)

export interface NotInterestedRow {
  id: string
  at: string
  type: (typeof notInterestedTypes)[number]
  performerId: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  isVerified: boolean
  title: string
  publishedAt: Date | null
  createdAt: Date
}

/** Without creators who are hidden from the viewer by now, and posts that are no longer published. */
export async function list(ctx: Context, viewer: SignedIn, query: Sorted, page: Page) {
  const visible = withViewer(viewer, (me, country) =>
    performerVisibleSql(visibilityVariant(ctx, viewer), 'n.performer_id', me, country),
  )
  const listed = sql`not_interested n LEFT JOIN items i ON i.id = n.item_id
    WHERE n.account_id = ${viewer.id} AND (n.item_id IS NULL OR i.status = 'published') AND ${visible}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<NotInterestedRow>`SELECT c.*, a.name, a.username, p.is_verified AS "isVerified", ${sql.raw(fileById('a.avatar_file_id'))} AS avatar FROM (
          SELECT n.subject_id AS id, ${positionOf(query, 'n', madeOnce)} AS at, n.performer_id AS "performerId", n.created_at AS "createdAt",
            CASE WHEN n.item_id IS NULL THEN 'performer' ELSE 'feed' END AS type, coalesce(i.title, '') AS title, i.published_at AS "publishedAt"
          FROM ${listed} AND ${afterRow(page, query, 'n', madeOnce, 'subject_id')}
          ${inOrder(query, 'n', madeOnce, 'subject_id')} LIMIT ${page.size + 1} OFFSET ${page.offset}) c
        JOIN accounts a ON a.id = c."performerId" JOIN performers p ON p.account_id = c."performerId"
        ORDER BY c."createdAt" ${sql.raw(query.sort === 'asc' ? 'ASC' : 'DESC')}, c.id ${sql.raw(query.sort === 'asc' ? 'ASC' : 'DESC')}`,
      )
  return { ...cut(found, page), total: await countRows(ctx, listed) }
}
