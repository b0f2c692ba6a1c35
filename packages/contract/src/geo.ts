import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, many, one } from './endpoint.ts'

// spec: countries.first-table, countries.second-table, languages.table, regions, flags.path

export const regionCodes = ['AF', 'AS', 'EU', 'NA', 'SA', 'OC'] as const

/** A vendor-specific name of a language with its region, such as ja-JP. */
const languageCulture = z.object({ langCultureName: z.string(), displayName: z.string(), cultureCode: z.string() })

/** spec §3: the first table's fields, then those of the second. */
export const countryRow = z.object({
  /** In the requester's language. */
  name: z.string(),
  code: z.string(),
  capital: z.string(),
  region: z.enum(regionCodes),
  currency: z.object({ code: z.string(), name: z.string(), symbol: z.string() }).nullable(),
  language: z
    .object({
      code: z.string(),
      name: z.string(),
      iso639_2: z.string().optional(),
      nativeName: z.string().optional(),
    })
    .nullable(),
  /** The API's address and flags/{lowercase code}.svg. */
  flag: z.string(),
  code_2: z.string(),
  code_3: z.string(),
  /** Three digits; a country that ISO 3166 does not number has none. */
  numCode: z.string().nullable(),
  /** Three-character codes. */
  languages: z.array(z.string()).optional(),
  langCultureMs: z.array(languageCulture).optional(),
})
export const languageRow = z.object({
  iso639_1: z.string(),
  iso639_2: z.string(),
  iso639_2en: z.string(),
  iso639_3: z.string(),
  name: z.array(z.string()),
  nativeName: z.array(z.string()),
  direction: z.enum(['LTR', 'RTL']),
  /** Empty where linguists have not settled it. */
  family: z.string(),
  /** Three-character codes. */
  countries: z.array(z.string()).optional(),
  langCultureMs: z.array(languageCulture).optional(),
})

const read = { group: 'location', who: 'public', limit: 'read' } as const
const country = z.string().regex(/^[A-Za-z]{2}$/, says('COUNTRY_UNKNOWN'))

export const listCountries = endpoint('GET /countries/list', {
  ...read,
  summary: 'Every country, named and sorted in the requester’s language.',
  reply: many(countryRow),
})
export const listStates = endpoint('GET /states/:country', {
  ...read,
  summary: 'The states, provinces or prefectures of a country.',
  params: z.object({ country }),
  reply: many(z.object({ code: z.string(), name: z.string() })),
})
export const listCities = endpoint('GET /cities/:country/:state', {
  ...read,
  summary: 'The cities of a state with a thousand people or more.',
  params: z.object({ country, state: z.string().regex(/^[A-Za-z0-9]{1,20}$/, says('STATE_CODE')) }),
  reply: many(z.object({ name: z.string() })),
})
export const listLanguages = endpoint('GET /languages/list', {
  ...read,
  summary: 'The languages of the world, and the families they belong to.',
  reply: many(languageRow).extend({ families: z.array(z.string()) }),
})
export const listPhoneCodes = endpoint('GET /phone-codes/list', {
  ...read,
  summary: 'What is dialled before a number of a country.',
  reply: many(z.object({ code: z.string(), name: z.string(), dialCode: z.string(), flag: z.string() })),
})

const interfaceLanguages = many(
  z.object({
    locale: z.string(),
    /** In the requester's language. */
    name: z.string(),
    /** In its own. */
    nativeName: z.string(),
    direction: z.enum(['LTR', 'RTL']),
    isDefault: z.boolean(),
  }),
)
export const listInterfaceLanguages = endpoint('GET /languages', {
  ...read,
  summary: 'The languages that the site speaks.',
  reply: interfaceLanguages,
})
export const listLocales = endpoint('GET /locales', {
  ...read,
  summary: 'The same list under its other name.',
  reply: interfaceLanguages,
})

export const whereAmI = endpoint('GET /geo-location/ip', {
  ...read,
  summary: 'The requester’s own IP address, and the country it belongs to.',
  reply: one(
    z.object({
      ip: z.string(),
      /** A two-character code; null if unknown, as for addresses of a private network. */
      country: z.string().nullable(),
      name: z.string().nullable(),
      flag: z.string().nullable(),
    }),
  ),
})
