import type { Commenters } from '@fanlight/contract/commenters'
import { CompiledQuery } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { instantSql, type Page } from '../../../platform/db/cursor.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import { deletedByOwner, deletedWhileHidden, consentWithdrawn, type GateColumns } from '../../access/items.ts'
import { fileById, fileJson } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import type { ItemFileRow } from './item-files.ts'
import type { KindName } from './kinds.ts'
import { buyersSql } from '../../access/sold-files.ts'

// Reads single items and the lists of the studio: a choice selects ids in order, and one statement fetches all that they need.
// Access is not checked here. Lists for readers are fast-path queries of each kind.

/** The columns that every kind has, with its performer and its files. */
export interface ItemRow extends GateColumns {
  id: string
  at: string
  /** How many were chosen for this page. */
  chosen: number
  performerId: string
  title: string
  text: string
  status: string
  statusReason: string | null
  publishAt: Date | null
  publishedAt: Date | null
  expiresAt: Date | null
  createdAt: Date
  updatedAt: Date
  tags: string[]
  isPinned: boolean
  whoMayComment: Commenters | null
  views: bigint
  likes: bigint
  comments: bigint
  bookmarks: bigint
  sales: bigint
  earned: bigint
  offerVersion: number
  name: string
  username: string | null
  locale: string | null
  avatar: PresentableFile | null
  isVerified: boolean
  isAdult: boolean
  reactions: string[] | null
  isFollowed: boolean
  files: ItemFileRow[] | null
  /** Loaded for their creator alone: what staff decided about it, and whether that can still be appealed. */
  decision: {
    _id: string
    action: 'hide' | 'remove'
    statement: string
    appealUntil: string
    canAppeal: boolean
  } | null
  /** Loaded for their creator alone: how many bought it and did not give it back, to `buyersCountedMax`. */
  buyers: number | null
  /** Loaded for their creator alone: the files that it shall have once they are processed. */
  awaited: { problem: 'failed' | 'sold' | null; files: (ItemFileRow & { name: string })[] | null } | null
  /** Loaded for their creator alone. */
  participants: { _id: string; name: string; status: string; mayDownload: boolean | null }[] | null
}

/** What one kind adds to the statement: the join of its own table with items `i`, and columns. $1 is the viewer. */
export interface KindTable {
  kind: KindName
  join: string
  columns: readonly string[]
  /** The condition of the filter `type` in the studio, on items `s` and the value $3; for kinds that have types. */
  typeCondition?: string
  /** The condition on `item_files x` and `files f` for the files that are loaded with each item; absent where all are. */
  filesCondition?: string
}

const statement = ({ join, columns, filesCondition }: KindTable) => `SELECT ${[
  `i.id, c.at, c.chosen, i.performer_id AS "performerId", i.title, i.text, i.status, i.status_reason AS "statusReason",
    i.publish_at AS "publishAt", i.published_at AS "publishedAt", i.expires_at AS "expiresAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
    i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers",
    i.tags, i.is_pinned AS "isPinned", i.who_may_comment AS "whoMayComment", i.views, i.likes, i.comments, i.bookmarks, i.sales, i.earned, i.offer_version AS "offerVersion",
    a.name, a.username, a.locale, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", p.is_adult AS "isAdult",
    (SELECT array_agg(r.action) FROM reactions r WHERE r.account_id = $1::uuid AND r.object_id = i.id) AS reactions,
    EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = i.performer_id) AS "isFollowed",
    (SELECT json_agg(${fileJson('f', `'role', x.role, `)} ORDER BY x.role, x.position)
      FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id${filesCondition ? ` AND (${filesCondition})` : ''}) AS files,
    CASE WHEN i.performer_id = $1::uuid AND i.status IN ('hidden', 'removed') THEN (SELECT json_build_object('_id', d.id, 'action', d.action, 'statement', d.statement,
        'appealUntil', d.appeal_until, 'canAppeal', d.state = 'actioned' AND d.appeal_until > app_now())
      FROM report_cases d WHERE d.target_type = i.kind AND d.target_id = i.id AND d.author_id = i.performer_id AND d.action IN ('hide', 'remove')
        AND d.appeal_outcome IS DISTINCT FROM 'reversed' ORDER BY d.created_at DESC LIMIT 1) END AS decision,
    CASE WHEN i.performer_id = $1::uuid THEN ${buyersSql('i.id')} END AS buyers,
    CASE WHEN i.performer_id = $1::uuid THEN (SELECT json_build_object('problem', w.problem, 'files',
        (SELECT json_agg(${fileJson('f', `'role', x.role, 'name', f.original_name, `)} ORDER BY x.n)
          FROM unnest(w.file_ids, w.roles) WITH ORDINALITY AS x(id, role, n) JOIN files f ON f.id = x.id))
      FROM awaited_files w WHERE w.item_id = i.id) END AS awaited,
    CASE WHEN i.performer_id = $1::uuid THEN (SELECT json_agg(json_build_object('_id', n.id, 'status', n.status, 'mayDownload', n.may_download,
        'name', CASE WHEN n.account_id IS NULL THEN n.name ELSE (SELECT name FROM accounts WHERE id = n.account_id) END) ORDER BY n.created_at, n.id)
      FROM item_participants x JOIN participants n ON n.id = x.participant_id WHERE x.item_id = i.id) END AS participants`,
  ...columns,
].join(', ')}
  FROM chosen c JOIN items i ON i.id = c.id ${join}
    JOIN accounts a ON a.id = i.performer_id JOIN performers p ON p.account_id = i.performer_id
  ORDER BY c.n`

/** Selects the items of one page, in order; $1 is the viewer. Columns: id, at (for the cursor), n (position), chosen (how many). */
export interface Choice {
  name: string
  text: string
  values: unknown[]
}

export async function loadItems<Row extends ItemRow>(
  ctx: Context,
  table: KindTable,
  viewerId: string | null,
  choice: Choice,
): Promise<Row[]> {
  const text = `WITH chosen AS MATERIALIZED (${choice.text}) ${statement(table)}`
  const values = [viewerId, ...choice.values]
  if (ctx.inTransaction) return (await ctx.db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  return (await ctx.pool.query<Row>({ name: `${table.kind} items ${choice.name}`, text, values })).rows
}

export const single = ({ kind }: KindTable, id: string): Choice => ({
  name: 'single',
  text: `SELECT i.id, ${instantSql('i.created_at')} AS at, 1 AS n, 1 AS chosen FROM items i WHERE i.id = $2 AND i.kind = '${kind}'`,
  values: [id],
})
export const inThisOrder = (ids: readonly string[]): Choice => ({
  name: 'in this order',
  text: `SELECT id, '' AS at, n, 1 AS chosen FROM unnest($2::uuid[]) WITH ORDINALITY AS f(id, n)`,
  values: [ids],
})

const studioSorts = {
  updatedAt: 's.updated_at',
  createdAt: 's.created_at',
  publishedAt: 's.published_at',
  likes: 's.likes',
  comments: 's.comments',
  views: 's.views',
  sales: 's.sales',
  earned: 's.earned',
} as const
export interface StudioFilter {
  sortBy: keyof typeof studioSorts
  sort: 'asc' | 'desc'
  status?: string | undefined
  type?: string | undefined
  q?: string | undefined
}
/** What its creator sees in the studio: all but what they deleted. What staff removed is there, with the reason. */
const inStudioSql = (item: string) =>
  `(${item}.status <> 'removed' OR (${item}.deleted_at IS NULL AND ${item}.status_reason <> ALL('{"${deletedByOwner}","${deletedWhileHidden}","${consentWithdrawn}"}'::text[])))`

const studioWhere = ({
  kind,
  typeCondition,
}: KindTable) => `s.performer_id = $1::uuid AND s.kind = '${kind}' AND ${inStudioSql('s')}
  AND CASE WHEN $2::text IS NULL THEN s.status <> 'archived' ELSE s.status = $2 END
  AND ($3::text IS NULL${typeCondition ? ` OR ${typeCondition}` : ''})
  AND ($4::text IS NULL OR s.title ILIKE $4 OR s.text ILIKE $4)`
const studioValues = (filter: StudioFilter) => [
  filter.status ?? null,
  filter.type ?? null,
  filter.q ? `%${escapeLike(filter.q)}%` : null,
]

/** The viewer’s own items in any status. */
export const inStudio = (table: KindTable, filter: StudioFilter, page: Page): Choice => ({
  name: `in studio ${filter.sortBy} ${filter.sort}`,
  text: `SELECT id, at, row_number() OVER () AS n, (count(*) OVER ())::int AS chosen FROM (SELECT s.id, ${instantSql('s.updated_at')} AS at FROM items s
    WHERE ${studioWhere(table)} ORDER BY ${studioSorts[filter.sortBy]} ${filter.sort === 'asc' ? 'ASC' : 'DESC'} NULLS LAST, s.id DESC LIMIT $5 OFFSET $6) listed`,
  values: [...studioValues(filter), page.size, page.offset],
})
export async function countInStudio(
  ctx: Context,
  table: KindTable,
  performerId: string,
  filter: StudioFilter,
): Promise<number> {
  const { rows: found } = await ctx.pool.query<{ total: bigint }>({
    name: `${table.kind} items count in studio`,
    text: `SELECT count(*) AS total FROM (SELECT FROM items s WHERE ${studioWhere(table)} LIMIT 10000) t`,
    values: [performerId, ...studioValues(filter)],
  })
  return Number(found[0]!.total)
}
