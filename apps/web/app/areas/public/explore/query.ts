// The criteria of the explore page, as in its URL.

/** Filters by value, in the order in which they are shown. */
export const facets = [
  'category',
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
export const appearanceFields: readonly Facet[] = facets.slice(7)
export const orders = ['trending', 'followers', 'newest', 'updatedAt', 'name'] as const
export const pageSize = 24

export interface Criteria {
  q: string
  chosen: Partial<Record<Facet, string[]>>
  isFree: boolean
  priceFrom: string
  priceTo: string
  sortBy: (typeof orders)[number] | 'relevance'
  current: number
}

/** How many filters narrow the list. */
export const narrowing = ({ q, chosen, isFree, priceFrom, priceTo }: Criteria): number =>
  Object.values(chosen).reduce((sum, values) => sum + values.length, 0) +
  [q, isFree, priceFrom || priceTo].filter(Boolean).length

/** The page's URL for these criteria, without default values. Page 1, unless specified otherwise. */
export function addressFor(criteria: Criteria, change: Partial<Criteria> = {}): string {
  const { q, chosen, isFree, priceFrom, priceTo, sortBy, current } = { ...criteria, current: 1, ...change }
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  for (const [name, values] of Object.entries(chosen)) if (values.length) search.set(name, values.join(','))
  if (isFree) search.set('isFree', 'true')
  if (priceFrom) search.set('priceFrom', priceFrom)
  if (priceTo) search.set('priceTo', priceTo)
  if (sortBy !== (q ? 'relevance' : 'trending')) search.set('sortBy', sortBy)
  if (current > 1) search.set('current', String(current))
  const query = search.toString()
  return query ? `/explore?${query}` : '/explore'
}

export const without = (criteria: Criteria, name: Facet, value: string): string =>
  addressFor(criteria, {
    chosen: { ...criteria.chosen, [name]: criteria.chosen[name]?.filter((entry) => entry !== value) ?? [] },
  })

/** What a form of filters says when it is sent. */
export function criteriaFromForm(form: FormData): Criteria {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    q: text('q'),
    chosen: Object.fromEntries(
      facets.map((name) => [name, [...new Set(form.getAll(name).map(String).filter(Boolean))]] as const),
    ),
    isFree: text('isFree') === 'true',
    priceFrom: text('priceFrom').replace(',', '.'),
    priceTo: text('priceTo').replace(',', '.'),
    sortBy: (text('sortBy') || 'trending') as Criteria['sortBy'],
    current: 1,
  }
}
