import { CompiledQuery } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { instantSql, type Page } from '../../platform/cursor.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { Gate } from '../access/door.ts'
import type { ItemFileRow, ShownFileRow } from './shown-files.ts'
import { escapeLike } from '../../platform/statements.ts'
import { fileById, fileJson } from '../media/file-json.ts'

// Reads of single posts and of the studio: `chosen` names the ids in their order, the rest fetches all that they need. Nothing here
// knows who may see what. Lists that people read are in hot-page.ts.

export interface FeedRow {
  id: string
  at: string
  /** How many were chosen for this page. */
  chosen: number
  performerId: string
  type: 'text' | 'photo' | 'video' | 'audio' | 'poll'
  title: string
  text: string
  status: string
  statusReason: string | null
  publishAt: Date | null
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
  gateType: Gate['type']
  gatePlanIds: string[]
  gatePrice: bigint | null
  gateFreeForSubscribers: boolean
  tags: string[]
  isPinned: boolean
  views: bigint
  likes: bigint
  comments: bigint
  bookmarks: bigint
  sales: bigint
  name: string
  username: string | null
  avatar: ShownFileRow | null
  isVerified: boolean
  isAdult: boolean
  reactions: string[] | null
  isFollowed: boolean
  files: ItemFileRow[] | null
  poll: PollRow | null
}
export interface PollRow {
  id: string
  question: string
  endsAt: string | null
  votedFor: string | null
  options: { id: string; text: string; votes: number }[]
}

const fetched = `SELECT i.id, c.at, c.chosen, i.performer_id AS "performerId", fe.type, i.title, i.text, i.status, i.status_reason AS "statusReason",
    i.publish_at AS "publishAt", i.published_at AS "publishedAt", i.created_at AS "createdAt", i.updated_at AS "updatedAt",
    i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers",
    i.tags, i.is_pinned AS "isPinned", i.views, i.likes, i.comments, i.bookmarks, i.sales,
    a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", p.is_adult AS "isAdult",
    (SELECT array_agg(r.action) FROM reactions r WHERE r.account_id = $1::uuid AND r.object_id = i.id) AS reactions,
    EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = i.performer_id) AS "isFollowed",
    (SELECT json_agg(${fileJson('f', `'role', x.role, `)} ORDER BY x.role, x.position)
      FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id) AS files,
    CASE WHEN fe.type = 'poll' THEN (SELECT json_build_object('id', q.id, 'question', q.question, 'endsAt', q.ends_at,
        'votedFor', (SELECT v.option_id FROM poll_votes v WHERE v.poll_id = q.id AND v.account_id = $1::uuid),
        'options', (SELECT json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id))
      FROM polls q WHERE q.item_id = i.id) END AS poll
  FROM chosen c JOIN items i ON i.id = c.id JOIN feeds fe ON fe.item_id = i.id
    JOIN accounts a ON a.id = i.performer_id JOIN performers p ON p.account_id = i.performer_id
  ORDER BY c.n`

/** Names the posts of one page, in order; $1 is the viewer. Each row: id, at (for the cursor), n (its place), chosen (how many). */
export interface Choice {
  name: string | undefined
  text: string
  values: unknown[]
}

export async function fetchChosen(ctx: Context, viewerId: string | null, choice: Choice): Promise<FeedRow[]> {
  const text = `WITH chosen AS MATERIALIZED (${choice.text}) ${fetched}`
  const values = [viewerId, ...choice.values]
  if (ctx.inTransaction) return (await ctx.db.executeQuery(CompiledQuery.raw(text, values))).rows as FeedRow[]
  return (await ctx.pool.query<FeedRow>({ ...(choice.name && { name: `feeds ${choice.name}` }), text, values })).rows
}

export const one = (id: string): Choice => ({
  name: 'one',
  text: `SELECT i.id, ${instantSql('i.created_at')} AS at, 1 AS n, 1 AS chosen FROM items i WHERE i.id = $2 AND i.kind = 'feed'`,
  values: [id],
})

const studioSorts = {
  updatedAt: 's.updated_at',
  createdAt: 's.created_at',
  publishedAt: 's.published_at',
  likes: 's.likes',
  comments: 's.comments',
  views: 's.views',
  sales: 's.sales',
} as const
export interface StudioFilter {
  sortBy: keyof typeof studioSorts
  sort: 'asc' | 'desc'
  status?: string | undefined
  type?: string | undefined
  q?: string | undefined
}
const studioWhere = `s.performer_id = $1::uuid AND s.kind = 'feed' AND s.status NOT IN ('removed')
  AND CASE WHEN $2::text IS NULL THEN s.status <> 'archived' ELSE s.status = $2 END
  AND ($3::text IS NULL OR EXISTS (SELECT FROM feeds t WHERE t.item_id = s.id AND t.type = $3))
  AND ($4::text IS NULL OR s.title ILIKE $4 OR s.text ILIKE $4)`
const studioValues = (filter: StudioFilter) => [
  filter.status ?? null,
  filter.type ?? null,
  filter.q ? `%${escapeLike(filter.q)}%` : null,
]

export const inStudio = (filter: StudioFilter, page: Page): Choice => ({
  name: `in studio ${filter.sortBy} ${filter.sort}`,
  text: `SELECT id, at, row_number() OVER () AS n, (count(*) OVER ())::int AS chosen FROM (SELECT s.id, ${instantSql('s.updated_at')} AS at FROM items s
    WHERE ${studioWhere} ORDER BY ${studioSorts[filter.sortBy]} ${filter.sort === 'asc' ? 'ASC' : 'DESC'} NULLS LAST, s.id DESC LIMIT $5 OFFSET $6) listed`,
  values: [...studioValues(filter), page.size, page.offset],
})
export async function countInStudio(ctx: Context, performerId: string, filter: StudioFilter): Promise<number> {
  const { rows: found } = await ctx.pool.query<{ total: bigint }>({
    name: 'feeds count in studio',
    text: `SELECT count(*) AS total FROM (SELECT FROM items s WHERE ${studioWhere} LIMIT 10000) t`,
    values: [performerId, ...studioValues(filter)],
  })
  return Number(found[0]!.total)
}

// Writes.

export interface StoredFeed {
  id: string
  performerId: string
  type: FeedRow['type']
  title: string
  text: string
  status: string
  statusReason: string | null
  publishAt: Date | null
  gateType: Gate['type']
  gatePlanIds: string[]
  gatePrice: bigint | null
  gateFreeForSubscribers: boolean
  tags: string[]
  isPinned: boolean
  pollId: string | null
  files: { fileId: string; role: string }[]
}
/** One's own post, held until the transaction ends. */
export const idsOf = async (tx: Context, performerId: string): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{
        id: string
      }>`SELECT id FROM items WHERE performer_id = ${performerId} AND kind = 'feed' AND status <> 'removed' ORDER BY id`,
    )
  ).map(({ id }) => id)
export const lockOwn = (tx: Context, performerId: string, id: string): Promise<StoredFeed | undefined> =>
  row(
    tx.db,
    sql<StoredFeed>`SELECT i.id, i.performer_id AS "performerId", fe.type, i.title, i.text, i.status, i.status_reason AS "statusReason",
        i.publish_at AS "publishAt", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_price AS "gatePrice",
        i.gate_free_for_subscribers AS "gateFreeForSubscribers", i.tags, i.is_pinned AS "isPinned",
        (SELECT q.id FROM polls q WHERE q.item_id = i.id) AS "pollId",
        coalesce((SELECT json_agg(json_build_object('fileId', x.file_id, 'role', x.role) ORDER BY x.position) FROM item_files x WHERE x.item_id = i.id), '[]') AS files
      FROM items i JOIN feeds fe ON fe.item_id = i.id
      WHERE i.id = ${id} AND i.performer_id = ${performerId} AND i.kind = 'feed' AND i.status <> 'removed' FOR UPDATE OF i`,
  )

export interface FeedToSave {
  id: string
  performerId: string
  type: string
  title: string
  text: string
  status: string
  /** `now` is the database's: the instant its own rules compare with. */
  publishAt: Date | 'now' | null
  gate: Gate
  tags: string[]
  isPinned: boolean
}
export async function insertFeed(tx: Context, feed: FeedToSave): Promise<void> {
  const { gate } = feed
  await sql`WITH item AS (
      INSERT INTO items (id, kind, performer_id, title, text, status, publish_at, gate_type, gate_plan_ids, gate_price, gate_free_for_subscribers, tags, is_pinned)
      VALUES (${feed.id}, 'feed', ${feed.performerId}, ${feed.title}, ${feed.text}, ${feed.status}, ${instantOf(feed.publishAt)}, ${gate.type},
        ${gate.planIds}::uuid[], ${gate.price}, ${gate.freeForSubscribers}, ${feed.tags}::text[], ${feed.isPinned})
      RETURNING id)
    INSERT INTO feeds (item_id, type) SELECT id, ${feed.type} FROM item`.execute(tx.db)
}
export async function changeFeed(tx: Context, feed: FeedToSave): Promise<void> {
  const { gate } = feed
  await sql`WITH item AS (
      UPDATE items SET title = ${feed.title}, text = ${feed.text}, status = ${feed.status}, publish_at = ${instantOf(feed.publishAt)},
        gate_type = ${gate.type}, gate_plan_ids = ${gate.planIds}::uuid[], gate_price = ${gate.price},
        gate_free_for_subscribers = ${gate.freeForSubscribers}, tags = ${feed.tags}::text[], is_pinned = ${feed.isPinned}, updated_at = app_now()
      WHERE id = ${feed.id} RETURNING id)
    UPDATE feeds SET type = ${feed.type} FROM item WHERE item_id = item.id`.execute(tx.db)
}
const instantOf = (at: Date | 'now' | null) => (at === 'now' ? sql`app_now()` : sql`${at}::timestamptz`)

export interface OwnFile {
  id: string
  kind: string
  purpose: string
  status: string
  isPlayable: boolean
  usedElsewhere: boolean
}
/** Files of one's own, held so that two posts can't take the same one at once. */
export async function lockFiles(
  tx: Context,
  ownerId: string,
  ids: readonly string[],
  itemId: string,
): Promise<OwnFile[]> {
  await sql`SELECT FROM files WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId} ORDER BY id FOR UPDATE`.execute(
    tx.db,
  )
  // A statement of its own: it sees what the one before waited for.
  return rows(
    tx.db,
    sql<OwnFile>`SELECT f.id, f.kind, f.purpose, f.status, f.is_playable AS "isPlayable",
        EXISTS (SELECT FROM item_files x JOIN items i ON i.id = x.item_id WHERE x.file_id = f.id AND x.item_id <> ${itemId} AND i.status <> 'removed') AS "usedElsewhere"
      FROM files f WHERE f.id = ANY(${ids}::uuid[]) AND f.owner_id = ${ownerId}`,
  )
}
export async function replaceFiles(
  tx: Context,
  itemId: string,
  files: readonly { fileId: string; role: string }[],
): Promise<void> {
  await sql`DELETE FROM item_files WHERE item_id = ${itemId}`.execute(tx.db)
  if (files.length === 0) return
  await sql`INSERT INTO item_files (item_id, file_id, role, position)
    SELECT ${itemId}, f.id, f.role, f.n - 1 FROM unnest(${files.map((one) => one.fileId)}::uuid[], ${files.map((one) => one.role)}::text[])
      WITH ORDINALITY AS f(id, role, n)`.execute(tx.db)
}
export const activePlans = async (tx: Context, performerId: string, ids: readonly string[]): Promise<number> =>
  Number(
    (await row(
      tx.db,
      sql<{
        n: bigint
      }>`SELECT count(*) AS n FROM plans WHERE id = ANY(${ids}::uuid[]) AND performer_id = ${performerId} AND active`,
    ))!.n,
  )

/** Only the newest few stay pinned. */
export const unpinOlder = (tx: Context, performerId: string, keep: number) =>
  sql`UPDATE items SET is_pinned = false WHERE id IN (
    SELECT id FROM items WHERE performer_id = ${performerId} AND kind = 'feed' AND is_pinned AND status <> 'removed'
    ORDER BY updated_at DESC, id DESC OFFSET ${keep})`.execute(tx.db)

export async function insertPoll(
  tx: Context,
  poll: {
    id: string
    performerId: string
    question: string
    endsAt: Date | null
    options: { id: string; text: string }[]
  },
) {
  await sql`INSERT INTO polls (id, performer_id, question, ends_at) VALUES (${poll.id}, ${poll.performerId}, ${poll.question}, ${poll.endsAt})`.execute(
    tx.db,
  )
  await sql`INSERT INTO poll_options (id, poll_id, position, text) SELECT o.id, ${poll.id}, o.n - 1, o.text
    FROM unnest(${poll.options.map((one) => one.id)}::uuid[], ${poll.options.map((one) => one.text)}::text[]) WITH ORDINALITY AS o(id, text, n)`.execute(
    tx.db,
  )
}
/** Ties a poll of one's own to a post; false where it is not there or belongs to another post. */
export const takePoll = async (tx: Context, performerId: string, pollId: string, itemId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE polls SET item_id = ${itemId} WHERE id = ${pollId} AND performer_id = ${performerId} AND (item_id IS NULL OR item_id = ${itemId}) RETURNING id`,
  )) !== undefined

export interface StoredPoll {
  id: string
  hasEnded: boolean
  options: { id: string; text: string; votes: number }[]
}
export const pollOf = (tx: Context, itemId: string): Promise<StoredPoll | undefined> =>
  row(
    tx.db,
    sql<StoredPoll>`SELECT q.id, coalesce(q.ends_at <= app_now(), false) AS "hasEnded",
        (SELECT json_agg(json_build_object('id', o.id, 'text', o.text, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.poll_id = q.id) AS options
      FROM polls q WHERE q.item_id = ${itemId}`,
  )
/** False where this account has voted already. */
export const insertVote = async (tx: Context, pollId: string, accountId: string, optionId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO poll_votes (poll_id, account_id, option_id) VALUES (${pollId}, ${accountId}, ${optionId}) ON CONFLICT DO NOTHING RETURNING poll_id`,
  )) !== undefined

export const isBought = async (tx: Context, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql<{
      bought: boolean
    }>`SELECT EXISTS (SELECT FROM purchases WHERE object_id = ${id} AND revoked_at IS NULL) AS bought`,
  ))!.bought
export const setStatus = (tx: Context, id: string, status: string, reason: string | null) =>
  sql`UPDATE items SET status = ${status}, status_reason = ${reason}, is_pinned = false, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
export const deleteItem = (tx: Context, id: string) => sql`DELETE FROM items WHERE id = ${id}`.execute(tx.db)
