import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const account = z.object({ accountId: id })

/** What others see of an account has changed, or who may see it. */
export const profileChanged = event('profile.changed', account, { to: 'many' })
export const accountSuspended = event('account.suspended', account)
export const accountReinstated = event('account.reinstated', account)
export const sessionRevoked = event(
  'session.revoked',
  z.object({ accountId: id.optional(), sessionIds: z.array(id), reason: z.string() }),
  { to: { sessions: ['sessionIds'] } },
)
