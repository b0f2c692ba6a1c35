import type { Context } from '../../platform/context.ts'
import { instantSql, type Page } from '../../platform/cursor.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { escapeLike, nameOfSize } from '../../platform/statements.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { fileById } from '../media/file-json.ts'
import { type Fact, performerFactsSql } from '../access/door.ts'
import type { ShownFileRow } from '../feeds/shown-files.ts'
import { namedBy, standingWithCreator } from './visible.ts'

export interface CardRow {
  id: string
  at: string
  name: string
  username: string | null
  avatar: ShownFileRow | null
  cover: ShownFileRow | null
  isVerified: boolean
  tagline: string
  country: string | null
  categories: string[]
  isFree: boolean
  isFollowed: boolean
  followers: bigint
  feeds: bigint
  updatedAt: Date
  /** What the door asks about all of the list, on its first row. */
  facts: Fact[] | null
}
const fetchedCards = (
  country: string,
) => `SELECT a.id, c.at, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover,
    p.is_verified AS "isVerified", p.tagline, a.country, p.categories, p.followers, p.feeds, p.updated_at AS "updatedAt",
    EXISTS (SELECT FROM plans f WHERE f.performer_id = a.id AND f.active AND f.type = 'free') AS "isFree",
    EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = a.id) AS "isFollowed",
    CASE WHEN c.n = 1 THEN ${performerFactsSql('$1::uuid', 'ARRAY(SELECT id FROM chosen)', country)} END AS facts
  FROM chosen c JOIN accounts a ON a.id = c.id JOIN performers p ON p.account_id = c.id ORDER BY c.n`

async function fetchCards(
  ctx: Context,
  viewer: Viewer,
  name: string | undefined,
  chosen: string,
  values: unknown[],
): Promise<CardRow[]> {
  const { rows } = await ctx.pool.query<CardRow>({
    ...(name && { name: `performers ${name}` }),
    text: `WITH chosen AS MATERIALIZED (${chosen}) ${fetchedCards(`$${values.length + 2}::text`)}`,
    values: [idOf(viewer), ...values, viewer.country],
  })
  return rows
}

/** How far the public list counts and how many matches of a search are ranked. */
export const countMax = 1_000

const sorts = {
  updatedAt: ['p.updated_at', 'DESC'],
  followers: ['p.followers', 'DESC'],
  name: ['lower(a.name)', 'ASC'],
} as const
export interface PerformerFilter {
  sortBy: keyof typeof sorts
  sort: 'asc' | 'desc'
  q?: string | undefined
  gender?: string | undefined
  country?: string | undefined
  category?: string | undefined
  isFree?: boolean | undefined
}

// Only the filters that were asked for stand in the statement, so that each combination keeps a plan of its own. All words are
// parameters; the text is made of nothing but these pieces.
function listed(filter: PerformerFilter): { key: string; where: string; values: unknown[] } {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value) + 1}`
  const parts = [`p.verification_status = 'approved'`, `a.role = 'performer'`, `a.status = 'active'`]
  if (filter.q) {
    const like = bind(`%${escapeLike(filter.q)}%`)
    const near = bind(filter.q)
    parts.push(`a.id IN (
      (SELECT s.id FROM accounts s WHERE s.role = 'performer' AND (s.name ILIKE ${like} OR s.username ILIKE ${like} OR s.name % ${near} OR s.username % ${near}) LIMIT ${countMax})
      UNION (SELECT s.account_id FROM performers s WHERE s.tagline ILIKE ${like} LIMIT ${countMax}))`)
  }
  if (filter.gender) parts.push(`p.gender = ${bind(filter.gender)}`)
  if (filter.country) parts.push(`a.country = ${bind(filter.country)}`)
  if (filter.category) parts.push(`${bind(filter.category)} = ANY(p.categories)`)
  if (filter.isFree !== undefined)
    parts.push(
      `${filter.isFree ? '' : 'NOT '}EXISTS (SELECT FROM plans f WHERE f.performer_id = a.id AND f.active AND f.type = 'free')`,
    )
  const key = [
    filter.q && 'q',
    filter.gender && 'gender',
    filter.country && 'country',
    filter.category && 'category',
    filter.isFree,
  ].join()
  return { key, where: `FROM performers p JOIN accounts a ON a.id = p.account_id WHERE ${parts.join(' AND ')}`, values }
}

export function searchCards(ctx: Context, viewer: Viewer, filter: PerformerFilter, page: Page): Promise<CardRow[]> {
  const { key, where, values } = listed(filter)
  const [column, natural] =
    sabotaged('S5') && !(filter.sortBy in sorts) ? [filter.sortBy, 'DESC'] : sorts[filter.sortBy]
  // "desc", the default of every list, means newest and biggest first; names read from A.
  const turned = filter.sort === 'asc' && filter.sortBy !== 'name'
  const direction = turned ? 'ASC' : natural
  return fetchCards(
    ctx,
    viewer,
    nameOfSize(`search ${filter.sortBy} ${direction} ${page.offset > 0 ? 'deep ' : ''}${key}`, page.size),
    `SELECT id, at, row_number() OVER () AS n FROM (SELECT a.id, ${instantSql('p.updated_at')} AS at ${where}
      ORDER BY ${column} ${direction}, p.account_id LIMIT ${page.size} ${page.offset > 0 ? `OFFSET $${values.length + 2}` : ''}) listed`,
    page.offset > 0 ? [...values, page.offset] : values,
  )
}
export async function countCards(ctx: Context, filter: PerformerFilter): Promise<number> {
  const { key, where, values } = listed(filter)
  const { rows } = await ctx.pool.query<{ total: bigint }>({
    name: `performers count ${key}`,
    text: `SELECT count(*) AS total FROM (SELECT $1::uuid ${where} LIMIT ${countMax}) t`,
    values: [null, ...values],
  })
  return Number(rows[0]!.total)
}

export const topCards = (ctx: Context, viewer: Viewer, size: number) =>
  fetchCards(
    ctx,
    viewer,
    'top',
    `SELECT id, at, row_number() OVER () AS n FROM (SELECT p.account_id AS id, ${instantSql('p.updated_at')} AS at FROM performers p
      JOIN accounts a ON a.id = p.account_id AND a.status = 'active'
      WHERE p.verification_status = 'approved' ORDER BY p.followers DESC, p.account_id LIMIT $2) listed`,
    [size],
  )

/** Any of those who did something lately. */
export const randomCards = (ctx: Context, viewer: Viewer, size: number) =>
  fetchCards(
    ctx,
    viewer,
    'random',
    `SELECT id, at, row_number() OVER () AS n FROM (SELECT account_id AS id, ${instantSql('updated_at')} AS at FROM
      (SELECT p.account_id, p.updated_at FROM performers p JOIN accounts a ON a.id = p.account_id AND a.status = 'active'
        WHERE p.verification_status = 'approved' ORDER BY p.updated_at DESC, p.account_id LIMIT ${countMax}) lately
      ORDER BY random() LIMIT $2) listed`,
    [size],
  )

export const bookmarkedCards = (ctx: Context, viewer: Viewer, page: Page) =>
  fetchCards(
    ctx,
    viewer,
    'bookmarked',
    `SELECT id, at, row_number() OVER () AS n FROM (SELECT r.object_id AS id, ${instantSql('r.created_at')} AS at FROM reactions r
      WHERE r.account_id = $1::uuid AND r.object_type = 'performer' AND r.action = 'bookmark' AND r.created_at <= $2::timestamptz
        AND (r.created_at < $2::timestamptz OR r.object_id > $3::uuid)
      ORDER BY r.created_at DESC, r.object_id LIMIT $4 OFFSET $5) listed`,
    [
      page.cursor?.at ?? 'infinity',
      page.cursor?.id ?? '00000000-0000-0000-0000-000000000000',
      page.size + 1,
      page.offset,
    ],
  )

export interface ProfileRow extends Omit<CardRow, 'at' | 'facts'> {
  facts: Fact[]
  bio: string
  gender: string | null
  subscribers: bigint
  likes: bigint
  videos: bigint
  photos: bigint
  products: bigint
  views: bigint
  city: string
  languages: string[]
  links: { title?: string; url?: string }[]
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'paid'
  createdAt: Date
  plans: {
    id: string
    name: string
    type: 'free' | 'monthly' | 'bundle' | 'yearly'
    months: number
    price: string | null
    discountPct: number
    perks: string[]
  }[]
  subscription: { status: string; accessUntil: string | null; cancelAtPeriodEnd: boolean; hasAccess: boolean } | null
}
/** A creator's page, and what the door asks before it is shown. */
export async function profile(ctx: Context, viewer: Viewer, idOrName: string): Promise<ProfileRow | undefined> {
  const { key, where } = namedBy(idOrName)
  const { rows } = await ctx.pool.query<ProfileRow>({
    name: `performers profile ${key}`,
    text: `SELECT ${standingWithCreator} AS facts, a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover,
        p.is_verified AS "isVerified", p.tagline, p.bio, p.gender, a.country, p.city, p.languages, p.links, p.categories, p.who_may_write AS "whoMayWrite",
        p.followers, p.subscribers, p.likes, p.feeds, p.videos, p.photos, p.products, p.views, p.updated_at AS "updatedAt", a.created_at AS "createdAt",
        coalesce((SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'type', l.type, 'months', l.months, 'price', l.price::text,
            'discountPct', l.discount_pct, 'perks', l.perks) ORDER BY l.position, l.months)
          FROM plans l WHERE l.performer_id = a.id AND l.active), '[]') AS plans,
        EXISTS (SELECT FROM plans f WHERE f.performer_id = a.id AND f.active AND f.type = 'free') AS "isFree",
        EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = a.id) AS "isFollowed",
        (SELECT json_build_object('status', s.status, 'accessUntil', s.access_until, 'cancelAtPeriodEnd', s.cancel_at_period_end,
            'hasAccess', coalesce(s.access_until > app_now(), false))
          FROM subscriptions s WHERE s.fan_id = $1::uuid AND s.performer_id = a.id
            AND (s.status IN ('incomplete', 'active', 'trialing', 'past_due') OR s.access_until > app_now())
          ORDER BY s.access_until DESC NULLS LAST LIMIT 1) AS subscription
      FROM accounts a JOIN performers p ON p.account_id = a.id WHERE ${where}`,
    values: [idOf(viewer), idOrName, viewer.country],
  })
  return rows[0]
}

export interface UserRow {
  id: string
  name: string
  username: string | null
  avatar: ShownFileRow | null
  role: string
}
const userColumns = `a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, a.role`
// Staff, closed accounts, creators that are not approved, and whoever stands on the other side of a block are not found.
const findable = `a.status IN ('active', 'pending_email') AND a.role IN ('user', 'performer') AND a.username IS NOT NULL
  AND (a.role = 'user' OR EXISTS (SELECT FROM performers p WHERE p.account_id = a.id AND p.verification_status IN ('approved', 'expired')))
  AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id = a.id AND b.blocked_id = $1::uuid) OR (b.blocker_id = $1::uuid AND b.blocked_id = a.id))`

export async function searchUsers(
  ctx: Context,
  viewerId: string,
  q: string,
  size: number,
  offset: number,
): Promise<UserRow[]> {
  const { rows } = await ctx.pool.query<UserRow>({
    name: 'users search',
    text: `SELECT ${userColumns} FROM (SELECT * FROM accounts a WHERE (a.name ILIKE $2 OR a.username ILIKE $2) AND ${findable} LIMIT ${countMax}) a
      ORDER BY lower(a.name), a.id LIMIT $3 OFFSET $4`,
    values: [viewerId, `%${escapeLike(q)}%`, size + 1, offset],
  })
  return rows
}
export async function viewUser(ctx: Context, viewerId: string, id: string): Promise<UserRow | undefined> {
  const { rows } = await ctx.pool.query<UserRow>({
    name: 'users view',
    text: `SELECT ${userColumns} FROM accounts a WHERE a.id = $2 AND (a.id = $1::uuid OR (${findable}))`,
    values: [viewerId, id],
  })
  return rows[0]
}
