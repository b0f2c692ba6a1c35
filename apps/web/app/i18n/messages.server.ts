import { type Translator, translator } from '@fanlight/contract/translator'

const files = import.meta.glob<Record<string, string>>('../messages/*/*.json', { eager: true, import: 'default' })
const byLocale = new Map<string, Record<string, string>>()
for (const [path, messages] of Object.entries(files)) {
  const [, locale = '', file = ''] = /messages\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  const all = byLocale.get(locale) ?? {}
  for (const [key, text] of Object.entries(messages)) all[`${file}.${key}`] = text
  byLocale.set(locale, all)
}

const made = new Map<string, Translator>()
type Words = Readonly<Record<string, string>>
let own: Readonly<Record<string, Words>> = {}

/** What this site says differently, by locale and key: from now on, pages are drawn with it. */
export function overrideWords(words: Readonly<Record<string, Words>>): void {
  own = words
  made.clear()
}
/** The message files of which something is said differently; nothing is sent to pages of a site that says all as shipped. */
export function overriddenFiles(locale: string): string[] | undefined {
  const words = own[locale]
  return words && [...new Set(Object.keys(words).map((key) => key.slice(0, key.indexOf('.'))))]
}

/** All messages of a locale, for rendering on the server. */
export function translatorFor(locale: string): Translator {
  let found = made.get(locale)
  if (!found) {
    found = translator(locale, [own[locale] ?? {}, byLocale.get(locale) ?? {}, byLocale.get('en-US') ?? {}])
    made.set(locale, found)
  }
  return found
}
