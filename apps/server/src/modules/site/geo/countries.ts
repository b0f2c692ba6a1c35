import { regionCodes, type countryRow } from '@fanlight/contract/geo'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { flagOf, namesIn } from './names.ts'
import { type CountryOfTable, languageTables } from './tables.ts'

// spec: countries.first-table, countries.second-table, regions

type Region = (typeof regionCodes)[number]
type CountryRow = z.input<typeof countryRow>

// ISO has not assigned a code to Kosovo; this is the code in common use. Residents of Kosovo can register like all others.
const kosovo: CountryOfTable = { code_2: 'XK', code_3: 'XKX', numCode: null, name: 'Kosovo', languages: ['sqi', 'srp'] }

const isRegion = (code: string): code is Region => (regionCodes as readonly string[]).includes(code)

/** Both tables of the specification in one row each; Antarctica, which is in none of their regions, is left out. */
export async function countriesIn(ctx: Context, locale: string): Promise<CountryRow[]> {
  const [{ countries, languages: tongues }, second] = await Promise.all([import('countries-list'), languageTables()])
  const names = namesIn(locale)
  const languages = new Map(second.languages.map((language) => [language.iso639_1, language]))
  const found = [...second.countries, kosovo].flatMap((country): CountryRow[] => {
    const code = country.code_2
    const first = countries[code as keyof typeof countries]
    if (!first || !isRegion(first.continent)) return []
    const [language, currency] = [first.languages[0], first.currency[0]]
    return [
      {
        name: names.country(code),
        code,
        capital: first.capital,
        region: first.continent,
        currency: currency ? names.currency(currency) : null,
        language: language
          ? {
              code: language,
              name: names.language(language),
              ...optional('iso639_2', languages.get(language)?.iso639_2),
              ...optional('nativeName', tongues[language as keyof typeof tongues]?.native),
            }
          : null,
        flag: flagOf(ctx, code),
        code_2: code,
        code_3: country.code_3,
        numCode: country.numCode,
        ...optional('languages', country.languages),
        ...optional('langCultureMs', country.langCultureMs),
      },
    ]
  })
  return names.inOrder(found)
}

const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined || value === '' ? {} : { [name]: value }) as { [P in K]?: V }
