import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const balanceChanged = event('balance.changed', z.object({ accountId: id, balance: z.number() }), {
  to: ['accountId'],
})
