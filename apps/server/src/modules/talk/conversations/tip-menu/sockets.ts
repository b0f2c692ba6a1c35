import { type MessageReader, sendOn } from '../../../../platform/sockets/declarations.ts'
import { tipOrderDecided } from './events.ts'

export const tipMenuMessages: MessageReader[] = [
  sendOn(tipOrderDecided, (_ctx, { orderId, performerId, userId, status }) =>
    [performerId, userId].map((id) => ({
      room: `account:${id}` as const,
      name: 'tip-order/updated' as const,
      data: { orderId, performerId, status },
    })),
  ),
]
