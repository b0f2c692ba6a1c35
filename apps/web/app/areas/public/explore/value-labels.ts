import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { traitLabels } from '../../../parts/creators/trait-labels.ts'
import type { Criteria, Facet } from './query.ts'

const own = ['category', 'country', 'state', 'city', 'language', 'age'] as const
export const facetName = (t: T, name: Facet): string =>
  (own as readonly string[]).includes(name)
    ? (t.maybe(`explore.facet.${name}`) ?? name)
    : (t.maybe(`traits.${name}`) ?? name)

/** The label of a filter value in the reader's language. */
export function useValueLabels() {
  const t = useT()
  const { region, language } = useFormats()
  return (name: Facet, value: string): string => {
    if (name === 'country') return region(value)
    if (name === 'language') return language(value)
    if (name === 'category' || name === 'state' || name === 'city') return value
    return traitLabels(t, name, value) ?? value
  }
}

export function usePriceLabel() {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  return ({ priceFrom, priceTo }: Pick<Criteria, 'priceFrom' | 'priceTo'>): string => {
    const [from, to] = [priceFrom, priceTo].map((value) => money(Number(value), currency)) as [string, string]
    if (!priceFrom) return t('explore.priceMost', { to })
    return priceTo ? t('explore.priceRange', { from, to }) : t('explore.priceLeast', { from })
  }
}
