import { tableQuery } from '../../../ui/table-state.ts'

/** The filters of the list of sales, in the order of the chips: what is to be done comes first. */
export const filters = [
  'not_fulfilled',
  'problem',
  'processing',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'all',
] as const
export type Filter = (typeof filters)[number]
const orders = ['createdAt', 'updatedAt'] as const

export const filterOf = (search: URLSearchParams): Filter =>
  filters.find((filter) => filter === search.get('fulfilment')) ?? 'not_fulfilled'

/** What the list asks for, from the address of its page. */
export function salesQuery(search: URLSearchParams) {
  const { current, pageSize, sort, sortBy } = tableQuery(search, { sortBy: 'createdAt' })
  const filter = filterOf(search)
  const q = search.get('q')?.trim().slice(0, 100)
  return {
    current,
    pageSize,
    sort,
    sortBy: orders.find((order) => order === sortBy) ?? ('createdAt' as const),
    ...(filter === 'problem' ? { hasProblem: 'true' as const } : filter === 'all' ? {} : { fulfilment: filter }),
    ...(q ? { q } : {}),
  }
}

/** The same list without its page, as an order's own page keeps it in its address. */
export function neighborsQuery(search: URLSearchParams) {
  const { current: _current, pageSize: _pageSize, ...query } = salesQuery(search)
  return query
}
const kept = ['fulfilment', 'sortBy', 'sort', 'q'] as const
/** The query string of an order's page, or of the list that it leads back to: what was chosen there, and `''` where nothing was. */
export function neighborsSearch(search: URLSearchParams): string {
  const chosen = kept.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : ''
}
