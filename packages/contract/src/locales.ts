// spec: languages.four, page.locale, default.locale

/** Locales whose translations ship with the product. */
export const shippedLocales = ['en-US', 'ja-JP', 'zh-TW', 'ko-KR', 'ar'] as const

export interface LocaleHints {
  query?: string | null | undefined
  cookie?: string | null | undefined
  account?: string | null | undefined
  acceptLanguage?: string | undefined
}

/**
 * ?locale= → cookie → account → Accept-Language → default; only locales that the installation offers. A preference is met if its
 * language and script are offered (zh-HK gets zh-TW, zh-CN does not); the same language in another script is used only after all
 * preferences.
 */
export function chooseLocale(hints: LocaleHints, offered: readonly string[], defaultLocale: string): string {
  const requestedLocales = [hints.query, hints.cookie, hints.account, ...acceptedLanguages(hints.acceptLanguage)]
  for (const requestedLocale of requestedLocales) {
    const found = requestedLocale && sameScript(requestedLocale, offered)
    if (found) return found
  }
  for (const requestedLocale of requestedLocales) {
    const found = requestedLocale && sameLanguage(requestedLocale, offered)
    if (found) return found
  }
  return nearestLocale(defaultLocale, offered) ?? offered[0] ?? 'en-US'
}

/** The offered locale for one preference: the same locale, else the same language and script, else the same language. */
export const nearestLocale = (requestedLocale: string, offered: readonly string[]): string | undefined =>
  sameScript(requestedLocale, offered) ?? sameLanguage(requestedLocale, offered)

function sameScript(requestedLocale: string, offered: readonly string[]): string | undefined {
  const low = requestedLocale.toLowerCase()
  const same = offered.find((entry) => entry.toLowerCase() === low)
  if (same) return same
  const written = languageAndScript(requestedLocale)
  return written === undefined ? undefined : offered.find((entry) => languageAndScript(entry) === written)
}

function sameLanguage(requestedLocale: string, offered: readonly string[]): string | undefined {
  const spoken = languageAndScript(requestedLocale)?.split('-')[0]
  return spoken === undefined ? undefined : offered.find((entry) => languageAndScript(entry)?.split('-')[0] === spoken)
}

const tag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i
const known = new Map<string, string | undefined>()
const knownMax = 500

/** 'zh-HK' as 'zh-Hant'; undefined for what is no locale. */
function languageAndScript(locale: string): string | undefined {
  if (!tag.test(locale)) return undefined
  if (known.has(locale)) return known.get(locale)
  if (known.size >= knownMax) known.clear()
  const found = expanded(locale)
  known.set(locale, found)
  return found
}

function expanded(locale: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    return script ? `${language}-${script}` : language
  } catch {
    return undefined
  }
}

const headerCharsMax = 500
const acceptedMax = 10

function acceptedLanguages(header: string | undefined): string[] {
  if (!header || header.length > headerCharsMax) return []
  return header
    .split(',', acceptedMax)
    .map((part) => {
      const [name = '', q] = part.trim().split(/\s*;\s*q=/)
      return { name, weight: q === undefined ? 1 : Number(q) || 0 }
    })
    .filter(({ name, weight }) => name !== '*' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name)
}

// spec: direction
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** For Intl: Latin digits and the Gregorian calendar in every language (docs/languages.md says why). */
export const forIntl = (locale: string): string => `${locale}-u-ca-gregory-nu-latn`
