import type { Reply } from '../../../api/client.ts'
import type { Api } from '../../../api/request-context.ts'
import { type Region, regions } from '../../../parts/geo/regions.server.ts'

type Me = Reply<'GET /performers/me'>['data']
export interface Names {
  countries: Region[]
  languages: Region[]
  zones: string[]
}

// The languages that most creators and fans speak; a language that was selected elsewhere stays in the list.
const spoken =
  'ar bg bn ca cs da de el en es et eu fa fi fil fr gl gu he hi hr hu id is it ja jv ka kn ko lt lv ml mr ms nb nl pa pl ps pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi yue zh'.split(
    ' ',
  )

/** Countries, languages and time zones in the reader's language and its order. */
export async function namesOf(api: Api, locale: string, me: Pick<Me, 'languages' | 'timezone'>): Promise<Names> {
  const tongues = new Intl.DisplayNames([locale], { type: 'language' })
  return {
    countries: await regions(api, locale),
    languages: [...new Set([...spoken, ...me.languages])]
      .map((code) => ({ code, name: tongues.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, locale)),
    zones: [...new Set(['UTC', me.timezone || 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort(),
  }
}
