import { rows, sql } from '../../../platform/db/db.ts'
import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { visibleToSessions } from '../../access/sessions.ts'
import { itemArrived } from './events.ts'

export const contentMessages: MessageReader[] = [
  // Only for viewers whose home feed contains the item and from whom no block or country hides its creator.
  sendOn(itemArrived, async (ctx, { itemId, performerId }, { here }) => {
    const online = here()
    if (online.length === 0) return []
    const readers = await rows(
      ctx.db,
      sql<{ id: string }>`SELECT s.id FROM items i
        JOIN sessions s ON s.id = ANY(${online}::uuid[])
        JOIN feed_inbox b ON b.account_id = s.account_id AND b.published_at = i.published_at AND b.item_id = i.id
        WHERE i.id = ${itemId} AND i.status = 'published'`,
    )
    const visibleTo = await visibleToSessions(
      ctx,
      performerId,
      readers.map(({ id }) => id),
    )
    return visibleTo.map((id) => ({
      room: `session:${id}`,
      name: 'feed/published',
      data: { feedId: itemId, performerId },
    }))
  }),
]
