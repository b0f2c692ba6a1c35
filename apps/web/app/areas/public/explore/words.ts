import { type T, useFormats, useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site.ts'
import { traitWords } from '../../../parts/trait-words.ts'
import type { Asked, Facet } from './asked.ts'

const own = ['category', 'country', 'state', 'city', 'language', 'age'] as const
export const facetName = (t: T, name: Facet): string =>
  (own as readonly string[]).includes(name)
    ? (t.maybe(`explore.facet.${name}`) ?? name)
    : (t.maybe(`traits.${name}`) ?? name)

/** A value of a filter in the reader's words. */
export function useValueWords() {
  const t = useT()
  const { region, language } = useFormats()
  return (name: Facet, value: string): string => {
    if (name === 'country') return region(value)
    if (name === 'language') return language(value)
    if (name === 'category' || name === 'state' || name === 'city') return value
    return traitWords(t, name, value) ?? value
  }
}

export function usePriceWords() {
  const t = useT()
  const { money } = useFormats()
  const { currency } = useSite()
  return ({ priceFrom, priceTo }: Pick<Asked, 'priceFrom' | 'priceTo'>): string => {
    const [from, to] = [priceFrom, priceTo].map((value) => money(Number(value), currency)) as [string, string]
    if (!priceFrom) return t('explore.priceMost', { to })
    return priceTo ? t('explore.priceRange', { from, to }) : t('explore.priceLeast', { from })
  }
}
