import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../../platform/context.ts'

// Filters for creators as conditions on `performer_listings`: one narrow row per creator, written by triggers.

export type PerformerFilter = { [K in ValueFilter]?: string[] | undefined } & {
  q?: string | undefined
  isFree?: boolean | undefined
  hasShop?: boolean | undefined
  postedToday?: boolean | undefined
  liveThisWeek?: boolean | undefined
  /** Minor units a month. */
  priceFrom?: bigint | undefined
  priceTo?: bigint | undefined
}

export interface Conditions {
  /** For each filter the values of which one must match, and a query for it. */
  terms: { filter: string; terms: string[]; query: string }[]
  /** Bounds of the price. */
  prices: { operator: '>=' | '<='; value: bigint }[]
  /** Conditions that other tables answer, each by its index. */
  within: (typeof withins)[keyof typeof withins][]
  /** The conditions contradict what the site allows. */
  matchesNone: boolean
}
/** Creators for whom a filter holds, as SQL that reads one index. */
const withins = {
  hasShop: 'SELECT p.account_id FROM performers p WHERE p.products > 0',
  postedToday: `SELECT i.performer_id FROM items i
    WHERE i.kind = 'feed' AND i.status = 'published' AND i.published_at > app_now() - interval '24 hours'`,
  liveThisWeek: `SELECT s.performer_id FROM streams s WHERE s.started_at > app_now() - interval '7 days'
    UNION ALL SELECT s.performer_id FROM streams s WHERE s.status IN ('live', 'away')`,
} as const
const withinNames = Object.keys(withins) as (keyof typeof withins)[]

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
  let matchesNone = false
  if (filter.isFree !== undefined) {
    // If free plans are disabled on the site, no creator counts as free, whatever was offered before.
    if (ctx.settings.get('freeSubscriptionEnabled')) terms.push(termsOf('free', [`free:${filter.isFree}`]))
    else matchesNone = filter.isFree
  }
  if (filter.priceFrom !== undefined) prices.push({ operator: '>=', value: filter.priceFrom })
  if (filter.priceTo !== undefined) prices.push({ operator: '<=', value: filter.priceTo })
  const within = withinNames.flatMap((name) => (filter[name] ? withins[name] : []))
  return { terms, prices, within, matchesNone }
}

export const noConditions: Conditions = { terms: [], prices: [], within: [], matchesNone: false }

const termsOf = (filter: string, terms: string[]) => ({ filter, terms, query: anyOf(terms) })
// A query of PostgreSQL's text search: each term is one quoted lexeme, in which no character is an operator.
const anyOf = (terms: readonly string[]) =>
  `(${terms.map((term) => `'${term.replace(/['\\]/g, '$&$&')}'`).join(' | ')})`
/** All of the filters as one query. */
const allOf = (terms: readonly { query: string }[]): string => terms.map(({ query }) => query).join(' & ')

/** The conditions as SQL on a listing `l`. */
export const conditionsSql = (
  { terms, prices, within, matchesNone }: Conditions,
  bind: (value: unknown) => string,
): string[] => [
  ...(matchesNone ? ['false'] : []),
  ...(terms.length > 0 ? [`l.facets @@ ${bind(allOf(terms))}::tsquery`] : []),
  ...within.map((performers) => `l.performer_id IN (${performers})`),
  ...prices.map(({ operator, value }) => `l.price ${operator} ${bind(value)}::bigint`),
]
