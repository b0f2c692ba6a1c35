import { rows, sql } from '../../../platform/db/db.ts'
import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { visibleToSessions } from '../../access/sessions.ts'
import { itemPublished } from '../../content/items/events.ts'
import { notificationCreated, notificationRead } from './events.ts'

export const notificationMessages: MessageReader[] = [
  sendOn(notificationCreated, (_ctx, { accountId, notificationId }) => [
    { room: `account:${accountId}`, name: 'notification/created', data: { notificationId } },
  ]),
  sendOn(notificationRead, (_ctx, { accountId }) => [
    { room: `account:${accountId}`, name: 'notification/read', data: {} },
  ]),
  // New items have no rows: those who are here and follow the creator hear of them.
  sendOn(itemPublished, async (ctx, { performerId }, { here }) => {
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
  }),
]
