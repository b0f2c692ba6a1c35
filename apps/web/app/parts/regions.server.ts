import type { Api } from '../api/visit.ts'

export interface Region {
  code: string
  name: string
}

// The whole list is a hundred kilobytes; a form needs two words of each row. One a language that the site speaks.
const kept = new Map<string, Region[]>()

/** Countries by their names in the reader's language, in that language's order. */
export async function regions(api: Api, locale: string): Promise<Region[]> {
  const known = kept.get(locale)
  if (known) return known
  const { data } = await api.call('GET /countries/list')
  const made = data.map(({ code, name }) => ({ code, name }))
  kept.set(locale, made)
  return made
}
