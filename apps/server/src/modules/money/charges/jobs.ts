import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Refunds the buyers of an item that is hidden for good, or of a message that staff deleted or that has a blocked file. */
export const refundRemovedItemJob = job(
  'refund-removed-item',
  z.object({ itemId: id, kind: z.enum(['feed', 'video', 'gallery', 'product', 'message']) }),
  { formerly: ['refund_removed_item'] },
)
