import { z } from 'zod'
import { event, id } from '../../../../platform/events/events.ts'

/** What a fan asked for from a tip menu was done or declined. */
export const tipOrderDecided = event(
  'tip-order.decided',
  z.object({ orderId: id, performerId: id, userId: id, status: z.enum(['done', 'declined']) }),
  { to: ['performerId', 'userId'] },
)
