import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { totalOf } from '../../../platform/db/totals.ts'
import { fromMinor, toMinor } from '../../money/wallet/currency.ts'
import { type Conditions, conditionsOf, leastPriceSql, type PerformerFilter } from './filters.ts'
import { listedSql, parameters, resolveSearch, searchSql } from './matching.ts'

// How many creators each further value of each filter would leave.

/** The values of at most this many creators are counted. */
const rowsMax = 10_000
const valuesMax = 200
/** Where the bands of prices end, in the unit of most currencies; what a unit of others buys is a hundredth. */
const priceBands = [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 25]

export interface FilterCounts {
  total: number
  totalIsAtLeast?: true
  isFree: number
  values: Record<string, Record<string, number>>
  prices: { upTo: number | null; count: number }[]
}
/** A value of a filter is counted beside the other filters, and not beside its own: choosing one more of them widens the list. */
export async function countValues(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<FilterCounts> {
  const conditions = conditionsOf(ctx, filter)
  const { terms, price } = conditions
  const search = filter.q ? await resolveSearch(ctx, viewer, filter.q, conditions) : undefined
  const { values, bind } = parameters()
  const within = (change: Partial<Conditions>) => {
    const listed = listedSql(ctx, viewer, { ...conditions, ...change }, bind)
    const where = search ? `${searchSql(search, bind)} AND ${listed}` : listed
    return `(SELECT l.terms, l.price FROM performer_listings l WHERE ${where} LIMIT ${rowsMax}) l`
  }
  const { currency } = ctx.settings.all()
  const bands = bandsIn(currency)
  // A band includes its end, and `width_bucket` takes where the next begins.
  const begins = bind(bands.map((to) => to + 1n))
  const text = [
    `WITH found AS MATERIALIZED (SELECT * FROM ${within({})})
      SELECT '' AS term, count(*) AS n FROM found`,
    `SELECT term, count(*) FROM found l, unnest(l.terms) term GROUP BY term`,
    ...terms.map(
      ({
        filter: name,
      }) => `SELECT '+' || term, count(*) FROM ${within({ terms: terms.filter((term) => term.filter !== name) })}, unnest(l.terms) term
        WHERE starts_with(term, '${name}:') GROUP BY term`,
    ),
    `SELECT 'price:' || width_bucket(least, ${begins}::bigint[]), count(*)
      FROM (SELECT ${leastPriceSql(conditions)} AS least FROM ${price ? within({ price: null }) : 'found l'}) priced
      WHERE least IS NOT NULL GROUP BY 1`,
  ].join(' UNION ALL ')
  const { rows } = await ctx.pool.query<{ term: string; n: bigint }>({ text, values })
  const counts = inFilters(rows, new Set(terms.map((term) => term.filter)))
  const prices = [...bands, null].map((to, band) => ({
    upTo: to === null ? null : fromMinor(to, currency),
    count: Number(rows.find(({ term }) => term === `price:${band}`)?.n ?? 0),
  }))
  return { ...counts, prices, ...(!conditions.freePlans && { isFree: 0 }) }
}

function bandsIn(currency: string): bigint[] {
  const unit = toMinor(1, currency)
  return priceBands.map((to) => toMinor(to, currency) * (unit === 1n ? 100n : 1n))
}

function inFilters(rows: readonly { term: string; n: bigint }[], chosen: ReadonlySet<string>) {
  const counts: Omit<FilterCounts, 'prices'> = { total: 0, isFree: 0, values: {} }
  for (const { term, n } of rows.toSorted((row, other) => Number(other.n - row.n))) {
    const own = term.startsWith('+')
    const colon = term.indexOf(':')
    const [filter, value] = [term.slice(own ? 1 : 0, colon), term.slice(colon + 1)]
    if (term === '') Object.assign(counts, totalOf(Number(n)))
    else if (own !== chosen.has(filter) || filter === 'price') continue
    else if (filter === 'free') counts.isFree += value === 'true' ? Number(n) : 0
    else if (Object.keys((counts.values[filter] ??= {})).length < valuesMax) counts.values[filter][value] = Number(n)
  }
  return counts
}
