import { z } from 'zod'
import type { Topics } from '../../../platform/live.ts'
import * as store from './store.ts'

const changed = z.object({ broadcastId: z.uuid(), performerId: z.uuid() })

export const broadcastTopics: Topics = {
  'broadcast.changed': async (ctx, event) => {
    const { broadcastId, performerId } = changed.parse(event.payload)
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
  },
}
