import type { Api } from '../../api/request-context.ts'

export interface Region {
  code: string
  name: string
}

// The whole list is a hundred kilobytes; a form needs two values of each row. One entry for each language of the site.
const cache = new Map<string, Region[]>()

/** Countries by their names in the reader's language, in that language's order. */
export async function regions(api: Api, locale: string): Promise<Region[]> {
  const known = cache.get(locale)
  if (known) return known
  const { data } = await api.call('GET /countries/list')
  const made = data.map(({ code, name }) => ({ code, name }))
  cache.set(locale, made)
  return made
}
