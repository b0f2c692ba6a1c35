import { type Translator, translator } from '@fanlight/contract/translator'

const files = import.meta.glob<Record<string, string>>('../locales/*/*.json', { eager: true, import: 'default' })
const byLocale = new Map<string, Record<string, string>>()
for (const [path, messages] of Object.entries(files)) {
  const [, locale = '', file = ''] = /locales\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  const all = byLocale.get(locale) ?? {}
  for (const [key, text] of Object.entries(messages)) all[`${file}.${key}`] = text
  byLocale.set(locale, all)
}

const made = new Map<string, Translator>()
type Messages = Readonly<Record<string, string>>
let own: Readonly<Record<string, Messages>> = {}

/** What this site says differently, by locale and key: from now on, pages are rendered with it. */
export function overrideTranslations(overrides: Readonly<Record<string, Messages>>): void {
  own = overrides
  made.clear()
}
/** The message files of which something is said differently; nothing is sent to pages of a site that says all as shipped. */
export function overriddenFiles(locale: string): string[] | undefined {
  const overrides = own[locale]
  return overrides && [...new Set(Object.keys(overrides).map((key) => key.slice(0, key.indexOf('.'))))]
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
