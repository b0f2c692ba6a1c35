import { pageHtmlMax } from './limits.ts'
import { z } from 'zod'
import { says } from './field-errors.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { instant, line, listQuery, locale as language, text } from './fields.ts'

// The site's own content: pages such as terms, privacy and help, and news.

/** Also fits an id: both lead to the same post. */
const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says('SLUG_SHAPE'))
const type = z.enum(['page', 'news'])

const heading = z.object({
  _id: z.string(),
  slug: z.string(),
  type,
  title: z.string(),
  /** One or two sentences: what is under the title, in search results and in shared links. */
  summary: z.string(),
  /** The language of this text; not always the requested one. */
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

// Pages that staff edit. A text is one language of a page; only staff can read a text that is not published.

const heads = z.array(
  z.object({
    locale: z.string(),
    title: z.string(),
    /** `shipped`: the text that ships with the product; `draft`: written and not published. */
    state: z.enum(['shipped', 'published', 'draft']),
    /** The product ships a text for this language, which is shown if nothing is published. */
    isStandard: z.boolean(),
    updatedAt: instant,
    by: z.string().nullable(),
  }),
)
const pageText = z.object({ title: z.string(), summary: z.string(), html: z.string() })
const staffText = z.object({
  slug: z.string(),
  locale: z.string(),
  type,
  /** Every language of the page. */
  texts: heads,
  /** What was written here; null where there is nothing but what ships. */
  written: pageText
    .extend({ isPublished: z.boolean(), updatedAt: instant, by: z.string().nullable(), version: z.string() })
    .nullable(),
  shipped: pageText.nullable(),
})

const staff = { group: 'admin', who: 'admin:content', limit: 'admin' } as const
const pageLocation = z.object({ slug, locale: language })
export const listTexts = endpoint('GET /admin/posts', {
  ...staff,
  summary: 'Every page and news item with its languages, drafts too.',
  query: z.object({
    ...listQuery(['updatedAt', 'title', 'slug']),
    ...locale,
    type: type.optional(),
    state: z.enum(['shipped', 'published', 'draft']).optional(),
    q: line(1, 100).optional(),
  }),
  reply: many(z.object({ slug: z.string(), type, title: z.string(), updatedAt: instant, texts: heads })),
})
export const viewText = endpoint('GET /admin/posts/:slug/:locale', {
  ...staff,
  summary: 'One language of a page as staff wrote it, with the shipped text. A page that is not written yet is empty.',
  params: pageLocation,
  reply: one(staffText),
})
export const previewText = endpoint('POST /admin/posts/preview', {
  ...staff,
  summary: 'What the allow list leaves of some rich text, as visitors would see it.',
  changesNothing: true,
  idempotent: 'none',
  body: z.strictObject({ html: text(0, pageHtmlMax) }),
  reply: one(
    z.object({
      html: z.string(),
      /** Elements that were taken out, by their names. */
      removed: z.array(z.string()),
    }),
  ),
})
export const writePost = endpoint('PUT /admin/posts/:slug/:locale', {
  ...staff,
  summary: 'Writes a page or news item in one language. What stood there before is replaced.',
  audit: true,
  refuses: ['CONFLICT'],
  params: pageLocation,
  body: z.strictObject({
    type: type.default('page'),
    title: line(1, 200),
    summary: text(0, 500).default(''),
    html: text(0, pageHtmlMax),
    /** If false, the text stays a draft: visitors get the text that ships with the product, or nothing. */
    isPublished: z.boolean().default(true),
    /** What the writer had before them; null for nothing. Without it, it is written whatever others did meanwhile. */
    version: z.string().max(64).nullable().optional(),
  }),
  reply: one(staffText),
})
export const removePost = endpoint('DELETE /admin/posts/:slug/:locale', {
  ...staff,
  summary: 'Takes away what was written in one language. A page that ships with the product comes back as shipped.',
  audit: true,
  params: pageLocation,
  reply: done,
})
