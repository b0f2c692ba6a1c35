import sanitizeHtml from 'sanitize-html'

export interface PageDescription {
  title: string
  description: string
  siteName: string
  /** An address as the page says it; empty where it says none. */
  image: string
}

const lengths = { title: 200, description: 300, siteName: 100 }
const clean = (text: string, max: number) =>
  text
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+/g, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

/** What a page says of itself, as plain text; undefined where it has no title. */
export function describePage(html: string): PageDescription | undefined {
  const meta = new Map<string, string>()
  let title = ''
  sanitizeHtml(html, {
    allowedTags: ['title'],
    allowedAttributes: {},
    onOpenTag: (name, attributes) => {
      const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase()
      if (name === 'meta' && key !== '' && !meta.has(key)) meta.set(key, attributes['content'] ?? '')
    },
    exclusiveFilter: ({ tag, text }) => {
      if (tag === 'title' && title === '') title = text
      return true
    },
  })
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value)
  const found = clean(first('og:title', 'twitter:title') ?? title, lengths.title)
  if (found === '') return undefined
  return {
    title: found,
    description: clean(first('og:description', 'twitter:description', 'description') ?? '', lengths.description),
    siteName: clean(first('og:site_name', 'application-name') ?? '', lengths.siteName),
    image: (first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image') ?? '').trim(),
  }
}
