import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { instant, line, listQuery, text } from './fields.ts'

// The site's own words: pages such as terms, privacy and help, and news.

export const postHtmlMax = 100_000

/** Also fits an id: both lead to the same post. */
const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes.')
const language = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a locale such as en-US.')
const type = z.enum(['page', 'news'])

const heading = z.object({
  _id: z.string(),
  slug: z.string(),
  type,
  title: z.string(),
  /** One or two sentences: what stands under the title, in search results and in shared links. */
  summary: z.string(),
  /** The language these words are in; not always the one asked for. */
  locale: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
const post = heading.extend({
  /** Sanitised by an allow list. Its second-level headings carry the ids of `sections`. */
  html: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Every language it can be read in. */
  locales: z.array(z.string()),
})

const locale = { locale: language.optional() }

export const searchPosts = endpoint('GET /posts/search', {
  group: 'posts',
  summary: 'Pages and news of the site, each in the reader’s language or the nearest there is.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt', 'title']),
    ...locale,
    type: type.optional(),
    q: line(1, 100).optional(),
  }),
  reply: many(heading),
})
export const getPost = endpoint('GET /posts/:id', {
  group: 'posts',
  summary: 'One page or news item, by id or slug.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  params: z.object({ id: slug }),
  query: z.object(locale),
  reply: one(post),
})

const place = z.object({ slug, locale: language })
export const writePost = endpoint('PUT /admin/posts/:slug/:locale', {
  group: 'admin',
  summary: 'Writes a page or news item in one language. What stood there before is replaced.',
  who: 'admin:content',
  limit: 'admin',
  audit: true,
  params: place,
  body: z.strictObject({
    type: type.default('page'),
    title: line(1, 200),
    summary: text(0, 500).default(''),
    html: text(0, postHtmlMax),
  }),
  reply: one(post),
})
export const removePost = endpoint('DELETE /admin/posts/:slug/:locale', {
  group: 'admin',
  summary: 'Takes away what was written in one language. A page that ships with the product comes back as shipped.',
  who: 'admin:content',
  limit: 'admin',
  audit: true,
  params: place,
  reply: done,
})
