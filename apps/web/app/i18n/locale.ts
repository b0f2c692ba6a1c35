import type { PublicSettings } from '../api/visit.ts'

// spec: page.locale, default.locale, direction

/** Locales whose messages ship with the product. */
export const shippedLocales = ['en-US', 'ja-JP'] as const
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

export interface LocaleHints {
  query: string | null
  cookie: string | undefined
  account: string | null | undefined
  acceptLanguage: string | undefined
}

/** ?locale= → cookie → account → Accept-Language → default; only locales the installation offers. */
export function chooseLocale(
  hints: LocaleHints,
  settings: Pick<PublicSettings, 'defaultLocale' | 'supportedLocales'> | null,
): string {
  const offered = settings?.supportedLocales?.length ? settings.supportedLocales : [...shippedLocales]
  for (const wish of [hints.query, hints.cookie, hints.account, ...readAcceptLanguage(hints.acceptLanguage)]) {
    const found = wish && match(wish, offered)
    if (found) return found
  }
  return match(settings?.defaultLocale ?? 'en-US', offered) ?? offered[0] ?? 'en-US'
}

function match(wish: string, offered: readonly string[]): string | undefined {
  const low = wish.toLowerCase()
  const language = low.split('-')[0]
  return (
    offered.find((locale) => locale.toLowerCase() === low) ??
    offered.find((locale) => locale.toLowerCase().split('-')[0] === language)
  )
}

function readAcceptLanguage(header: string | undefined): string[] {
  if (!header || header.length > 500) return []
  return header
    .split(',')
    .map((part) => {
      const [tag = '', q] = part.trim().split(';q=')
      return { tag, weight: q === undefined ? 1 : Number(q) || 0 }
    })
    .filter(({ tag, weight }) => tag !== '*' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
export const isJapanese = (locale: string): boolean => locale.startsWith('ja')
