import { payoutStatuses } from '@fanlight/contract/payouts'
import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const payoutUpdated = event(
  'payout.updated',
  z.object({
    payoutId: id,
    performerId: id,
    status: z.enum(payoutStatuses),
    /** Of the line that it adds to the timeline. */
    type: z.string().optional(),
    number: z.string().optional(),
    byOwner: z.boolean().optional(),
  }),
  { to: ['performerId'] },
)
