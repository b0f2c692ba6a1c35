import { useMemo } from 'react'
import { usePageFacts } from '../../../i18n/context.tsx'

/** Amounts to the hundredth, always both decimals: for lists of money that people check. */
export function useExact(currency: string): { tokens: (value: number) => string; money: (value: number) => string } {
  const { locale } = usePageFacts()
  return useMemo(() => {
    const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    const number = new Intl.NumberFormat(locale, two)
    const cash = new Intl.NumberFormat(locale, { ...two, style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    const minus = (words: string) => words.replace('-', '−')
    return { tokens: (value) => minus(number.format(value)), money: (value) => minus(cash.format(value)) }
  }, [locale, currency])
}
