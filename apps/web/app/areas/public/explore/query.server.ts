import { performerFilter, valueFilters } from '@fanlight/contract/performers'
import { tableQuery } from '../../../ui/table-state.ts'
import { type Criteria, facets, orders, pageSize, quickFilters } from './query.ts'

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
  // Older addresses say so.
  if (search.get('hasShop') === 'true') chosen.publishes ??= ['shop']
  const q = search.get('q')?.trim().replace(/\s+/g, ' ').slice(0, 100) ?? ''
  const price = (name: 'priceFrom' | 'priceTo') => {
    const value = search.get(name)?.trim()
    return value && performerFilter.shape[name].safeParse(value).success ? value : ''
  }
  const isFree = search.get('isFree') === 'true' && !search.get('priceFrom')
  const { current, sortBy } = tableQuery(url, { sortBy: q ? 'relevance' : 'popular' })
  return {
    q: performerFilter.shape.q.safeParse(q).success ? q : '',
    chosen,
    quick: quickFilters.filter((name) => search.get(name) === 'true'),
    priceFrom: price('priceFrom'),
    priceTo: isFree ? '0' : price('priceTo'),
    sortBy: (['relevance', ...orders] as const).find((order) => order === sortBy) ?? (q ? 'relevance' : 'popular'),
    current,
  }
}

/** The same, as the API takes it. */
export const filterOf = ({ q, chosen, quick, priceFrom, priceTo }: Criteria) => ({
  ...(q && { q }),
  ...Object.fromEntries(Object.entries(chosen).map(([name, values]) => [name, values.join(',')])),
  ...Object.fromEntries(quick.map((name) => [name, 'true' as const])),
  ...(priceFrom && { priceFrom }),
  ...(priceTo && { priceTo }),
})
export const listOf = (criteria: Criteria) => ({
  ...filterOf(criteria),
  sortBy: criteria.sortBy,
  current: criteria.current,
  pageSize,
  latest: 'true' as const,
})
