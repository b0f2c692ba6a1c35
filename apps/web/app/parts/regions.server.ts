import type { Api } from '../api/visit.ts'

export interface Region {
  code: string
  name: string
}
const notCountries = new Set([
  'AC',
  'AN',
  'BU',
  'CP',
  'CQ',
  'CS',
  'DD',
  'DG',
  'DY',
  'EA',
  'EU',
  'EZ',
  'FX',
  'HV',
  'IC',
  'NH',
  'NQ',
  'NT',
  'PC',
  'PU',
  'PZ',
  'QO',
  'RH',
  'SU',
  'TA',
  'TP',
  'UK',
  'UN',
  'VD',
  'WK',
  'XA',
  'XB',
  'YD',
  'YU',
  'ZR',
  'ZZ',
  'FQ',
  'JT',
  'MI',
])

/** Countries by their names in the reader's language, in that language's order. */
export async function regions(api: Api, locale: string): Promise<Region[]> {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const codes = await askCodes(api)
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}

async function askCodes(api: Api): Promise<string[]> {
  try {
    const { data } = (await api.call('GET /countries/list' as never)) as { data: { code: string }[] }
    return data.map(({ code }) => code)
  } catch {
    // A form without the list is a form nobody can send: the language data of the runtime knows the countries too.
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !notCountries.has(code) && names.of(code) !== undefined)
  }
}
