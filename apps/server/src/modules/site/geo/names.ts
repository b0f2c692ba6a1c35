import type { Context } from '../../../platform/context.ts'

/** Names in one language, and their sort order in it. */
export function namesIn(locale: string) {
  const of = (type: Intl.DisplayNamesType) => new Intl.DisplayNames([locale, 'en'], { type })
  const [regions, languages, currencies] = [of('region'), of('language'), of('currency')]
  const symbol = (currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  const { compare } = new Intl.Collator(locale)
  return {
    country: (code: string) => regions.of(code) ?? code,
    language: (code: string) => languages.of(code) ?? code,
    currency: (code: string) => ({ code, name: currencies.of(code) ?? code, symbol: symbol(code) }),
    inOrder: <T extends { name: string }>(rows: T[]): T[] => rows.sort((a, b) => compare(a.name, b.name)),
  }
}
export type Names = ReturnType<typeof namesIn>

export const directionOf = (locale: string): 'LTR' | 'RTL' => {
  // The method is in the standard; the types know the older accessor only.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction: string } }
  return known.getTextInfo().direction === 'rtl' ? 'RTL' : 'LTR'
}

// spec: flags.path
export const flagOf = ({ config }: Context, code: string): string =>
  `${config.publicUrl ?? ''}/api/flags/${code.toLowerCase()}.svg`
