import { z } from 'zod'
import { rows, sql } from '../../platform/db.ts'
import type { Topics } from '../../platform/sockets.ts'
import { sessionsThatMayKnow } from '../access/sessions.ts'

const arrived = z.object({ feedId: z.uuid(), performerId: z.uuid() })

export const feedTopics: Topics = {
  // Only to who finds it at the top of their home feed, and is not kept from its creator by a block or a country.
  'feed.arrived': async (ctx, fact, here) => {
    const { feedId, performerId } = arrived.parse(fact.payload)
    const online = here()
    if (online.length === 0) return []
    const readers = await rows(
      ctx.db,
      sql<{ id: string }>`SELECT s.id FROM items i
        JOIN sessions s ON s.id = ANY(${online}::uuid[])
        JOIN feed_inbox b ON b.account_id = s.account_id AND b.published_at = i.published_at AND b.item_id = i.id
        WHERE i.id = ${feedId} AND i.status = 'published'`,
    )
    const mayKnow = await sessionsThatMayKnow(
      ctx,
      performerId,
      readers.map(({ id }) => id),
    )
    return mayKnow.map((id) => ({ room: `session:${id}`, name: 'feed/published', data: { feedId, performerId } }))
  },
}
