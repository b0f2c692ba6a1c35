import { messageCharsMax } from './limits.ts'
import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, many, one } from './endpoint.ts'
import { flag, instant, line, listQuery, locale, text } from './fields.ts'

// spec: translations.pairs

const key = z
  .string()
  .max(120)
  .regex(/^[a-z]+(\.[\w]+)+$/, says('MESSAGE_KEY'))
const area = z.string().regex(/^[a-z]{2,30}$/)
const { current, pageSize } = listQuery()
const pageQuery = { current, pageSize }
const pair = z.object({ key: z.string(), value: z.string() })

export const searchTranslations = endpoint('GET /translations/search', {
  group: 'misc',
  summary: 'The messages of a language: key and value, as shipped, with the changes of this site.',
  who: 'public',
  limit: 'read',
  query: z.object({
    /** The reader’s language, where none is named. */
    locale: locale.optional(),
    /** Only keys that begin with this word, such as `wallet`. */
    area: area.optional(),
    /** Only what this site says differently. */
    overridden: flag.optional(),
  }),
  reply: many(pair),
})
const staffMessage = z.object({
  key: z.string(),
  /** What en-US says, where a message is born. */
  english: z.string(),
  /** What ships in this language; null where nothing does. */
  shipped: z.string().nullable(),
  /** The text that replaces it on this site. */
  value: z.string().nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
})
export const listTranslations = endpoint('GET /admin/translations', {
  group: 'admin',
  who: 'admin:content',
  limit: 'admin',
  summary: 'Messages of one language by key or text: as shipped, in English, and as changed on this site.',
  query: z.object({
    ...pageQuery,
    sort: z.enum(['asc', 'desc']).default('asc'),
    locale: locale.optional(),
    /** Only keys that begin with this word. */
    area: area.optional(),
    /** `changed`: the text is customized here; `missing`: not translated into this language yet. */
    state: z.enum(['changed', 'missing']).optional(),
    q: line(1, 200).optional(),
  }),
  reply: many(staffMessage).extend({
    /** Of the whole language, whatever is looked for. */
    counts: z.object({ all: z.int(), changed: z.int(), missing: z.int() }),
    areas: z.array(z.string()),
  }),
})
export const overrideTranslation = endpoint('PUT /admin/translations', {
  group: 'admin',
  who: 'admin:content',
  limit: 'admin',
  audit: true,
  summary: 'Says one message differently on this site, everywhere within a second; `null` says it as shipped again.',
  body: z.strictObject({
    locale,
    key,
    value: text(1, messageCharsMax).nullable(),
    reason: line(3, 300),
  }),
  reply: one(z.object({ key: z.string(), locale: z.string(), value: z.string(), isOverridden: z.boolean() })),
})
