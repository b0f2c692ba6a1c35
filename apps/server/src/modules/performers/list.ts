import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import type { Page } from '../../platform/cursor.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { escapeLike, nameOfSize } from '../../platform/statements.ts'
import { ageOf, hidingFrom } from '../access/door.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { type CardRow, fetchCards, inSightSql } from './store.ts'

// The public list of creators, by filters, and what each further value would leave. Everything is read from `performer_listings`:
// one narrow row a creator, which follows the rows it speaks of. The door is asked again about every row that leaves.

/** How far the public list counts and is read. */
export const countMax = 1_000
/** How many creators the counts of filters look at. */
const facetRowsMax = 20_000
const valuesMax = 200

export type PerformerFilter = { [K in ValueFilter]?: string[] | undefined } & {
  q?: string | undefined
  isFree?: boolean | undefined
  /** Minor units a month. */
  priceFrom?: bigint | undefined
  priceTo?: bigint | undefined
}
export interface PerformerList extends PerformerFilter {
  sortBy: keyof typeof orders
  sort: 'asc' | 'desc'
}

// "desc", the default of every list, means newest and biggest first; names read from A.
const orders = {
  updatedAt: ['l.updated_at', 'DESC'],
  followers: ['l.followers', 'DESC'],
  name: ['l.name_key', 'ASC'],
  newest: ['l.listed_at', 'DESC'],
  trending: ['l.score', 'DESC'],
  relevance: ['l.score', 'DESC'],
} as const

// Only the filters that were asked for stand in the statement, so that each combination keeps a plan of its own. All words are
// parameters; the text is made of nothing but these pieces.
interface Conditions {
  /** The statement's name; none where several filters meet, or connections would fill with plans. */
  key: string | undefined
  parts: Part[]
  values: unknown[]
  /** How well a listing fits the words, where there are any. */
  rank: string | undefined
}
interface Part {
  filter: string
  sql: string
  /** Its values are counted. */
  isCounted?: true
}
function conditionsOf(ctx: Context, viewer: Viewer, filter: PerformerFilter): Conditions {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value) + 3}`
  const parts: Part[] = []
  let rank: string | undefined
  if (filter.q) {
    const like = `search_fold(${bind(`%${escapeLike(filter.q)}%`)}::text)`
    const near = `search_fold(${bind(filter.q)}::text)`
    const words = `search_query(${bind(filter.q)}::text, search_language(${bind(viewer.locale)}::text))`
    rank = `(l.words LIKE ${like})::int + word_similarity(${near}, l.words)`
    parts.push({ filter: 'q', sql: `(l.words LIKE ${like} OR ${near} <% l.words OR l.vector @@ ${words})` })
  }
  for (const name of valueFilterNames) {
    const wanted = filter[name]?.map((one) => `${name}:${one}`)
    if (wanted?.length) parts.push({ filter: name, sql: `l.terms && ${bind(wanted)}::text[]`, isCounted: true })
  }
  if (filter.isFree !== undefined) {
    // Where the site has no free plans nobody is free, whatever was offered before.
    if (ctx.settings.get('freeSubscriptionEnabled'))
      parts.push({ filter: 'free', sql: `l.terms @> ${bind([`free:${filter.isFree}`])}::text[]`, isCounted: true })
    else if (filter.isFree) parts.push({ filter: 'nobody', sql: 'false' })
  }
  if (filter.priceFrom !== undefined)
    parts.push({ filter: 'priceFrom', sql: `l.price >= ${bind(filter.priceFrom)}::bigint` })
  if (filter.priceTo !== undefined) parts.push({ filter: 'priceTo', sql: `l.price <= ${bind(filter.priceTo)}::bigint` })
  const age = ageOf(ctx, viewer)
  const key = parts.length > 1 ? undefined : `${parts[0]?.filter ?? 'all'} ${age}`
  return { key, parts: [{ filter: '', sql: inSightSql(age) }, ...parts], values, rank }
}
const all = (parts: readonly Part[]) => parts.map((part) => part.sql).join(' AND ')

export function searchCards(ctx: Context, viewer: Viewer, list: PerformerList, page: Page): Promise<CardRow[]> {
  const { key, parts, values, rank } = conditionsOf(ctx, viewer, list)
  const [column, natural] = sabotaged('S5') && !(list.sortBy in orders) ? [list.sortBy, 'DESC'] : orders[list.sortBy]
  const direction = list.sort === 'asc' && list.sortBy !== 'name' ? 'ASC' : natural
  const best = list.sortBy === 'relevance' && rank ? `${rank} DESC, ` : ''
  const near = list.q ? `search_fold($5::text)` : undefined
  const why = near
    ? `CASE WHEN position(${near} IN search_fold(a.name || ' ' || a.username)) > 0 THEN 'name_match'
        WHEN position(${near} IN l.words) > 0 OR NOT (${near} <% l.words) THEN 'words_match' ELSE 'near_match' END`
    : whyOf[list.sortBy]
  const deep = page.offset > 0
  return fetchCards(ctx, viewer, {
    name: key && nameOfSize(`list ${list.sortBy} ${direction} ${deep ? 'deep ' : ''}${key}`, page.size),
    chosen: `SELECT l.performer_id AS id, ''::text AS at, row_number() OVER (ORDER BY ${best}${column} ${direction}, l.performer_id) AS n
      FROM performer_listings l WHERE ${all(parts)} ORDER BY ${best}${column} ${direction}, l.performer_id
      LIMIT ${page.size} ${deep ? `OFFSET $${values.length + 4}` : ''}`,
    values: deep ? [...values, page.offset] : values,
    why,
  })
}
const newThisWeek = `CASE WHEN l.listed_at > app_now() - interval '7 days' THEN 'new_this_week' ELSE 'newest' END`
const whyOf: Readonly<Record<keyof typeof orders, string>> = {
  updatedAt: `'lately_active'`,
  followers: `'most_followed'`,
  name: `'by_name'`,
  newest: newThisWeek,
  trending: 'l.why',
  relevance: 'l.why',
}

export async function countCards(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<number> {
  const { key, parts, values } = conditionsOf(ctx, viewer, filter)
  const { rows } = await ctx.pool.query<{ total: bigint }>({
    ...(key && { name: `performers count ${key}` }),
    text: `SELECT count(*) AS total FROM (SELECT $1::uuid FROM performer_listings l WHERE ${all(parts)} LIMIT ${countMax}) t`,
    values: [null, ...hidingFrom(viewer), ...values],
  })
  return Number(rows[0]!.total)
}

export interface FilterCounts {
  total: number
  isFree: number
  values: Record<string, Record<string, number>>
}
/** A value of a filter is counted beside the other filters, and not beside its own: choosing one more of them widens the list. */
export async function countValues(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<FilterCounts> {
  const { key, parts, values } = conditionsOf(ctx, viewer, filter)
  const chosen = parts.filter((part) => part.isCounted).map((part) => part.filter)
  const within = (conditions: readonly Part[]) =>
    `(SELECT l.terms FROM performer_listings l WHERE ${all(conditions)} LIMIT ${facetRowsMax}) l`
  const text = [
    `WITH found AS MATERIALIZED (SELECT * FROM ${within(parts)})
      SELECT '' AS term, count(*) AS n FROM found WHERE $1::uuid IS NULL`,
    `SELECT term, count(*) FROM found l, unnest(l.terms) term GROUP BY term`,
    ...chosen.map(
      (
        name,
      ) => `SELECT '+' || term, count(*) FROM ${within(parts.filter((part) => part.filter !== name))}, unnest(l.terms) term
        WHERE starts_with(term, '${name}:') GROUP BY term`,
    ),
  ].join(' UNION ALL ')
  const { rows } = await ctx.pool.query<{ term: string; n: bigint }>({
    ...(key && { name: `performers values ${key}` }),
    text,
    values: [null, ...hidingFrom(viewer), ...values],
  })
  const counts = inFilters(rows, new Set(chosen))
  return ctx.settings.get('freeSubscriptionEnabled') ? counts : { ...counts, isFree: 0 }
}

function inFilters(rows: readonly { term: string; n: bigint }[], chosen: ReadonlySet<string>): FilterCounts {
  const counts: FilterCounts = { total: 0, isFree: 0, values: {} }
  for (const { term, n } of rows.toSorted((one, other) => Number(other.n - one.n))) {
    const own = term.startsWith('+')
    const colon = term.indexOf(':')
    const [filter, value] = [term.slice(own ? 1 : 0, colon), term.slice(colon + 1)]
    if (term === '') counts.total = Number(n)
    else if (own !== chosen.has(filter)) continue
    else if (filter === 'free') counts.isFree += value === 'true' ? Number(n) : 0
    else if (Object.keys((counts.values[filter] ??= {})).length < valuesMax) counts.values[filter][value] = Number(n)
  }
  return counts
}
