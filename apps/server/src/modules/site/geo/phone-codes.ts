import { countryCodes } from '@fanlight/contract/country-codes'
import type { Context } from '../../../platform/context.ts'
import { flagOf, namesIn } from './names.ts'

/** What is dialled before a number of each country, in the requester's language and its order. */
export async function phoneCodesIn(ctx: Context, locale: string) {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min')
  const names = namesIn(locale)
  const rows = []
  for (const code of getCountries())
    if (countryCodes.has(code))
      rows.push({
        code,
        name: names.country(code),
        dialCode: `+${getCountryCallingCode(code)}`,
        flag: flagOf(ctx, code),
      })
  return names.inOrder(rows)
}
