import { z } from 'zod'
import { secondFactorMethods } from './auth.ts'
import { done, endpoint, one } from './endpoint.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Step-up authentication: confirms that the account's owner sends the request. Valid for ten minutes in this session.

const own = { group: 'auth', who: 'any', whileClosing: true, whileTermsDue: true } as const
const written = { ...own, whileSuspended: true, idempotent: 'none' } as const

export const getConfirmation = endpoint('GET /auth/confirmation', {
  ...own,
  summary: 'What this account would have to show, and whether it has just been shown.',
  limit: 'read',
  reply: one(
    z.object({
      /** No confirmation is required: signed in or confirmed less than ten minutes ago. */
      isFresh: z.boolean(),
      password: z.boolean(),
      /** One of these, beside the password where there is one. */
      methods: z.array(z.enum(secondFactorMethods)),
      /** Where a code is mailed to; null where the account has something else to show. */
      email: z.string().nullable(),
    }),
  ),
})
export const mailConfirmationCode = endpoint('POST /auth/confirmation/code', {
  ...written,
  summary: 'Emails a code that is valid for ten minutes, to an account with neither a password nor a second factor.',
  limit: 'mail',
  refuses: ['CODE_NOT_NEEDED'],
  reply: done,
})
export const requestConfirmationPasskey = endpoint('POST /auth/confirmation/passkey', {
  ...written,
  summary: 'What the browser asks one of the account’s passkeys for.',
  limit: 'passkey',
  reply: one(z.object({ options: z.record(z.string(), z.unknown()) })),
})
export const confirm = endpoint('POST /auth/confirmation', {
  ...written,
  summary: 'Shows that it is still the owner who asks: ten more minutes in which the account’s locks may be changed.',
  limit: 'write',
  refuses: ['INCORRECT_CREDENTIALS', ...stepUpRefusals],
  body: z.object(stepUpFields),
  reply: done,
})
