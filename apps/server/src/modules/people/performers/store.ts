import type { WhyCode } from '@fanlight/contract/why'
import type { Hideable, Trait } from '@fanlight/contract/accounts'
import type { Context } from '../../../platform/context.ts'
import { instantSql, type Page } from '../../../platform/db/cursor.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { escapeLike, nameOfSize } from '../../../platform/db/statements.ts'
import { countMax } from '../../../platform/db/totals.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { ageScopeOf, type Relation, performerRelationsJsonSql } from '../../access/policy.ts'
import {
  closedSql,
  listingVisibleSql,
  notBlockedSql,
  performerVisibleSql,
  type VisibilityVariant,
  visibilityVariant,
} from '../../access/visibility-sql.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { namedBy, creatorRelationsSql } from './visible.ts'

export interface CardRow {
  id: string
  at: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  cover: PresentableFile | null
  isVerified: boolean
  tagline: string
  country: string | null
  categories: string[]
  isFree: boolean
  isFollowed: boolean
  followers: bigint
  feeds: bigint
  videos: bigint
  photos: bigint
  products: bigint
  /** The plan with the least price a month; the price is in minor units for all its months. */
  price: { amount: string; type: 'monthly' | 'bundle' | 'yearly'; months: number } | null
  updatedAt: Date
  why: WhyCode | null
  whyCategory: string | null
  whyName: string | null
  /** The relations that the access policy needs for the whole list, on its first row. */
  relations: Relation[] | null
}

/** The fields of a card from the rows of an account, a performer and (where there is one) a listing. */
export const cardColumns = `a.id, a.name, a.username, p.is_verified AS "isVerified", p.tagline,
  CASE WHEN 'country' <> ALL (p.hidden_fields) THEN a.country END AS country, p.categories, p.followers, p.feeds, p.videos, p.photos, p.products,
  p.updated_at AS "updatedAt", (SELECT json_build_object('amount', w.price::text, 'type', w.type, 'months', w.months) FROM plans w
    WHERE w.performer_id = a.id AND w.active AND w.type <> 'free' ORDER BY w.price::numeric / w.months, w.months LIMIT 1) AS price,
  coalesce(l.terms @> '{free:true}', false) AS "isFree"`

/** Which creators a list shows, in their order. */
export interface CardChoice {
  /** The statement's name, where it is worth a plan of its own. */
  name: string | undefined
  /** Rows `id, at` (for the cursor), `n` (position). $1 and $2 are the viewer, $3 is their country, the values start at $4. */
  chosen: string
  values: readonly unknown[]
  /** The reason of each, as SQL over `l` (the listing) and `c` (the choice). */
  why: string
  whyName?: string
}
export async function fetchCards(ctx: Context, viewer: Viewer, choice: CardChoice): Promise<CardRow[]> {
  const { rows } = await ctx.pool.query<CardRow>({
    ...(choice.name && { name: `performers ${choice.name}` }),
    text: `WITH chosen AS MATERIALIZED (${choice.chosen})
      SELECT ${cardColumns}, c.at, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover, ${choice.why} AS why,
        CASE WHEN ${choice.why} = 'popular_in' THEN l.why_category END AS "whyCategory", ${choice.whyName ?? 'NULL'} AS "whyName",
        EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = a.id) AS "isFollowed",
        CASE WHEN c.n = 1 THEN ${performerRelationsJsonSql('$1::uuid', 'ARRAY(SELECT id FROM chosen)', '$3::text', `$${choice.values.length + 4}::text`)} END AS relations
      FROM chosen c JOIN accounts a ON a.id = c.id JOIN performers p ON p.account_id = c.id LEFT JOIN performer_listings l ON l.performer_id = c.id
      ORDER BY c.n`,
    values: [idOf(viewer), idOf(viewer), viewer.country, ...choice.values, ageScopeOf(ctx, viewer)],
  })
  return rows
}
/** Whether a listing `l` is visible to the viewer. */
export const visibleSql = (variant: VisibilityVariant) => listingVisibleSql(variant, '$2::uuid', '$3::text')

export const topCards = (ctx: Context, viewer: Viewer, size: number) =>
  fetchCards(ctx, viewer, {
    name: nameOfSize(`top ${visibilityVariant(ctx, viewer)}`, size),
    // The size is written out: for a number it does not know PostgreSQL plans to read a tenth of the table.
    chosen: `SELECT l.performer_id AS id, '' AS at, row_number() OVER (ORDER BY l.score DESC, l.performer_id) AS n
      FROM performer_listings l WHERE ${visibleSql(visibilityVariant(ctx, viewer))} ORDER BY l.score DESC, l.performer_id LIMIT ${size}`,
    values: [],
    why: 'l.why',
  })

export const bookmarkedCards = (ctx: Context, viewer: Viewer, sort: 'asc' | 'desc', page: Page) =>
  fetchCards(ctx, viewer, {
    name: `bookmarked ${sort} ${visibilityVariant(ctx, viewer)}`,
    chosen: `SELECT id, at, row_number() OVER () AS n FROM (SELECT r.object_id AS id, ${instantSql('r.created_at')} AS at FROM reactions r
      WHERE r.account_id = $1::uuid AND r.object_type = 'performer' AND r.action = 'bookmark' AND (r.created_at, r.object_id) ${sort === 'asc' ? '>' : '<'} ($4::timestamptz, $5::uuid) AND ${performerVisibleSql(visibilityVariant(ctx, viewer), 'r.object_id', '$2::uuid', '$3::text')}
      ORDER BY r.created_at ${sort}, r.object_id ${sort} LIMIT $6 OFFSET $7) listed`,
    values: [
      page.cursor?.at ?? (sort === 'asc' ? '-infinity' : 'infinity'),
      page.cursor?.id ?? '00000000-0000-0000-0000-000000000000',
      page.size + 1,
      page.offset,
    ],
    why: 'NULL',
  })

/** How many creators visible to the viewer the viewer has bookmarked, up to one more than `countMax`. */
export async function countBookmarked(ctx: Context, viewer: Viewer): Promise<number> {
  const variant = visibilityVariant(ctx, viewer)
  const { rows } = await ctx.pool.query<{ counted: number }>({
    name: `performers bookmarked, counted ${variant}`,
    text: `SELECT count(*)::int AS counted FROM (SELECT FROM reactions r WHERE r.account_id = $1::uuid AND r.object_type = 'performer' AND r.action = 'bookmark'
      AND ${performerVisibleSql(variant, 'r.object_id', '$1::uuid', '$2::text')} LIMIT ${countMax + 1}) counted`,
    values: [idOf(viewer), viewer.country],
  })
  return rows[0]!.counted
}

export interface ProfileRow extends Omit<CardRow, 'at' | 'relations' | 'price' | 'why' | 'whyCategory' | 'whyName'> {
  relations: Relation[]
  isAdult: boolean
  locale: string | null
  bio: string
  age: number | null
  traits: Record<Trait, string | null>
  hiddenFields: Hideable[]
  state: string
  welcomeVideo: PresentableFile | null
  firstMessagePrice: bigint | null
  subscribers: bigint
  likes: bigint
  views: bigint
  city: string
  languages: string[]
  links: { title?: string; url?: string }[]
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'paid'
  createdAt: Date
  isLive: boolean
  plans: {
    versionId: string
    name: string
    type: 'free' | 'monthly' | 'bundle' | 'yearly'
    months: number
    price: string | null
    discountPct: number
    perks: string[]
  }[]
  subscription: { status: string; accessUntil: string | null; cancelAtPeriodEnd: boolean; hasAccess: boolean } | null
}
/** A creator's page, and the relations that the access policy needs before it is shown. */
export async function profile(ctx: Context, viewer: Viewer, idOrName: string): Promise<ProfileRow | undefined> {
  const { key, where } = namedBy(idOrName)
  const { rows } = await ctx.pool.query<ProfileRow>({
    name: `performers profile ${key}`,
    text: `SELECT ${creatorRelationsSql} AS relations, a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, ${fileById('a.cover_file_id')} AS cover,
        p.is_verified AS "isVerified", p.tagline, p.is_adult AS "isAdult", a.locale, p.bio, a.country, p.state, p.city, p.languages, p.hidden_fields AS "hiddenFields",
        extract(year FROM age(app_now()::date, p.date_of_birth))::int AS age, p.first_message_price AS "firstMessagePrice",
        json_build_object('gender', p.gender, 'sexualOrientation', p.sexual_orientation, 'height', p.height, 'weight', p.weight,
          'bodyType', p.body_type, 'ethnicity', p.ethnicity, 'buttSize', p.butt_size, 'hairColor', p.hair_color, 'eyeColor', p.eye_color) AS traits,
        ${fileById('p.welcome_video_file_id')} AS "welcomeVideo", p.links, p.categories, p.who_may_write AS "whoMayWrite",
        p.followers, p.subscribers, p.likes, p.feeds, p.videos, p.photos, p.products, p.views, p.updated_at AS "updatedAt", a.created_at AS "createdAt",
        coalesce((SELECT json_agg(json_build_object('versionId', l.version_id, 'name', l.name, 'type', l.type, 'months', l.months, 'price', l.price::text,
            'discountPct', l.discount_pct, 'perks', l.perks) ORDER BY l.position, l.months)
          FROM plans l WHERE l.performer_id = a.id AND l.active), '[]') AS plans,
        EXISTS (SELECT FROM plans f WHERE f.performer_id = a.id AND f.active AND f.type = 'free') AS "isFree", performer_is_live(a.id) AS "isLive",
        EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = a.id) AS "isFollowed",
        (SELECT json_build_object('status', s.status, 'accessUntil', s.access_until, 'cancelAtPeriodEnd', s.cancel_at_period_end,
            'hasAccess', coalesce(s.access_until > app_now(), false))
          FROM subscriptions s WHERE s.fan_id = $1::uuid AND s.performer_id = a.id
            AND (s.status IN ('incomplete', 'active', 'trialing', 'paused', 'past_due') OR s.access_until > app_now())
          ORDER BY s.access_until DESC NULLS LAST LIMIT 1) AS subscription
      FROM accounts a JOIN performers p ON p.account_id = a.id WHERE ${where}`,
    values: [idOf(viewer), idOrName, viewer.country, ageScopeOf(ctx, viewer)],
  })
  return rows[0]
}

export interface UserRow {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  role: string
}
const userColumns = `a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, a.role`
// Staff, closed accounts and creators that are not approved are not found, nor are users with a block in either direction.
const known = `a.status IN ('active', 'pending_email') AND a.role IN ('user', 'performer') AND a.username IS NOT NULL
  AND (a.role = 'user' OR EXISTS (SELECT FROM performers p WHERE p.account_id = a.id AND NOT ${closedSql('a', 'p')}))`
/** Lists also omit creators hidden by the viewer's country or age; if one is requested directly, the access policy says why. */
const findable = (variant: VisibilityVariant, country: string) =>
  `${known} AND ${performerVisibleSql(variant, 'a.id', '$1::uuid', country)}`

export async function searchUsers(
  ctx: Context,
  viewer: SignedIn,
  q: string,
  {
    sortBy,
    sort = sortBy === 'name' ? 'asc' : 'desc',
  }: { sortBy: 'name' | 'updatedAt'; sort?: 'asc' | 'desc' | undefined },
  { size, offset }: Page,
): Promise<UserRow[]> {
  const order = sortBy === 'name' ? 'lower(a.name)' : 'a.updated_at'
  const variant = visibilityVariant(ctx, viewer)
  const { rows } = await ctx.pool.query<UserRow>({
    name: `users search ${sortBy} ${sort} ${variant}`,
    text: `SELECT ${userColumns} FROM (SELECT * FROM accounts a WHERE (a.name ILIKE $2 OR a.username ILIKE $2) AND ${findable(variant, '$5::text')} LIMIT 1000) a
      ORDER BY ${order} ${sort}, a.id ${sort} LIMIT $3 OFFSET $4`,
    values: [viewer.id, `%${escapeLike(q)}%`, size + 1, offset, viewer.country],
  })
  return rows
}
export async function viewUser(ctx: Context, viewer: SignedIn, id: string): Promise<UserRow | undefined> {
  const isStaff = visibilityVariant(ctx, viewer) === 'staff'
  const { rows } = await ctx.pool.query<UserRow>({
    name: isStaff ? 'users view by staff' : 'users view',
    text: `SELECT ${userColumns} FROM accounts a WHERE a.id = $2 AND (a.id = $1::uuid OR (${known} AND ${isStaff ? 'true' : notBlockedSql('a.id', '$1::uuid')}))`,
    values: [viewer.id, id],
  })
  return rows[0]
}

/** Creators with these usernames. */
export const byUsernames = (ctx: Context, usernames: readonly string[]) =>
  rows(
    ctx.db,
    sql<{
      id: string
      username: string
    }>`SELECT a.id, a.username FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.username = ANY(${[...new Set(usernames)]}::text[]) ORDER BY a.username`,
  )
