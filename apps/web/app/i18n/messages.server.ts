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

/** All messages of a locale, for rendering on the server. */
export function translatorFor(locale: string): Translator {
  let found = made.get(locale)
  if (!found) {
    found = translator(locale, [byLocale.get(locale) ?? {}, byLocale.get('en-US') ?? {}])
    made.set(locale, found)
  }
  return found
}
