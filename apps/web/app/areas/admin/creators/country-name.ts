const names = new Map<string, Intl.DisplayNames>()

/** A country in the reader's language. */
export function countryName(locale: string, code: string): string {
  let known = names.get(locale)
  if (!known) {
    known = new Intl.DisplayNames([locale], { type: 'region' })
    names.set(locale, known)
  }
  return known.of(code) ?? code
}
