import { payoutStatuses } from '@fanlight/contract/payouts'
import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'

const updated = z.object({ payoutId: z.uuid(), performerId: z.uuid(), status: z.enum(payoutStatuses) })

/** The creator's pages load a payout again after each change. */
export const payoutTopics: Topics = {
  'payout.updated': (_ctx, event) => {
    const { performerId, ...data } = updated.parse(event.payload)
    return [{ room: `account:${performerId}`, name: 'payout/updated', data }]
  },
}
