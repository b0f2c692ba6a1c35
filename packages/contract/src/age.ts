import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'

// Whether a viewer may see adult content, and how the age of a viewer is assured.

export const adultAge = 18
const ageStatusFields = one(
  z.object({
    /** What is required of viewers in this viewer's country. */
    rule: z.enum(['off', 'self_declared', 'assured']),
    assurance: z.enum(['none', 'declared', 'assured']),
    /** Nothing is hidden from this viewer on account of their age. */
    passed: z.boolean(),
    /** The last check of this account or browser, as it is. */
    state: z.enum(['none', 'pending', 'passed', 'failed', 'expired']),
    /** When the account's age assurance expires. */
    until: instant.nullable(),
    /** An age assurance provider is configured. */
    canAssure: z.boolean(),
  }),
)
export const ageStatus = endpoint('GET /age', {
  group: 'auth',
  summary: 'The age assurance that the viewer needs, and the one they have.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'read',
  reply: ageStatusFields,
})
/** The birth date is not stored: only that the viewer is old enough, and when they declared it. */
export const declareAge = endpoint('POST /age/declaration', {
  group: 'auth',
  summary: 'Says when one was born. Too young is final for a day.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOO_YOUNG'],
  body: z.object({
    birthDate: z.iso.date().refine((day) => day >= '1900-01-01' && day <= '2200-01-01', says('DATE_WRONG')),
  }),
  reply: ageStatusFields,
})
export const startAgeCheck = endpoint('POST /age/checks', {
  group: 'auth',
  summary: 'Starts a check at the age assurance provider; the viewer goes there and returns.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['AGE_CHECK_UNAVAILABLE'],
  body: z.object({ back: z.string().max(2048).default('/') }),
  reply: one(z.object({ url: z.url() })),
})
export const finishAgeCheck = endpoint('POST /age/checks/result', {
  group: 'auth',
  summary: 'Asks how the check of this browser came out.',
  who: 'public',
  whileUnfinished: true,
  whileTermsDue: true,
  limit: 'login',
  idempotent: 'none',
  refuses: ['AGE_CHECK_UNAVAILABLE'],
  reply: ageStatusFields,
})
