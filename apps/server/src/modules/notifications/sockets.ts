import { z } from 'zod'
import { rows, sql } from '../../platform/db.ts'
import type { Topics } from '../../platform/live.ts'
import { visibleToSessions } from '../access/sessions.ts'

const created = z.object({ accountId: z.uuid(), notificationId: z.uuid() })
const read = z.object({ accountId: z.uuid() })
const published = z.object({ itemId: z.uuid(), performerId: z.uuid() })

export const notificationTopics: Topics = {
  'notification.created': (_ctx, event) => {
    const { accountId, notificationId } = created.parse(event.payload)
    return [{ room: `account:${accountId}`, name: 'notification/created', data: { notificationId } }]
  },
  'notification.read': (_ctx, event) => [
    { room: `account:${read.parse(event.payload).accountId}`, name: 'notification/read', data: {} },
  ],
  // New items have no rows: those who are here and follow the creator hear of them.
  'item.published': async (ctx, event, here) => {
    const { performerId } = published.parse(event.payload)
    const online = here()
    if (online.length === 0) return []
    const followers = await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT s.id FROM sessions s JOIN follows f ON f.follower_id = s.account_id AND f.performer_id = ${performerId}
        WHERE s.id = ANY(${online}::uuid[])`,
    )
    const visibleTo = await visibleToSessions(
      ctx,
      performerId,
      followers.map(({ id }) => id),
    )
    return visibleTo.map((id) => ({
      room: `session:${id}`,
      name: 'notification/created',
      data: { notificationId: null },
    }))
  },
}
