import { type ValueFilter, valueFilterNames } from '@fanlight/contract/performers'
import type { Context } from '../../platform/context.ts'

// What a visitor asks of creators, as conditions on `performer_listings`: one narrow row a creator, which follows the rows it speaks of.

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
  /** As SQL about a price, with the value that stands in its gap; and the same as a rule. */
  prices: {
    sql: (value: string) => string
    fits: (price: number, value: number) => boolean
    value: bigint
    name: string
  }[]
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
    // Where the site has no free plans nobody is free, whatever was offered before.
    if (ctx.settings.get('freeSubscriptionEnabled')) terms.push(termsOf('free', [`free:${filter.isFree}`]))
    else nobody = filter.isFree
  }
  if (filter.priceFrom !== undefined)
    prices.push({
      name: 'from',
      sql: (value) => `l.price >= ${value}`,
      fits: (price, value) => price >= value,
      value: filter.priceFrom,
    })
  if (filter.priceTo !== undefined)
    prices.push({
      name: 'to',
      sql: (value) => `l.price <= ${value}`,
      fits: (price, value) => price <= value,
      value: filter.priceTo,
    })
  return { terms, prices, nobody }
}

const termsOf = (filter: string, terms: string[]) => ({ filter, terms, query: anyOf(terms) })
// A query of PostgreSQL's text search: each term is one lexeme, in quotes, and nothing in it is read as a sign.
const anyOf = (terms: readonly string[]) =>
  `(${terms.map((term) => `'${term.replace(/['\\]/g, '$&$&')}'`).join(' | ')})`
/** All of the filters as one query, so that any choice of filters is one and the same statement. */
export const allOf = (terms: readonly { query: string }[]): string => terms.map(({ query }) => query).join(' & ')
