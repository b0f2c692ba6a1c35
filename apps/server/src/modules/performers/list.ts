import type { Context } from '../../platform/context.ts'
import type { Page } from '../../platform/cursor.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { escapeLike } from '../../platform/statements.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageOf } from '../access/door.ts'
import { allOf, type Conditions, conditionsOf, type PerformerFilter } from './filters.ts'
import { ahead, type CardPage, inSightSql, readCards, type Reason, reasonText, textOfCards } from './hot-cards.ts'
import { guess } from './list-sample.ts'
import { howToRead } from './list-ways.ts'
import { areAll, hitsMax, hitsSql, type Typed } from './words.ts'

// The public list of creators, as JSON text (docs/hot-reads.md). The door is asked again about every row that leaves.

/** How far the public list counts and is read; by words, `hitsMax`. */
export const countMax = 1_000
/** So many listings are walked in the order of the list. Only where a page has not come together by then, the filters' own index is asked. */
const walkedMax = { walk: 2_000, 'walk far': 20_000 }
/** Who walks as far as a page is likely to lie comes short now and then: they may go on so many times as far. */
const leeway = 2
/** How many whom the filters' index finds are put in order. */
const gatheredMax = 10_000
const pageSizeMax = 100

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

function orderOf({ q, sortBy, sort }: Pick<PerformerList, 'q' | 'sortBy' | 'sort'>): string {
  // What fits best comes first, whichever way is asked for: what fits least is nobody's wish, and was never looked for.
  if (q && sortBy === 'relevance') return 'l.score DESC, l.performer_id'
  const [column, natural] = sabotaged('S5') && !(sortBy in orders) ? [sortBy, 'DESC'] : orders[sortBy]
  // An index read from its other end has its ids the other way round, too.
  return sort === 'asc' && sortBy !== 'name'
    ? `${column} ASC, l.performer_id DESC`
    : `${column} ${natural}, l.performer_id`
}

/** A page of the list as JSON text. `total` counts to `countMax`, by words to `hitsMax`. */
export async function readList(ctx: Context, viewer: Viewer, list: PerformerList, page: Page): Promise<string> {
  const conditions = conditionsOf(ctx, list)
  if (conditions.nobody) return answer('', 0)
  // Nothing stands deeper than a list counts; how many there are is said all the same.
  const tooDeep = page.offset >= (list.q ? hitsMax : countMax)
  const where = tooDeep ? { offset: 0, size: 0 } : { offset: page.offset, size: page.size }
  const ask = (way: Way) => readCards(ctx, viewer, { ...choose(ctx, viewer, list, conditions, way), ...where })
  const { found, total } = list.q
    ? await byWords(ctx, viewer, list.q, conditions, ask)
    : await inOrder(ctx, viewer, conditions, where, ask)
  return answer(await textOfCards(ctx, viewer, found, reasonOf(ctx, list, found)), total)
}
const answer = (cards: string, total: number) => `{"data":[${cards}],"total":${total},"nextCursor":null}`

type Way = keyof typeof walkedMax | 'gather' | 'gather all' | 'words of few' | 'words of many'
type Ask = (way: Way) => Promise<CardPage>

// Words that few have are read by their own indexes alone, and those are all: nobody stands further along the list.
async function byWords(ctx: Context, viewer: Viewer, words: string, conditions: Conditions, ask: Ask) {
  const ways = howToRead(ctx, viewer, conditions, words)
  const areMany = ways.known ? ways.known === 'full' : (await guess(ctx, viewer, conditions, words)).isSurely(hitsMax)
  if (!areMany) {
    const found = await ask('words of few')
    if (areAll(found)) return { found, total: found.total }
  }
  const found = await ask('words of many')
  ways.note(areAll(found) ? 'few' : 'full')
  return { found, total: found.total }
}

// Along the order's index where many fit, along the filters' where few do. Which of the two it is was seen when they were last counted, or
// is guessed from some.
async function inOrder(ctx: Context, viewer: Viewer, conditions: Conditions, { offset, size }: Place, ask: Ask) {
  const ways = howToRead(ctx, viewer, conditions)
  if (isPlain(conditions)) {
    const found = await ask(ways.known === 'full' ? 'walk' : 'gather')
    if (ways.known === 'full' && found.ids.length === size) return { found, total: countMax }
    const counted = ways.known === 'full' ? await ask('gather') : found
    ways.note(counted.total >= countMax ? 'full' : 'few')
    return { found: counted, total: counted.total }
  }
  const { share, many, isSurely } = await guess(ctx, viewer, conditions)
  const far = ((offset + size) / share) * leeway
  const inTurn: Way =
    far <= walkedMax.walk ? 'walk' : many < gatheredMax / leeway && many < far ? 'gather all' : 'walk far'
  if (ways.known ? ways.known === 'full' : isSurely(countMax)) {
    const found = await ask(inTurn)
    if (found.ids.length === size) return { found, total: countMax }
  }
  const found = await ask('gather')
  const isFull = found.total >= countMax
  ways.note(isFull ? 'full' : 'few')
  // The first of so many were any of them.
  return { found: isFull ? await ask(inTurn) : found, total: found.total }
}
interface Place {
  offset: number
  size: number
}
const isPlain = ({ terms, prices }: Conditions) => terms.length === 0 && prices.length === 0

function choose(ctx: Context, viewer: Viewer, list: PerformerList, { terms, prices }: Conditions, way: Way) {
  const values: unknown[] = []
  const next = (value: unknown) => `$${values.push(value) + ahead.count}`
  const bind = (value: unknown, type: string) => `(SELECT ${next(value)}::${type})`
  const age = ageOf(ctx, viewer)
  const filters = prices.map(({ sql, value }) => sql(bind(value, 'bigint')))
  if (terms.length > 0) filters.push(`l.facets @@ ${bind(allOf(terms), 'tsquery')}`)
  const shape = [terms.length > 0 ? 'terms' : [], ...prices.map(({ name }) => name)].flat().join(' ')
  const [order, sight] = [orderOf(list), inSightSql(viewer, age)]
  const conditions = [...filters, sight].join(' AND ')
  // A price alone is asked of its own index: PostgreSQL, which doesn't know how many a price fits, hopes to meet them soon in the table.
  const found = terms.length > 0 ? conditions : `${conditions} ORDER BY l.price`
  const steps =
    way === 'words of few' || way === 'words of many'
      ? fitting(typedIn(viewer, list.q ?? '', next), list, order, conditions, way === 'words of many')
      : filters.length === 0
        ? alongOrder(order, sight, way === 'gather')
        : way === 'gather' || way === 'gather all'
          ? gathered(order, found, way === 'gather' ? countMax : gatheredMax)
          : walked(order, conditions, found, walkedMax[way])
  return {
    name: `performers ${way} ${list.sortBy} ${list.sort} ${shape} ${age}`,
    steps,
    values,
  }
}

const { offset, size } = ahead
const noWords = `NULL::text AS near, NULL::boolean[] AS fit`
const pageOfRows = (rows: string) =>
  `SELECT array_agg(id) AS ids FROM (SELECT id FROM (${rows}) l OFFSET ${offset} LIMIT ${size}) page`

/** Everybody in sight: the order's index says whom, and nothing else is read. */
const alongOrder = (order: string, sight: string, counted: boolean) =>
  `chosen AS MATERIALIZED (SELECT (${pageOfRows(
    `SELECT l.performer_id AS id FROM performer_listings l WHERE ${sight} ORDER BY ${order} LIMIT ${countMax + pageSizeMax}`,
  )}) AS ids, ${counted ? `(SELECT count(*) FROM (SELECT FROM performer_listings l WHERE ${sight} LIMIT ${countMax}) counted)` : '0'} AS total, ${noWords})`

/** The first of whom the conditions hold, along the order's index. Where a page has not come together soon, the filters' index is asked. */
const walked = (order: string, conditions: string, found: string, atMost: number) =>
  `walked AS MATERIALIZED (SELECT l.performer_id AS id FROM (SELECT * FROM performer_listings l ORDER BY ${order} LIMIT ${atMost}) l
      WHERE ${conditions} LIMIT ${offset} + ${size}),
    chosen AS MATERIALIZED (SELECT CASE WHEN (SELECT count(*) FROM walked) >= ${offset} + ${size} THEN (${pageOfRows('SELECT id FROM walked')})
      ELSE (${pageOfRows(`SELECT l.performer_id AS id FROM (SELECT * FROM performer_listings l WHERE ${found} LIMIT ${gatheredMax}) l ORDER BY ${order}`)}) END AS ids, 0 AS total, ${noWords})`

/** All of whom the conditions hold, as far as a list counts. */
const gathered = (order: string, found: string, atMost: number) =>
  `chosen AS MATERIALIZED (SELECT ${slice('l.performer_id', order)} AS ids, least(count(*), ${countMax}) AS total, ${noWords}
    FROM (SELECT * FROM performer_listings l WHERE ${found} LIMIT ${atMost}) l)`

const fitting = (typed: Typed, { sortBy }: PerformerList, order: string, conditions: string, areMany: boolean) => {
  const best = `${sortBy === 'relevance' ? 'l.fit DESC, ' : ''}${order}`
  return `${hitsSql(typed, order, conditions, areMany)},
    chosen AS MATERIALIZED (SELECT ${slice('l.performer_id', best)} AS ids, ${slice('l.fit >= 1', best)} AS fit, least(count(*), ${hitsMax}) AS total, (SELECT near FROM typed) AS near
      FROM hits l)`
}
const slice = (what: string, order: string) =>
  `(array_agg(${what} ORDER BY ${order}))[${offset} + 1 : ${offset} + ${size}]`

export const typedIn = ({ locale }: Viewer, words: string, bind: (value: unknown) => string): Typed => ({
  words: bind(words),
  pattern: bind(`%${escapeLike(words)}%`),
  locale: bind(locale),
})

const newForMs = 7 * 24 * 60 * 60 * 1000
/** Why each stands where it does: what was typed, or the order that was asked for. */
function reasonOf(ctx: Context, list: PerformerList, { near, fit }: CardPage): Reason {
  if (near !== null) {
    const fits = fit?.split(' ') ?? []
    return ({ folded }, place) =>
      reasonText(folded.includes(near) ? 'name_match' : fits[place] === 't' ? 'words_match' : 'near_match')
  }
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
