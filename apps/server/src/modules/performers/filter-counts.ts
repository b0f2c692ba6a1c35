import type { Context } from '../../platform/context.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageOf, hidingFrom } from '../access/door.ts'
import { allOf, conditionsOf, type PerformerFilter } from './filters.ts'
import { typedIn } from './list.ts'
import { inSightSql } from './store.ts'
import { hitsMax, hitsSql } from './words.ts'

// How many creators each further value of each filter would leave.

/** How many creators the counts of filters look at. */
const facetRowsMax = 10_000
const valuesMax = 200

export interface FilterCounts {
  total: number
  isFree: number
  values: Record<string, Record<string, number>>
}
/** A value of a filter is counted beside the other filters, and not beside its own: choosing one more of them widens the list. */
export async function countValues(ctx: Context, viewer: Viewer, filter: PerformerFilter): Promise<FilterCounts> {
  const { terms, prices, nobody } = conditionsOf(ctx, filter)
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value) + 3}`
  const age = ageOf(ctx, viewer)
  const typed = filter.q ? typedIn(viewer, filter.q, bind) : undefined
  const always = [inSightSql(age), ...prices.map(({ sql, value }) => sql(`${bind(value)}::bigint`))]
  if (nobody) always.push('false')
  const within = (wanted: typeof terms) => {
    const conditions = [...always, ...(wanted.length > 0 ? [`l.facets @@ ${bind(allOf(wanted))}::tsquery`] : [])].join(
      ' AND ',
    )
    return typed
      ? `(WITH ${hitsSql(typed, 'l.score DESC, l.performer_id', conditions, true)} SELECT terms FROM hits LIMIT ${hitsMax}) l`
      : `(SELECT l.terms FROM performer_listings l WHERE ${conditions} LIMIT ${facetRowsMax}) l`
  }
  const text = [
    `WITH found AS MATERIALIZED (SELECT * FROM ${within(terms)})
      SELECT '' AS term, count(*) AS n FROM found WHERE $1::uuid IS NULL`,
    `SELECT term, count(*) FROM found l, unnest(l.terms) term GROUP BY term`,
    ...terms.map(
      ({
        filter: name,
      }) => `SELECT '+' || term, count(*) FROM ${within(terms.filter((one) => one.filter !== name))}, unnest(l.terms) term
        WHERE starts_with(term, '${name}:') GROUP BY term`,
    ),
  ].join(' UNION ALL ')
  const isPlain = terms.length === 0 && prices.length === 0 && !nobody
  const { rows } = await ctx.pool.query<{ term: string; n: bigint }>({
    ...(isPlain && { name: `performers values ${typed ? 'q ' : ''}${age}` }),
    text,
    values: [null, ...hidingFrom(viewer), ...values],
  })
  const counts = inFilters(rows, new Set(terms.map((one) => one.filter)))
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
