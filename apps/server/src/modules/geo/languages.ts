import type { languageRow } from '@fanlight/contract/geo'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { directionOf, namesIn } from './names.ts'
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

const presentLanguage = (one: LanguageOfTable): LanguageRow => ({
  iso639_1: one.iso639_1,
  iso639_2: one.iso639_2,
  iso639_2en: one.iso639_2en,
  iso639_3: one.iso639_3,
  name: written(one.name),
  nativeName: written(one.nativeName),
  direction: one.direction ?? one.directrion ?? 'LTR',
  family: oneDash(one.family),
  ...(one.countries && { countries: one.countries }),
  ...(one.langCultureMs && { langCultureMs: one.langCultureMs }),
})
const written = (names: string[]) => names.map((name) => name.trim()).filter(Boolean)
/** The table writes one family with a hyphen in some rows and with a dash in others. */
const oneDash = (family: string) => (family === 'Niger-Congo' ? 'Niger–Congo' : family)

/** What the site itself speaks, in the order in which the operator named it. */
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
