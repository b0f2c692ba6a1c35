import * as contract from '@fanlight/contract/places'
import { keptRead, route } from '../../platform/http.ts'
import { KeptAnswers } from '../../platform/kept-answer.ts'
import { citiesOf, statesOf } from './cities.ts'
import { countriesIn } from './countries.ts'
import { interfaceLanguages, languages } from './languages.ts'
import { flagOf, namesIn } from './names.ts'
import { phoneCodesIn } from './phone-codes.ts'

// Lists of the world: one answer a language, whoever asks. A big state's cities are a hundred kilobytes.
const lists = new KeptAnswers(40)
const divisions = new KeptAnswers(100)
const list = <T>(data: T[]) => ({ data, total: data.length, nextCursor: null })

export const placeRoutes = [
  keptRead(contract.listCountries, (ctx, { viewer: { locale } }) =>
    lists.get(`countries ${locale} ${flagOf(ctx, '')}`, async () => list(await countriesIn(ctx, locale))),
  ),
  keptRead(contract.listStates, (_ctx, { params }) => {
    const country = params.country.toUpperCase()
    return divisions.get(country, async () => list(await statesOf(country)))
  }),
  keptRead(contract.listCities, (_ctx, { params }) => {
    const [country, state] = [params.country.toUpperCase(), params.state.toUpperCase()]
    return divisions.get(`${country} ${state}`, async () => list(await citiesOf(country, state)))
  }),
  keptRead(contract.listLanguages, () => lists.get('languages', languages)),
  keptRead(contract.listPhoneCodes, (ctx, { viewer: { locale } }) =>
    lists.get(`phones ${locale} ${flagOf(ctx, '')}`, async () => list(await phoneCodesIn(ctx, locale))),
  ),
  ...[contract.listInterfaceLanguages, contract.listLocales].map((call) =>
    keptRead(call, (ctx, { viewer: { locale } }) => {
      const { supportedLocales, defaultLocale } = ctx.settings.all()
      return lists.get(`spoken ${locale} ${defaultLocale} ${supportedLocales.join()}`, () =>
        list(interfaceLanguages(ctx, locale)),
      )
    }),
  ),
  // Where somebody is concerns them alone, and changes: never kept.
  route(contract.whereAmI, async (ctx, { viewer: { address, country, locale } }) => ({
    data: {
      ip: address,
      country,
      name: country && namesIn(locale).country(country),
      flag: country && flagOf(ctx, country),
    },
  })),
]
