import type { RequestInput } from '../../../api/client.ts'

type Changes = NonNullable<RequestInput<'PUT /performers/me'>['body']>
const traits = [
  'gender',
  'sexualOrientation',
  'height',
  'weight',
  'bodyType',
  'ethnicity',
  'buttSize',
  'hairColor',
  'eyeColor',
] as const

/** What a creator may hide, in the order of the form. */
export const hideable = ['age', 'country', 'state', 'city', 'languages', 'links', ...traits] as const

/** The form as the API takes it. An empty choice is none; an empty link is left out. */
export function changesOf(form: FormData): Changes {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const titles = form.getAll('linkTitle').map((entry) => String(entry).trim())
  const urls = form.getAll('linkUrl').map((entry) => String(entry).trim())
  return {
    name: field('name'),
    // One who has none yet and leaves it empty keeps having none.
    ...(field('username') ? { username: field('username') } : {}),
    tagline: field('tagline'),
    bio: field('bio'),
    isAdult: form.has('isAdult'),
    categories: field('categories')
      .split(/[,\u3001\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
    country: field('country') || null,
    state: field('state'),
    city: field('city'),
    languages: form.getAll('languages').map(String),
    locale: field('locale'),
    timezone: field('timezone'),
    links: urls.flatMap((url, at) => (url || titles[at] ? [{ title: titles[at] || hostOf(url), url }] : [])),
    ...(field('dateOfBirth') ? { dateOfBirth: field('dateOfBirth') } : {}),
    ...(form.has('shownSubmitted')
      ? { hiddenFields: hideable.filter((name) => !form.getAll('shown').includes(name)) }
      : {}),
    ...Object.fromEntries(traits.map((name) => [name, field(name) || null])),
  } as Changes
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url)
