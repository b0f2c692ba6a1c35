import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { enqueue } from '../../platform/queue.ts'
import { deletedByOwner } from '../access/items.ts'
import { count } from '../counters/roll-up.ts'
import { itemKinds, type KindName } from './kinds.ts'
import { lockOwnItem } from './save-item.ts'
import * as store from './store.ts'

/** A bought item is archived and stays available to its buyers. An item that was never published is deleted. */
export function deleteItem(
  ctx: Context,
  performer: { id: string },
  kind: KindName,
  id: string,
): Promise<{ archived: boolean }> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id)
    const wasPublished = ['published', 'hidden', 'archived'].includes(stored.status)
    const archived = wasPublished && (await store.isBought(tx, id))
    if (archived) await store.setStatus(tx, id, 'archived', null)
    // A purchase that is committed concurrently must not lose its item.
    else if (wasPublished) await store.setStatus(tx, id, 'removed', deletedByOwner)
    else await store.deleteRow(tx, id)
    if (wasPublished) {
      await enqueue(tx, 'withdrawItem', { itemId: id })
      await publish(tx, 'item.withdrawn', { itemId: id, kind, performerId: performer.id })
    }
    if (stored.status === 'published')
      await count(tx, [{ subject: 'performer', id: performer.id, counter: itemKinds[kind].counter, by: -1 }])
    return { archived }
  })
}

/** Deletes every item of an account that is being closed: bought items stay available to their buyers. */
export async function deleteAllItems(tx: Context, performerId: string): Promise<void> {
  for (const { id, kind } of await store.ownIds(tx, performerId)) await deleteItem(tx, { id: performerId }, kind, id)
}
