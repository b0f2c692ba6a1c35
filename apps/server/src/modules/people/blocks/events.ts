import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const accountBlocked = event('account.blocked', z.object({ blockerId: id, blockedId: id }), {
  to: ['blockerId', 'blockedId'],
})
