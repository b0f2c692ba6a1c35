// The criteria of the explore page, as in its URL.

/** Filters by value, in the order in which they are shown. */
export const facets = [
  'category',
  'publishes',
  'country',
  'language',
  'gender',
  'age',
  'state',
  'city',
  'sexualOrientation',
  'bodyType',
  'height',
  'weight',
  'hairColor',
  'eyeColor',
  'ethnicity',
  'buttSize',
] as const
export type Facet = (typeof facets)[number]
/** The filters for appearance are grouped together, collapsed at first. */
export const appearanceFields: readonly Facet[] = facets.slice(8)
export const orders = ['popular', 'followers', 'newest', 'updatedAt', 'name'] as const
export const pageSize = 24

/** What creators publish, in the order in which it is shown. */
export const publishedKinds = ['videos', 'photos', 'live', 'audio', 'shop'] as const

/** Filters that are on or off. */
export const quickFilters = ['liveThisWeek', 'postedToday'] as const
export type Quick = (typeof quickFilters)[number]

export interface Criteria {
  q: string
  chosen: Partial<Record<Facet, string[]>>
  quick: readonly Quick[]
  /** A month in the site currency, of the cheapest plan; a free plan costs 0. */
  priceFrom: string
  priceTo: string
  sortBy: (typeof orders)[number] | 'relevance'
  current: number
}

/** How many filters narrow the list. */
export const narrowing = ({ q, chosen, quick, priceFrom, priceTo }: Criteria): number =>
  Object.values(chosen).reduce((sum, values) => sum + values.length, 0) +
  quick.length +
  [q, priceFrom || priceTo].filter(Boolean).length

/** The page's URL for these criteria, without default values. Page 1, unless specified otherwise. */
export function addressFor(criteria: Criteria, change: Partial<Criteria> = {}): string {
  const { q, chosen, quick, priceFrom, priceTo, sortBy, current } = { ...criteria, current: 1, ...change }
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  for (const [name, values] of Object.entries(chosen)) if (values.length) search.set(name, values.join(','))
  for (const name of quick) search.set(name, 'true')
  if (priceFrom) search.set('priceFrom', priceFrom)
  if (priceTo) search.set('priceTo', priceTo)
  if (sortBy !== (q ? 'relevance' : 'popular')) search.set('sortBy', sortBy)
  if (current > 1) search.set('current', String(current))
  const query = search.toString()
  return query ? `/explore?${query}` : '/explore'
}

/** Turns a value of a filter on or off, beside the others of this filter. */
export const toggled = (criteria: Criteria, name: Facet, value: string): string =>
  criteria.chosen[name]?.includes(value)
    ? without(criteria, name, value)
    : addressFor(criteria, { chosen: { ...criteria.chosen, [name]: [...(criteria.chosen[name] ?? []), value] } })
export const without = (criteria: Criteria, name: Facet, value: string): string =>
  addressFor(criteria, {
    chosen: { ...criteria.chosen, [name]: criteria.chosen[name]?.filter((entry) => entry !== value) ?? [] },
  })

/** The criteria without one of what narrows them, for each of these. */
export const removals = (criteria: Criteria): Criteria[] =>
  [
    ...(criteria.q ? [{ q: '', sortBy: 'popular' as const }] : []),
    ...facets.flatMap((name) =>
      (criteria.chosen[name] ?? []).map((value) => ({
        chosen: { ...criteria.chosen, [name]: criteria.chosen[name]?.filter((entry) => entry !== value) ?? [] },
      })),
    ),
    ...criteria.quick.map((name) => ({ quick: criteria.quick.filter((other) => other !== name) })),
    ...(criteria.priceFrom || criteria.priceTo ? [{ priceFrom: '', priceTo: '' }] : []),
  ].map((change) => ({ ...criteria, ...change, current: 1 }))

/** No filters; the search and the order stay. */
export const cleared = { chosen: {}, quick: [], priceFrom: '', priceTo: '' } satisfies Partial<Criteria>

/** What a form of filters says when it is sent. */
export function criteriaFromForm(form: FormData): Criteria {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    q: text('q'),
    chosen: Object.fromEntries(
      facets.map((name) => [name, [...new Set(form.getAll(name).map(String).filter(Boolean))]] as const),
    ),
    quick: quickFilters.filter((name) => text(name) === 'true'),
    priceFrom: text('priceFrom').replace(',', '.'),
    priceTo: text('priceTo').replace(',', '.'),
    sortBy: (text('sortBy') || 'popular') as Criteria['sortBy'],
    current: 1,
  }
}
