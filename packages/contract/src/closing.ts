import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { instant, tokens } from './fields.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Leaving: thirty days in which it can be taken back, then the account is closed and the person erased.

export const closingDays = 30

const closing = z.object({
  /** Null where the account is open. */
  closesAt: instant.nullable(),
  /** What there is, and what becomes of it. */
  tokens,
  subscriptions: z.int(),
  purchases: z.int(),
  /** What only a creator leaves behind. */
  creator: z
    .object({ subscribers: z.int(), posts: z.int(), soldPosts: z.int(), pending: tokens, available: tokens })
    .nullable(),
})

export const getClosing = endpoint('GET /users/me/closing', {
  group: 'users',
  summary: 'What closing the account deletes, and when it happens if it was requested.',
  who: 'any',
  whileClosing: true,
  whileTermsDue: true,
  limit: 'read',
  reply: one(closing),
})
export const requestClosing = endpoint('POST /users/me/closing', {
  group: 'users',
  summary: 'Closes the account after thirty days. Until then it is hidden, and can only be taken back.',
  who: 'any',
  whileClosing: true,
  whileTermsDue: true,
  limit: 'write',
  idempotent: 'none',
  refuses: ['INCORRECT_CREDENTIALS', ...stepUpRefusals, 'STAFF_STAY', 'CONFLICT'],
  body: z.object(stepUpFields),
  reply: one(closing),
})
export const takeBackClosing = endpoint('DELETE /users/me/closing', {
  group: 'users',
  summary: 'Takes the closing back. What was cancelled stays cancelled.',
  who: 'any',
  whileClosing: true,
  whileTermsDue: true,
  limit: 'write',
  idempotent: 'none',
  refuses: ['CONFLICT'],
  reply: done,
})
