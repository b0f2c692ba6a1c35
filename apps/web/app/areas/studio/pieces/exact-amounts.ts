import { useMemo } from 'react'
import { forIntl } from '@fanlight/contract/locales'
import { usePageInfo } from '../../../i18n/context.tsx'
import { moneyIn } from '../../../i18n/formats.ts'

/** Amounts to the hundredth, always both decimals: for lists of money that people check. */
export function useExact(currency: string): { tokens: (value: number) => string; money: (value: number) => string } {
  const { locale } = usePageInfo()
  return useMemo(() => {
    const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    const number = new Intl.NumberFormat(forIntl(locale), two)
    const money = moneyIn(locale, currency, two)
    const minus = (formatted: string) => formatted.replace('-', '−')
    // A sum of nothing that is taken away is nothing, not minus nothing.
    return { tokens: (value) => minus(number.format(value || 0)), money: (value) => money(value || 0) }
  }, [locale, currency])
}
