import { performerFilter, performerOrders, valueFilters } from '@fanlight/contract/performers'
import { tableQuery } from '../../../ui/table-state.ts'
import { type Criteria, facets, pageSize } from './query.ts'

/** The criteria in the URL. An invalid value is ignored: an old or mistyped link still shows creators. */
export function criteriaFromUrl(url: URL): Criteria {
  const search = url.searchParams
  const chosen = Object.fromEntries(
    facets.flatMap((name) => {
      const values = [...new Set(search.getAll(name).flatMap((value) => value.split(',')))]
        .map((value) => value.trim())
        .filter((value) => value && valueFilters[name].safeParse(value).success)
        .slice(0, 20)
      return values.length ? [[name, values]] : []
    }),
  ) as Criteria['chosen']
  const q = search.get('q')?.trim().replace(/\s+/g, ' ').slice(0, 100) ?? ''
  const price = (name: 'priceFrom' | 'priceTo') => {
    const value = search.get(name)?.trim()
    return value && performerFilter.shape[name].safeParse(value).success ? value : ''
  }
  const { current, sortBy } = tableQuery(url, { sortBy: q ? 'relevance' : 'trending' })
  return {
    q: performerFilter.shape.q.safeParse(q).success ? q : '',
    chosen,
    isFree: search.get('isFree') === 'true',
    priceFrom: price('priceFrom'),
    priceTo: price('priceTo'),
    sortBy: performerOrders.find((order) => order === sortBy) ?? 'trending',
    current,
  }
}

/** The same, as the API takes it. */
export const filterOf = ({ q, chosen, isFree, priceFrom, priceTo }: Criteria) => ({
  ...(q && { q }),
  ...Object.fromEntries(Object.entries(chosen).map(([name, values]) => [name, values.join(',')])),
  ...(isFree && { isFree: 'true' as const }),
  ...(priceFrom && { priceFrom }),
  ...(priceTo && { priceTo }),
})
export const listOf = (criteria: Criteria) => ({
  ...filterOf(criteria),
  sortBy: criteria.sortBy,
  current: criteria.current,
  pageSize,
})
