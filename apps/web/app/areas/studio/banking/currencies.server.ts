import type { Region } from '../../../parts/geo/regions.server.ts'

const cache = new Map<string, Region[]>()

/** Every currency by its name in the reader's language, in the order of codes. */
export function currenciesIn(locale: string): Region[] {
  const known = cache.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  const made = Intl.supportedValuesOf('currency').map((code) => ({ code, name: names.of(code) ?? code }))
  cache.set(locale, made)
  return made
}
