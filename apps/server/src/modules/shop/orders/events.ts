import { orderNotices } from '@fanlight/contract/notification-kinds'
import { fulfilments } from '@fanlight/contract/order-states'
import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const orderUpdated = event(
  'order.updated',
  z.object({
    orderId: id,
    buyerId: id,
    performerId: id,
    fulfilment: z.enum(fulfilments),
    /** Of what this change notifies them besides. */
    notices: z.array(z.object({ kind: z.enum(orderNotices), to: z.enum(['buyer', 'performer']) })).default([]),
  }),
  { to: ['buyerId', 'performerId'] },
)
