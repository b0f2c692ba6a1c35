import * as contract from '@fanlight/contract/geo'
import { cachedRead, route } from '../../../platform/http/http.ts'
import { CachedResponses } from '../../../platform/http/cached-response.ts'
import { citiesOf, statesOf } from './cities.ts'
import { countriesIn } from './countries.ts'
import { interfaceLanguages, languages } from './languages.ts'
import { flagOf, namesIn } from './names.ts'
import { phoneCodesIn } from './phone-codes.ts'

// Lists of countries, languages and the like: one response per language for all users. A large state's cities take 100 kilobytes.
const lists = new CachedResponses(40)
const divisions = new CachedResponses(100)
const list = <T>(data: T[]) => ({ data, total: data.length, nextCursor: null })

export const locationRoutes = [
  cachedRead(contract.listCountries, (ctx, { viewer: { locale } }) =>
    lists.get(`countries ${locale} ${flagOf(ctx, '')}`, async () => list(await countriesIn(ctx, locale))),
  ),
  cachedRead(contract.listStates, (_ctx, { params }) => {
    const country = params.country.toUpperCase()
    return divisions.get(country, async () => list(await statesOf(country)))
  }),
  cachedRead(contract.listCities, (_ctx, { params }) => {
    const [country, state] = [params.country.toUpperCase(), params.state.toUpperCase()]
    return divisions.get(`${country} ${state}`, async () => list(await citiesOf(country, state)))
  }),
  cachedRead(contract.listLanguages, () => lists.get('languages', languages)),
  cachedRead(contract.listPhoneCodes, (ctx, { viewer: { locale } }) =>
    lists.get(`phones ${locale} ${flagOf(ctx, '')}`, async () => list(await phoneCodesIn(ctx, locale))),
  ),
  ...[contract.listInterfaceLanguages, contract.listLocales].map((call) =>
    cachedRead(call, (ctx, { viewer: { locale } }) => {
      const { supportedLocales, defaultLocale } = ctx.settings.all()
      return lists.get(`spoken ${locale} ${defaultLocale} ${supportedLocales.join()}`, () =>
        list(interfaceLanguages(ctx, locale)),
      )
    }),
  ),
  // A person's current location is private and changes: it is never stored.
  route(contract.whereAmI, async (ctx, { viewer: { address, country, locale } }) => ({
    data: {
      ip: address,
      country,
      name: country && namesIn(locale).country(country),
      flag: country && flagOf(ctx, country),
    },
  })),
]
