import { type MessageReader, sendOn } from '../../../../platform/sockets/declarations.ts'
import { broadcastChanged } from './events.ts'
import * as store from './store.ts'

export const broadcastMessages: MessageReader[] = [
  sendOn(broadcastChanged, async (ctx, { broadcastId, performerId }) => {
    const found = await store.byId(ctx, broadcastId)
    if (!found) return []
    const { status, recipients, sent } = found
    return [
      {
        room: `account:${performerId}`,
        name: 'broadcast/changed',
        data: { broadcastId, status, recipients, sent },
      },
    ]
  }),
]
