import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'
import { termsVersion } from './settings.ts'

// Accepting the site's terms again, once there are newer ones.

export const getTerms = endpoint('GET /users/me/terms', {
  group: 'users',
  summary: 'Which terms are in force, which of them this account has accepted, and what has changed.',
  who: 'any',
  whileTermsDue: true,
  limit: 'read',
  reply: one(
    z.object({
      /** Empty where the site names no versions. */
      version: termsVersion,
      isDue: z.boolean(),
      accepted: z.object({ version: termsVersion, at: instant }).nullable(),
      /** What has changed, in the reader's language where it was written in that. */
      summary: z.object({ locale: z.string(), text: z.string() }).nullable(),
    }),
  ),
})
/** The version that was shown: between showing and accepting there may be a newer one. */
export const acceptTerms = endpoint('POST /users/me/terms', {
  group: 'users',
  summary: 'Accepts the terms of this version.',
  who: 'any',
  whileSuspended: true,
  whileTermsDue: true,
  limit: 'write',
  refuses: ['CONFLICT'],
  body: z.object({ version: termsVersion }),
  reply: done,
})
