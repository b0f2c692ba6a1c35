import type { Context } from '../../../platform/context.ts'
import { nextByCount, type Page } from '../../../platform/db/cursor.ts'
import { countMax, totalText } from '../../../platform/db/totals.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type Conditions, conditionsOf, noConditions, type PerformerFilter } from './filters.ts'
import { readShown } from './latest.ts'
import { type Reason, readCards, reasonText, textOfCards } from './card-query.ts'
import { asTypedSql, listedSql, parameters, resolveSearch, type Search, searchSql } from './matching.ts'

// The public list of creators as JSON text (docs/fast-path-queries.md). One statement selects ids by index and counts them. It has no
// name: PostgreSQL plans it each time by the values that are filtered and searched by.

/** Names and usernames that begin as typed come first by relevance, however many creators match. */
const namesMax = 100

export interface PerformerList extends PerformerFilter {
  sortBy: keyof typeof orders
  sort: 'asc' | 'desc'
  /** With the stream that runs and the newest picture of each. */
  latest?: boolean | undefined
}

// "desc", the default of every list, means newest and biggest first; names read from A.
const orders = {
  updatedAt: ['l.updated_at', 'DESC'],
  followers: ['l.followers', 'DESC'],
  name: ['l.name_key', 'ASC'],
  newest: ['l.listed_at', 'DESC'],
  trending: ['l.score', 'DESC'],
  popular: ['l.week_score', 'DESC'],
  relevance: ['l.score', 'DESC'],
} as const

function orderOf({ q, sortBy, sort }: Pick<PerformerList, 'q' | 'sortBy' | 'sort'>): string {
  // The best match comes first, whichever direction the request names.
  if (q && sortBy === 'relevance') return 'l.score DESC, l.performer_id'
  // Who gained nobody this week comes by their score.
  if (sortBy === 'popular')
    return sort === 'asc'
      ? 'l.week_score ASC, l.score ASC, l.performer_id DESC'
      : 'l.week_score DESC, l.score DESC, l.performer_id'
  const [column, natural] = orders[sortBy]
  // An index read backwards also has its ids in descending order.
  return sort === 'asc' && sortBy !== 'name'
    ? `${column} ASC, l.performer_id DESC`
    : `${column} ${natural}, l.performer_id`
}

/** A page of the list as JSON text. */
export async function readList(ctx: Context, viewer: Viewer, list: PerformerList, page: Page): Promise<string> {
  const conditions = conditionsOf(ctx, list)
  const search = list.q ? await resolveSearch(ctx, viewer, list.q, conditions) : undefined
  const chosen = search
    ? await chooseMatching(ctx, viewer, list, conditions, search, page)
    : await choose(ctx, viewer, list, conditions, page)
  const ids = page.offset < countMax ? chosen.ids : []
  const [cards, shown] = await Promise.all([
    readCards(ctx, viewer, ids),
    list.latest ? readShown(ctx, viewer, ids) : undefined,
  ])
  const data = await textOfCards(ctx, viewer, cards, reasonOf(ctx, list, chosen, search), shown)
  const next = nextByCount(page, page.size, Math.min(chosen.counted, countMax))
  return `{"data":[${data}],${totalText(chosen.counted)},"nextCursor":${JSON.stringify(next)}}`
}

interface Chosen {
  ids: string[]
  /** Whether each of `ids` matches the search as typed; null without a search. */
  matches: boolean[] | null
  /** The number of creators in the list, up to one more than `countMax`. */
  counted: number
}
type Slice = Pick<Page, 'offset' | 'size'>

async function choose(ctx: Context, viewer: Viewer, list: PerformerList, conditions: Conditions, page: Slice) {
  const { values, bind } = parameters()
  const listed = `FROM performer_listings l WHERE ${listedSql(ctx, viewer, conditions, bind)}`
  const { rows } = await ctx.pool.query<Chosen>({
    text: `SELECT ARRAY(SELECT l.performer_id ${listed} ORDER BY ${orderOf(list)} OFFSET ${bind(page.offset)} LIMIT ${bind(page.size)})::text[] AS ids,
      NULL AS matches, (SELECT count(*)::int FROM (SELECT ${listed} LIMIT ${countMax + 1}) counted) AS counted`,
    values,
  })
  return rows[0]!
}

/** How many creators the viewer may see, up to one more than `countMax`. */
export async function countListed(ctx: Context, viewer: Viewer): Promise<number> {
  const { values, bind } = parameters()
  const { rows } = await ctx.pool.query<{ counted: number }>({
    text: `SELECT count(*)::int AS counted FROM (SELECT FROM performer_listings l WHERE ${listedSql(ctx, viewer, noConditions, bind)} LIMIT ${countMax + 1}) counted`,
    values,
  })
  return rows[0]!.counted
}

/** The first creators that a search finds, by relevance. */
export const bestMatches = async (ctx: Context, viewer: Viewer, search: Search, size: number): Promise<string[]> =>
  (
    await chooseMatching(ctx, viewer, { q: search.folded, sortBy: 'relevance', sort: 'desc' }, noConditions, search, {
      offset: 0,
      size,
    })
  ).ids

async function chooseMatching(
  ctx: Context,
  viewer: Viewer,
  list: PerformerList,
  conditions: Conditions,
  search: Search,
  page: Slice,
) {
  const { values, bind } = parameters()
  const listed = listedSql(ctx, viewer, conditions, bind)
  const near = `${bind(search.folded)}::text`
  const find = (condition: string, limit: string) =>
    `SELECT l.performer_id, l.username, l.search_text, l.vector, l.updated_at, l.followers, l.name_key, l.listed_at, l.score, l.week_score
      FROM performer_listings l WHERE ${condition} AND ${listed} ${limit}`
  const order = orderOf(list)
  const byRelevance = list.sortBy === 'relevance'
  const named = ['left(l.search_text, 40) COLLATE "C"', 'l.username COLLATE "C"'].map((name) =>
    find(`${name} >= ${near} COLLATE "C" AND ${name} < (${near} || U&'\\+10FFFF') COLLATE "C"`, `LIMIT ${namesMax}`),
  )
  const fit = `1 + starts_with(l.search_text, ${near})::int + (l.username = ${near})::int + (position(' ' || ${near} IN ' ' || l.search_text) > 0)::int`
  const { rows } = await ctx.pool.query<Chosen>({
    text: `WITH hits AS MATERIALIZED (${find(searchSql(search, bind), `ORDER BY ${order} LIMIT ${countMax + 1}`)}),
      found AS MATERIALIZED (SELECT DISTINCT ON (performer_id) *
        FROM (SELECT * FROM hits ${byRelevance ? named.map((query) => `UNION ALL (${query})`).join(' ') : ''}) every ORDER BY performer_id),
      ranked AS MATERIALIZED (SELECT l.*, ${
        search.corrected === null
          ? fit
          : `CASE WHEN ${asTypedSql(search, bind)} THEN ${fit} ELSE word_similarity(${near}, l.search_text) END`
      } AS fit FROM found l),
      page AS MATERIALIZED (SELECT l.performer_id, l.fit, row_number() OVER (ORDER BY ${byRelevance ? 'l.fit DESC, ' : ''}${order}) AS position FROM ranked l
        ORDER BY position OFFSET ${bind(page.offset)} LIMIT ${bind(page.size)})
      SELECT ARRAY(SELECT performer_id FROM page ORDER BY position)::text[] AS ids, ARRAY(SELECT fit >= 1 FROM page ORDER BY position) AS matches,
        CASE WHEN (SELECT count(*) FROM hits) > ${countMax} THEN ${countMax + 1} ELSE least((SELECT count(*) FROM found), ${countMax})::int END AS counted`,
    values,
  })
  return rows[0]!
}

const newForMs = 7 * 24 * 60 * 60 * 1000
/** Why each creator is at their position: the search text, or the sort order of the list. */
function reasonOf(ctx: Context, list: PerformerList, { matches }: Chosen, search: Search | undefined): Reason {
  if (search)
    return ({ folded }, position) =>
      reasonText(folded.includes(search.folded) ? 'name_match' : matches?.[position] ? 'text_match' : 'near_match')
  const now = ctx.clock.now().getTime()
  switch (list.sortBy) {
    case 'updatedAt':
      return () => reasonText('lately_active')
    case 'followers':
      return () => reasonText('most_followed')
    case 'name':
      return () => reasonText('by_name')
    case 'newest':
      return ({ listedAt }) => reasonText(listedAt > now - newForMs ? 'new_this_week' : 'newest')
    default:
      return ({ why, whyCategory }) => reasonText(why, whyCategory)
  }
}
