import type { languageRow } from '@fanlight/contract/geo'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { directionOf, namesIn } from './names.ts'
import { languageFamilies } from './language-families.ts'
import { type LanguageOfTable, languageTables } from './tables.ts'

// spec: languages.table

type LanguageRow = z.input<typeof languageRow>

/** The language table, with the name of each language in English and in the language itself. */
export async function languages() {
  const table = await languageTables()
  const rows = table.languages.map(presentLanguage)
  const families = [...new Set([...table.languageFamilies, ...rows.map(({ family }) => family)].map(oneDash))]
  return { data: rows, families: families.filter(Boolean).sort(), total: rows.length, nextCursor: null }
}

const presentLanguage = (language: LanguageOfTable): LanguageRow => ({
  iso639_1: language.iso639_1,
  iso639_2: language.iso639_2,
  iso639_2en: language.iso639_2en,
  iso639_3: language.iso639_3,
  name: written(language.name),
  nativeName: written(language.nativeName),
  direction: language.direction ?? language.directrion ?? 'LTR',
  family: oneDash(language.family) || (languageFamilies.get(language.iso639_3) ?? ''),
  ...(language.countries && { countries: language.countries }),
  ...(language.langCultureMs && { langCultureMs: language.langCultureMs }),
})
const written = (names: string[]) => names.map((name) => name.trim()).filter(Boolean)
/** The table writes one family with a hyphen in some rows and with a dash in others. */
const oneDash = (family: string) => (family === 'Niger-Congo' ? 'Niger–Congo' : family)

/** The languages of the site, in the order in which the operator listed them. */
export function interfaceLanguages({ settings }: Context, locale: string) {
  const { supportedLocales, defaultLocale } = settings.all()
  const names = namesIn(locale)
  return supportedLocales.map((locale) => ({
    locale: locale,
    name: names.language(locale),
    nativeName: namesIn(locale).language(locale),
    direction: directionOf(locale),
    isDefault: locale === defaultLocale,
  }))
}
