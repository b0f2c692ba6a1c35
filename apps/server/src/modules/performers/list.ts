import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'
import type { Page } from '../../platform/cursor.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { escapeLike, nameOfSize } from '../../platform/statements.ts'
import { ageOf, hidingFrom } from '../access/door.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { type CardRow, fetchCards, inSightSql } from './store.ts'
import { hitsMax, hitsSql, type Typed } from './words.ts'

// The public list of creators, by filters, and what each further value would leave. Everything is read from `performer_listings`:
// one narrow row a creator, which follows the rows it speaks of. The door is asked again about every row that leaves.

/** How far the public list counts and is read; by words, `hitsMax`. */
export const countMax = 1_000
/** So many listings are walked in the order of the list. Only where a page has not come together by then, the filter's own index is asked. */
const walkedMax = 2_000
/** How many creators the counts of filters look at. */
const facetRowsMax = 10_000
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

function orderOf({ sortBy, sort }: Pick<PerformerList, 'sortBy' | 'sort'>): string {
  const [column, natural] = sabotaged('S5') && !(sortBy in orders) ? [sortBy, 'DESC'] : orders[sortBy]
  // An index read from its other end has its ids the other way round, too.
  return sort === 'asc' && sortBy !== 'name'
    ? `${column} ASC, l.performer_id DESC`
    : `${column} ${natural}, l.performer_id`
}

// Only the filters that were asked for stand in the statement. All words are parameters; the text is made of nothing but these pieces.
interface Conditions {
  /** The statement's name. There is none where filters are: how many have a value decides how the list is best read, so it is planned each time. */
  key: string | undefined
  parts: Part[]
  values: unknown[]
  /** The parameters of the words, where there are any. */
  typed: Typed | undefined
}
interface Part {
  /** None for what holds in every list. */
  filter: string
  sql: string
  /** Its values are counted. */
  isCounted?: true
}
function conditionsOf(ctx: Context, viewer: Viewer, filter: PerformerFilter): Conditions {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value) + 3}`
  const parts: Part[] = []
  const typed = filter.q
    ? { words: bind(filter.q), pattern: bind(`%${escapeLike(filter.q)}%`), locale: bind(viewer.locale) }
    : undefined
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
  const key = parts.length > 0 ? undefined : `${typed ? 'q ' : ''}${age}`
  return { key, parts: [{ filter: '', sql: inSightSql(age) }, ...parts], values, typed }
}
const all = (parts: readonly Part[]) => parts.map((part) => part.sql).join(' AND ')

export function searchCards(ctx: Context, viewer: Viewer, list: PerformerList, page: Page): Promise<CardRow[]> {
  const { key, parts, values, typed } = conditionsOf(ctx, viewer, list)
  const order = orderOf(list)
  const near = typed && `search_fold(${typed.words}::text)`
  const why = near
    ? `CASE WHEN position(${near} IN search_fold(a.name || ' ' || a.username)) > 0 THEN 'name_match'
        WHEN position(${near} IN l.words) > 0 OR NOT (${near} <% l.words) THEN 'words_match' ELSE 'near_match' END`
    : whyOf[list.sortBy]
  const deep = page.offset > 0
  const offset = deep ? `$${values.length + 4}::int` : '0'
  const chosen = typed
    ? `WITH ${hitsSql(typed, order, all(parts))}
        SELECT h.id, row_number() OVER (ORDER BY ${list.sortBy === 'relevance' ? 'h.fit DESC, ' : ''}${order}) AS n
        FROM hits h JOIN performer_listings l ON l.performer_id = h.id`
    : parts.length > 1
      ? inOrder(order, all(parts), `${offset} + ${page.size}`)
      : `SELECT l.performer_id AS id, row_number() OVER (ORDER BY ${order}) AS n FROM performer_listings l WHERE ${all(parts)}
          ORDER BY ${order} LIMIT ${offset} + ${page.size}`
  return fetchCards(ctx, viewer, {
    name: key && nameOfSize(`list ${list.sortBy} ${list.sort} ${deep ? 'deep ' : ''}${key}`, page.size),
    // The size is written out: for a number it does not know PostgreSQL plans to read a tenth of the table.
    chosen: `SELECT id, ''::text AS at, n FROM (${chosen}) placed WHERE n > ${offset} ORDER BY n LIMIT ${page.size}`,
    values: deep ? [...values, page.offset] : values,
    why,
  })
}

/** The first `wanted` of whom the conditions hold: along the order's index where many do, along the filters' where few do. */
const inOrder = (order: string, conditions: string, wanted: string) =>
  `WITH walked AS MATERIALIZED (SELECT l.performer_id AS id, row_number() OVER (ORDER BY ${order}) AS n
      FROM (SELECT * FROM performer_listings l ORDER BY ${order} LIMIT ${walkedMax}) l WHERE ${conditions} LIMIT ${wanted}),
    enough AS MATERIALIZED (SELECT count(*) >= ${wanted} AS met FROM walked)
  SELECT id, n FROM walked WHERE (SELECT met FROM enough)
  UNION ALL SELECT l.performer_id, row_number() OVER (ORDER BY ${order})
    FROM (SELECT * FROM performer_listings l WHERE NOT (SELECT met FROM enough) AND ${conditions} LIMIT ${facetRowsMax}) l`
const newThisWeek = `CASE WHEN l.listed_at > app_now() - interval '7 days' THEN 'new_this_week' ELSE 'newest' END`
const whyOf: Readonly<Record<keyof typeof orders, string>> = {
  updatedAt: `'lately_active'`,
  followers: `'most_followed'`,
  name: `'by_name'`,
  newest: newThisWeek,
  trending: 'l.why',
  relevance: 'l.why',
}

export async function countCards(ctx: Context, viewer: Viewer, list: PerformerList): Promise<number> {
  const { key, parts, values, typed } = conditionsOf(ctx, viewer, list)
  const chosen = typed
    ? fitting(typed, orderOf(list), all(parts), '$1::uuid')
    : `SELECT $1::uuid FROM performer_listings l WHERE ${all(parts)} LIMIT ${countMax}`
  const { rows } = await ctx.pool.query<{ total: bigint }>({
    ...(key && { name: `performers count ${typed ? `${list.sortBy} ${list.sort} ` : ''}${key}` }),
    text: `SELECT count(*) AS total FROM (${chosen}) t`,
    values: [null, ...hidingFrom(viewer), ...values],
  })
  return Number(rows[0]!.total)
}

/** Those whom the words find, with some columns of each listing. */
const fitting = (typed: Typed, order: string, conditions: string, columns: string) =>
  `WITH ${hitsSql(typed, order, conditions)}
    SELECT ${columns} FROM hits h JOIN performer_listings l ON l.performer_id = h.id LIMIT ${hitsMax}`

export interface FilterCounts {
  total: number
  isFree: number
  values: Record<string, Record<string, number>>
}
/** A value of a filter is counted beside the other filters, and not beside its own: choosing one more of them widens the list. */
export async function countValues(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<FilterCounts> {
  const { key, parts, values, typed } = conditionsOf(ctx, viewer, filter)
  const chosen = parts.filter((part) => part.isCounted).map((part) => part.filter)
  const within = (conditions: readonly Part[]) =>
    typed
      ? `(${fitting(typed, orderOf({ sortBy: 'relevance', sort: 'desc' }), all(conditions), 'l.terms')}) l`
      : `(SELECT l.terms FROM performer_listings l WHERE ${all(conditions)} LIMIT ${facetRowsMax}) l`
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
