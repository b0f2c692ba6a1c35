import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../../platform/context.ts'

// Filters for creators as conditions on `performer_listings`: one narrow row per creator, written by triggers.

export type PerformerFilter = { [K in ValueFilter]?: string[] | undefined } & {
  q?: string | undefined
  isFree?: boolean | undefined
  postedToday?: boolean | undefined
  liveThisWeek?: boolean | undefined
  /** Minor units a month with the cheapest plan; a free one costs 0. */
  priceFrom?: bigint | undefined
  priceTo?: bigint | undefined
}

export interface Conditions {
  /** For each filter the values of which one must match, and a query for it. */
  terms: { filter: string; terms: string[]; query: string }[]
  /** Bounds of the price; null without any. */
  price: { from: bigint; to: bigint | null } | null
  /** Whether free plans exist on the site. */
  freePlans: boolean
  /** Conditions that other tables answer, each by its index. */
  within: (typeof withins)[keyof typeof withins][]
  /** The conditions contradict what the site allows. */
  matchesNone: boolean
}
/** Creators for whom a filter holds, as SQL that reads one index. */
const withins = {
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
  // If free plans are disabled on the site, no creator counts as free, whatever was offered before.
  const freePlans = ctx.settings.get('freeSubscriptionEnabled')
  let matchesNone = false
  if (filter.isFree !== undefined) {
    if (freePlans) terms.push(termsOf('free', [`free:${filter.isFree}`]))
    else matchesNone = filter.isFree
  }
  const { priceFrom, priceTo } = filter
  const price = priceFrom === undefined && priceTo === undefined ? null : { from: priceFrom ?? 0n, to: priceTo ?? null }
  const within = withinNames.flatMap((name) => (filter[name] ? withins[name] : []))
  return { terms, price, freePlans, within, matchesNone }
}

export const noConditions: Conditions = { terms: [], price: null, freePlans: false, within: [], matchesNone: false }

const termsOf = (filter: string, terms: string[]) => ({ filter, terms, query: anyOf(terms) })
// A query of PostgreSQL's text search: each term is one quoted lexeme, in which no character is an operator.
const anyOf = (terms: readonly string[]) =>
  `(${terms.map((term) => `'${term.replace(/['\\]/g, '$&$&')}'`).join(' | ')})`
/** All of the filters as one query. */
const allOf = (terms: readonly { query: string }[]): string => terms.map(({ query }) => query).join(' & ')

/** The conditions as SQL on a listing `l`. */
export const conditionsSql = (
  { terms, price, freePlans, within, matchesNone }: Conditions,
  bind: (value: unknown) => string,
): string[] => [
  ...(matchesNone ? ['false'] : []),
  ...(terms.length > 0 ? [`l.facets @@ ${bind(allOf(terms))}::tsquery`] : []),
  ...within.map((performers) => `l.performer_id IN (${performers})`),
  ...(price ? [priceSql(price, freePlans, bind)] : []),
]

/** A creator with a free plan has the price 0, whatever their other plans cost. */
function priceSql(
  { from, to }: NonNullable<Conditions['price']>,
  freePlans: boolean,
  bind: (value: unknown) => string,
): string {
  const paid = [`l.price >= ${bind(from)}::bigint`, ...(to === null ? [] : [`l.price <= ${bind(to)}::bigint`])]
  if (!freePlans) return paid.join(' AND ')
  const free = `l.facets @@ ${bind(anyOf(['free:true']))}::tsquery`
  return from > 0n ? [...paid, `NOT ${free}`].join(' AND ') : `(${paid.join(' AND ')} OR ${free})`
}

/** What a month costs with the cheapest plan of a listing `l`, in minor units; null without plans. */
export const leastPriceSql = ({ freePlans }: Conditions): string =>
  freePlans ? `CASE WHEN l.terms @> '{free:true}' THEN 0 ELSE l.price END` : 'l.price'
