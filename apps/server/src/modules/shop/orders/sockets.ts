import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { orderUpdated } from './events.ts'

/** Both sides of an order hear of each change, on every page they have open. */
export const orderMessages: MessageReader[] = [
  sendOn(orderUpdated, (_ctx, { orderId, fulfilment, buyerId, performerId }) =>
    [buyerId, performerId].map((id) => ({
      room: `account:${id}`,
      name: 'order/updated',
      data: { orderId, fulfilment },
    })),
  ),
]
