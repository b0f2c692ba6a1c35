import {
  type notificationFilters,
  notificationKinds,
  type NotificationKindName,
} from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { type Cursor, instantSql } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import type { GateColumns } from '../../access/items.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import type { KindName } from '../../content/items/kinds.ts'
import { fileById, fileJson } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

export type Filter = (typeof notificationFilters)[number]

export interface ActorRow {
  id: string
  name: string
  username: string | null
  isVerified: boolean
  avatar: PresentableFile | null
}
export interface ItemColumns extends GateColumns {
  id: string
  kind: KindName
  performerId: string
  title: string
  /** The beginning of its text. */
  text: string
  status: string
  statusReason: string | null
  files: number
  image: PresentableFile | null
}
export interface NotificationRow {
  id: string
  kind: NotificationKindName
  at: string
  updatedAt: Date
  isRead: boolean
  actors: ActorRow[] | null
  actorCount: number
  tokens: string | null
  detail: string
  objectId: string | null
  item: ItemColumns | null
  comment: { id: string; text: string; authorId: string } | null
  order: { id: string; number: string; title: string; performerId: string; image: PresentableFile | null } | null
  subscription: { id: string; plan: string | null; accessUntil: string | null } | null
}

/** New items are read from those that this person follows: how many of the newest follows, and for how long. */
const followsMax = 1_000
export const postDays = 30
const shownActors = 3

/**
 * A page of what is stored and of new items of those whom the viewer follows, the newest first. What is deleted, and people of whom the viewer
 * may not know, are left out here; items by the access policy afterwards. Each row has a source with an index in this order.
 */
export const list = (
  ctx: Context,
  viewer: SignedIn,
  options: { filter: Filter; cursor: Cursor | undefined; limit: number; withPosts: boolean },
) => {
  const { filter, cursor, limit, withPosts } = options
  const visible = (column: string) => authorVisibleSql(ctx, viewer, column)
  const end = cursor && sql`(${cursor.at}::timestamptz, ${cursor.id}::uuid)`
  const stored = sql`SELECT n.id, n.kind, n.updated_at, n.read_at IS NOT NULL AS is_read, n.actor_ids, n.actor_count, n.item_id, n.comment_id,
      n.object_id, n.tokens, n.detail
    FROM notifications n WHERE n.account_id = ${viewer.id} AND n.is_listed
      AND ${filter === 'all' ? sql`true` : filter === 'unread' ? sql`n.read_at IS NULL` : sql`n.filter = ${filter}`}
      AND (n.actor_ids = '{}' OR EXISTS (SELECT FROM unnest(n.actor_ids) u(id) JOIN accounts ua ON ua.id = u.id
        WHERE ua.status <> 'closed' AND ${visible('u.id')}))
      AND (n.comment_id IS NULL OR EXISTS (SELECT FROM comments c WHERE c.id = n.comment_id AND c.deleted_at IS NULL AND c.held_for IS NULL))
      AND (n.item_id IS NULL OR EXISTS (SELECT FROM items i WHERE i.id = n.item_id AND i.deleted_at IS NULL))
      AND ${end ? sql`(n.updated_at, n.id) < ${end}` : sql`true`}
    ORDER BY n.updated_at DESC, n.id DESC LIMIT ${limit}`
  const isRead = sql`(i.published_at <= coalesce(s.posts_read_at, '-infinity')
      OR EXISTS (SELECT FROM notification_post_reads r WHERE r.account_id = ${viewer.id} AND r.item_id = i.id))`
  const posts = sql`SELECT i.id, 'post_published', i.published_at, ${isRead}, ARRAY[i.performer_id], 1, i.id, NULL::uuid, NULL::uuid, NULL::bigint, ''
    FROM (SELECT performer_id, created_at FROM follows WHERE follower_id = ${viewer.id} ORDER BY created_at DESC LIMIT ${followsMax}) f
    CROSS JOIN LATERAL (SELECT * FROM items o WHERE o.performer_id = f.performer_id AND o.status = 'published' AND o.kind = ANY(${itemKindsSql}::text[])
      AND o.published_at > greatest(f.created_at, app_now() - make_interval(days => ${postDays})) ORDER BY o.published_at DESC LIMIT ${limit}) i
    LEFT JOIN notification_settings s ON s.account_id = ${viewer.id}
    WHERE ${visible('i.performer_id')} AND ${end ? sql`(i.published_at, i.id) < ${end}` : sql`true`} AND ${filter === 'unread' ? sql`NOT ${isRead}` : sql`true`}
    ORDER BY i.published_at DESC, i.id DESC LIMIT ${limit}`
  const both = withPosts ? sql`(${stored}) UNION ALL (${posts})` : stored
  return rows(
    ctx.db,
    sql<NotificationRow>`WITH found AS MATERIALIZED (SELECT * FROM (${both}) b ORDER BY updated_at DESC, id DESC LIMIT ${limit})
      SELECT n.id, n.kind, ${sql.raw(instantSql('n.updated_at'))} AS at, n.updated_at AS "updatedAt", n.is_read AS "isRead",
        (SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'username', a.username, 'isVerified', coalesce(p.is_verified, false),
            'avatar', ${sql.raw(fileById('a.avatar_file_id'))}) ORDER BY u.at)
          FROM (SELECT * FROM unnest(n.actor_ids) WITH ORDINALITY AS u(id, at) WHERE ${visible('u.id')} ORDER BY at LIMIT ${shownActors}) u
          JOIN accounts a ON a.id = u.id AND a.status <> 'closed' LEFT JOIN performers p ON p.account_id = a.id) AS actors,
        n.actor_count - (SELECT count(*)::int FROM unnest(n.actor_ids) AS u(id) WHERE NOT ${visible('u.id')}) AS "actorCount",
        n.tokens::text AS tokens, n.detail, n.object_id AS "objectId",
        (SELECT json_build_object('id', i.id, 'kind', i.kind, 'performerId', i.performer_id, 'title', i.title, 'text', left(i.text, 80), 'status', i.status,
            'statusReason', i.status_reason, 'gateType', i.gate_type, 'gatePlanIds', i.gate_plan_ids, 'gateListIds', i.gate_list_ids,
            'gatePrice', i.gate_price::text, 'gateFreeForSubscribers', i.gate_free_for_subscribers,
            'files', (SELECT count(*) FROM item_files x WHERE x.item_id = i.id AND x.role = 'main'),
            'image', (SELECT ${sql.raw(fileJson('f'))} FROM item_files x JOIN files f ON f.id = x.file_id
              WHERE x.item_id = i.id AND f.kind IN ('photo', 'thumbnail', 'video') AND f.is_playable
              ORDER BY x.role = 'main', x.position LIMIT 1))
          FROM items i WHERE i.id = n.item_id) AS item,
        (SELECT json_build_object('id', c.id, 'text', left(c.text, 140), 'authorId', c.author_id) FROM comments c WHERE c.id = n.comment_id) AS comment,
        (SELECT json_build_object('id', o.id, 'number', o.number, 'title', o.title, 'performerId', o.performer_id,
            'image', ${sql.raw(fileById('o.image_file_id'))}) FROM orders o WHERE o.id = n.object_id) AS "order",
        (SELECT json_build_object('id', s.id, 'accessUntil', s.access_until, 'plan', (SELECT name FROM plans l WHERE l.id = s.plan_id))
          FROM subscriptions s WHERE s.id = n.object_id) AS subscription
      FROM found n ORDER BY n.updated_at DESC, n.id DESC`,
  )
}
const itemKindsSql = ['feed', 'video', 'gallery', 'product'] satisfies KindName[]

export const hasPosts = (filter: Filter): boolean =>
  filter === 'all' || filter === 'unread' || filter === notificationKinds.post_published.filter

/** The caller has locked the settings of the account. */
export async function markRead(tx: Context, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`UPDATE notifications SET read_at = app_now() WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[]) AND read_at IS NULL`.execute(
    tx.db,
  )
  await sql`INSERT INTO notification_post_reads (account_id, item_id) SELECT ${accountId}, id FROM items
    WHERE id = ANY(${ids}::uuid[]) AND status = 'published' ON CONFLICT DO NOTHING`.execute(tx.db)
}
export async function markAllRead(tx: Context, accountId: string): Promise<void> {
  await sql`UPDATE notifications SET read_at = app_now() WHERE account_id = ${accountId} AND read_at IS NULL`.execute(
    tx.db,
  )
  await sql`UPDATE notification_settings SET posts_read_at = app_now() WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM notification_post_reads WHERE account_id = ${accountId}`.execute(tx.db)
}
