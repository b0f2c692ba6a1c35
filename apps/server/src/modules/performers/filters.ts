import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'

// Filters for creators as conditions on `performer_listings`: one narrow row per creator, kept up to date by triggers.

export type PerformerFilter = { [K in ValueFilter]?: string[] | undefined } & {
  q?: string | undefined
  isFree?: boolean | undefined
  /** Minor units a month. */
  priceFrom?: bigint | undefined
  priceTo?: bigint | undefined
}

export interface Conditions {
  /** Filter by filter, the values any of which fits. Each is a query of its own. */
  terms: { filter: string; terms: string[]; query: string }[]
  /** Bounds of the price. */
  prices: { operator: '>=' | '<='; value: bigint }[]
  /** The conditions contradict what the site allows. */
  nobody: boolean
}
export function conditionsOf(ctx: Context, filter: PerformerFilter): Conditions {
  const terms: Conditions['terms'] = valueFilterNames.flatMap((name) =>
    filter[name]?.length
      ? termsOf(
          name,
          filter[name].map((value) => `${name}:${value}`),
        )
      : [],
  )
  const prices: Conditions['prices'] = []
  let nobody = false
  if (filter.isFree !== undefined) {
    // If free plans are disabled on the site, no creator counts as free, whatever was offered before.
    if (ctx.settings.get('freeSubscriptionEnabled')) terms.push(termsOf('free', [`free:${filter.isFree}`]))
    else nobody = filter.isFree
  }
  if (filter.priceFrom !== undefined) prices.push({ operator: '>=', value: filter.priceFrom })
  if (filter.priceTo !== undefined) prices.push({ operator: '<=', value: filter.priceTo })
  return { terms, prices, nobody }
}

export const noConditions: Conditions = { terms: [], prices: [], nobody: false }

const termsOf = (filter: string, terms: string[]) => ({ filter, terms, query: anyOf(terms) })
// A query of PostgreSQL's text search: each term is one lexeme, in quotes, and nothing in it is read as a sign.
const anyOf = (terms: readonly string[]) =>
  `(${terms.map((term) => `'${term.replace(/['\\]/g, '$&$&')}'`).join(' | ')})`
/** All of the filters as one query. */
const allOf = (terms: readonly { query: string }[]): string => terms.map(({ query }) => query).join(' & ')

/** The conditions as SQL on a listing `l`. */
export const conditionsSql = ({ terms, prices, nobody }: Conditions, bind: (value: unknown) => string): string[] => [
  ...(nobody ? ['false'] : []),
  ...(terms.length > 0 ? [`l.facets @@ ${bind(allOf(terms))}::tsquery`] : []),
  ...prices.map(({ operator, value }) => `l.price ${operator} ${bind(value)}::bigint`),
]
