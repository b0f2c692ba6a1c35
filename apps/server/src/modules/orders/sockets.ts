import { fulfilments } from '@fanlight/contract/order-states'
import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'

const updated = z.object({
  orderId: z.uuid(),
  buyerId: z.uuid(),
  performerId: z.uuid(),
  fulfilment: z.enum(fulfilments),
})

/** Both sides of an order hear of each change, on every page they have open. */
export const orderTopics: Topics = {
  'order.updated': (_ctx, event) => {
    const { buyerId, performerId, ...data } = updated.parse(event.payload)
    return [buyerId, performerId].map((id) => ({ room: `account:${id}`, name: 'order/updated', data }))
  },
}
