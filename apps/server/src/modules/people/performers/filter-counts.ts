import type { Context } from '../../../platform/context.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { totalOf } from '../../../platform/db/totals.ts'
import { conditionsOf, type PerformerFilter } from './filters.ts'
import { listedSql, parameters, resolveSearch, searchSql } from './matching.ts'

// How many creators each further value of each filter would leave.

/** The values of at most this many creators are counted. */
const rowsMax = 10_000
const valuesMax = 200

export interface FilterCounts {
  total: number
  totalIsAtLeast?: true
  isFree: number
  values: Record<string, Record<string, number>>
}
/** A value of a filter is counted beside the other filters, and not beside its own: choosing one more of them widens the list. */
export async function countValues(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<FilterCounts> {
  const conditions = conditionsOf(ctx, filter)
  const { terms } = conditions
  const search = filter.q ? await resolveSearch(ctx, viewer, filter.q, conditions) : undefined
  const { values, bind } = parameters()
  const within = (wanted: typeof terms) => {
    const listed = listedSql(ctx, viewer, { ...conditions, terms: wanted }, bind)
    const where = search ? `${searchSql(search, bind)} AND ${listed}` : listed
    return `(SELECT l.terms FROM performer_listings l WHERE ${where} LIMIT ${rowsMax}) l`
  }
  const text = [
    `WITH found AS MATERIALIZED (SELECT * FROM ${within(terms)})
      SELECT '' AS term, count(*) AS n FROM found`,
    `SELECT term, count(*) FROM found l, unnest(l.terms) term GROUP BY term`,
    ...terms.map(
      ({
        filter: name,
      }) => `SELECT '+' || term, count(*) FROM ${within(terms.filter((term) => term.filter !== name))}, unnest(l.terms) term
        WHERE starts_with(term, '${name}:') GROUP BY term`,
    ),
  ].join(' UNION ALL ')
  const { rows } = await ctx.pool.query<{ term: string; n: bigint }>({ text, values })
  const counts = inFilters(rows, new Set(terms.map((term) => term.filter)))
  return ctx.settings.get('freeSubscriptionEnabled') ? counts : { ...counts, isFree: 0 }
}

function inFilters(rows: readonly { term: string; n: bigint }[], chosen: ReadonlySet<string>): FilterCounts {
  const counts: FilterCounts = { total: 0, isFree: 0, values: {} }
  for (const { term, n } of rows.toSorted((row, other) => Number(other.n - row.n))) {
    const own = term.startsWith('+')
    const colon = term.indexOf(':')
    const [filter, value] = [term.slice(own ? 1 : 0, colon), term.slice(colon + 1)]
    if (term === '') Object.assign(counts, totalOf(Number(n)))
    else if (own !== chosen.has(filter)) continue
    else if (filter === 'free') counts.isFree += value === 'true' ? Number(n) : 0
    else if (Object.keys((counts.values[filter] ??= {})).length < valuesMax) counts.values[filter][value] = Number(n)
  }
  return counts
}
