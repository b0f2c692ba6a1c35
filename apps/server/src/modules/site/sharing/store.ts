import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { ageScopeOf, type Relation } from '../../access/policy.ts'
import type { GateColumns } from '../../access/items.ts'
import type { KindName } from '../../content/items/kinds.ts'
import { namedBy, creatorRelationsSql } from '../../people/performers/visible.ts'

export interface CreatorRow {
  id: string
  relations: Relation[]
  name: string
  username: string | null
  tagline: string
  followers: bigint
  feeds: bigint
  avatarKey: string | null
  coverKey: string | null
}
// The largest variant of a public image.
const profileImage = (column: string) => `(SELECT v.storage_key FROM files f JOIN file_variants v ON v.file_id = f.id
  WHERE f.id = ${column} AND f.status = 'ready' AND v.kind = 'profile-image' AND v.mime IN ('image/jpeg', 'image/webp') ORDER BY v.width DESC, v.mime LIMIT 1)`

export async function creator(ctx: Context, viewer: Viewer, name: string): Promise<CreatorRow | undefined> {
  const { where } = namedBy(name)
  const { rows } = await ctx.pool.query<CreatorRow>({
    name: 'card of creator',
    text: `SELECT a.id, ${creatorRelationsSql} AS relations, a.name, a.username, p.tagline, p.followers, p.feeds,
        ${profileImage('a.avatar_file_id')} AS "avatarKey", ${profileImage('a.cover_file_id')} AS "coverKey"
      FROM accounts a JOIN performers p ON p.account_id = a.id WHERE ${where}`,
    values: [null, name, viewer.country, ageScopeOf(ctx, viewer)],
  })
  return rows[0]
}

export interface ItemCardRow extends GateColumns {
  id: string
  performerId: string
  status: string
  statusReason: string | null
  title: string
  name: string
  username: string | null
  imageKey: string | null
  preview: string | null
}
/** In the order of spec §3: thumbnail or cover, first photo, teaser, first video. */
export const item = (ctx: Context, kind: KindName, id: string): Promise<ItemCardRow | undefined> =>
  row(
    ctx.db,
    sql<ItemCardRow>`SELECT i.id, i.performer_id AS "performerId", i.status, i.status_reason AS "statusReason", i.title, a.name, a.username,
        i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers",
        image.key AS "imageKey", image.preview
      FROM items i JOIN accounts a ON a.id = i.performer_id
        LEFT JOIN LATERAL (
          SELECT (SELECT v.storage_key FROM file_variants v WHERE v.file_id = f.id AND v.kind IN ('photo', 'poster')
              AND v.mime IN ('image/jpeg', 'image/webp') ORDER BY abs(v.width - 1200), v.mime LIMIT 1) AS key,
            (SELECT v.detail ->> 'dataUri' FROM file_variants v WHERE v.file_id = f.id AND v.kind = 'locked-preview' LIMIT 1) AS preview
          FROM item_files x JOIN files f ON f.id = x.file_id
          WHERE x.item_id = i.id AND f.status NOT IN ('blocked', 'deleted') AND f.kind IN ('photo', 'video', 'thumbnail', 'teaser')
          ORDER BY CASE WHEN x.role IN ('thumbnail', 'cover') THEN 1 WHEN x.role = 'main' AND f.kind = 'photo' THEN 2 WHEN x.role = 'teaser' THEN 3 ELSE 4 END, x.position
          LIMIT 1) image ON true
      WHERE i.id = ${id} AND i.kind = ${kind}`,
  )
