import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { email, instant, text } from './fields.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Moving an account to another e-mail address: both addresses say yes, in any order.

const secret = text(1, 200)

export const requestEmailChange = endpoint('POST /auth/users/me/email', {
  group: 'auth',
  summary:
    'Emails a link to the present and to the new address; the address changes when both have confirmed. The reply never reveals whether the new one has an account.',
  who: 'any',
  limit: 'mail',
  idempotent: 'none',
  refuses: ['INCORRECT_CREDENTIALS', ...stepUpRefusals, 'EMAIL_UNCHANGED', 'EMAIL_MISSING'],
  body: z.object({ email, ...stepUpFields }),
  reply: done,
})
export const getEmailChange = endpoint('GET /auth/users/me/email', {
  group: 'auth',
  summary: 'The change of address that is under way, if there is one.',
  who: 'any',
  limit: 'read',
  reply: one(
    z
      .object({
        email: z.string(),
        /** The present address has confirmed, or never had to. */
        presentConfirmed: z.boolean(),
        newConfirmed: z.boolean(),
        expiresAt: instant,
      })
      .nullable(),
  ),
})
export const dropEmailChange = endpoint('DELETE /auth/users/me/email', {
  group: 'auth',
  summary: 'Takes the change of address back; its links are dead.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  reply: done,
})
export const confirmEmailChange = endpoint('POST /auth/email-change', {
  group: 'auth',
  summary: 'Confirms a change of address with the token of a mailed link. The second of the two changes it.',
  who: 'public',
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOKEN_SPENT', 'EMAIL_TAKEN'],
  body: z.object({ token: secret }),
  reply: one(z.object({ changed: z.boolean() })),
})
/** “This wasn’t me”, from the mail to the present address. */
export const refuseEmailChange = endpoint('POST /auth/email-change/refusal', {
  group: 'auth',
  summary: 'Stops a change of address, ends all sessions of the account and mails a link to choose a new password.',
  who: 'public',
  limit: 'login',
  idempotent: 'none',
  refuses: ['TOKEN_SPENT'],
  body: z.object({ token: secret }),
  reply: done,
})
