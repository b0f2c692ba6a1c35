import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { flag, line, text } from './fields.ts'

// spec: translations.pairs

export const messageCharsMax = 5_000

const locale = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a locale such as en-US.')
const key = z
  .string()
  .max(120)
  .regex(/^[a-z]+(\.[\w]+)+$/, 'Use a key such as wallet.title.')
const pair = z.object({ key: z.string(), value: z.string() })

export const searchTranslations = endpoint('GET /translations/search', {
  group: 'misc',
  summary:
    'What the interface says in a language: key and value, as shipped, with the words of this site in their place.',
  who: 'public',
  limit: 'read',
  query: z.object({
    /** The reader’s language, where none is named. */
    locale: locale.optional(),
    /** Only keys that begin with this word, such as `wallet`. */
    area: z
      .string()
      .regex(/^[a-z]{2,30}$/)
      .optional(),
    /** Only what this site says differently. */
    overridden: flag.optional(),
  }),
  reply: many(pair),
})
export const overrideTranslation = endpoint('PUT /admin/translations', {
  group: 'admin',
  who: 'admin:content',
  limit: 'admin',
  audit: true,
  summary: 'Says one message differently on this site, everywhere within a second; `null` says it as shipped again.',
  refuses: ['RULE_BROKEN'],
  body: z.strictObject({
    locale,
    key,
    value: text(1, messageCharsMax).nullable(),
    reason: line(3, 300),
  }),
  reply: one(z.object({ key: z.string(), locale: z.string(), value: z.string(), isOverridden: z.boolean() })),
})
