import { type T, useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { moneyIn } from '../../../i18n/formats.ts'
import { useSite } from '../../../parts/site/site.ts'
import { traitLabels } from '../../../parts/creators/trait-labels.ts'
import type { Criteria, Facet } from './query.ts'

const own = ['category', 'country', 'state', 'city', 'language', 'age', 'publishes'] as const
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
    if (name === 'publishes') return t.maybe(`explore.publishes.${value}`) ?? value
    if (name === 'category' || name === 'state' || name === 'city') return value
    return traitLabels(t, name, value) ?? value
  }
}

/** Money of which whole amounts are written without a fraction: $10, $7.50. */
export function useRoundMoney(): (amount: number) => string {
  const { locale } = usePageInfo()
  const { currency } = useSite()
  return moneyIn(locale, currency, { trailingZeroDisplay: 'stripIfInteger' })
}

export function usePriceLabel() {
  const t = useT()
  const money = useRoundMoney()
  return ({ priceFrom, priceTo }: Pick<Criteria, 'priceFrom' | 'priceTo'>): string => {
    if (Number(priceTo || NaN) === 0) return t('explore.card.free')
    const [from, to] = [priceFrom, priceTo].map((value) => money(Number(value))) as [string, string]
    if (!priceFrom) return t('explore.priceMost', { to })
    return priceTo ? t('explore.priceRange', { from, to }) : t('explore.priceLeast', { from })
  }
}
