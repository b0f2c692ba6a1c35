import type { Context } from '../../../platform/context.ts'
import { deletedByOwner, deletedWhileHidden } from '../../access/items.ts'
import type { KindName } from './kinds.ts'
import { lockOwnItem } from './save-item.ts'
import * as store from './store.ts'
import { announceWithdrawal, withdrawItem } from './withdrawing.ts'

/** A bought item is archived and stays available to its buyers. Others are moved to the trash of their creator. */
export function deleteItem(
  ctx: Context,
  performer: { id: string },
  kind: KindName,
  id: string,
): Promise<{ archived: boolean }> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id)
    const wasShown = ['published', 'archived'].includes(stored.status)
    const archived = wasShown && (await store.isBought(tx, id))
    // A purchase that is committed concurrently must not lose its item.
    const reason = stored.status === 'hidden' ? deletedWhileHidden : deletedByOwner
    const [status, why] = archived ? (['archived', null] as const) : (['removed', reason] as const)
    if (stored.status === 'published') await withdrawItem(tx, stored, status, why)
    else {
      await store.setStatus(tx, id, status, why)
      if (wasShown || stored.status === 'hidden') await announceWithdrawal(tx, stored)
    }
    if (!archived) await store.setDeleted(tx, id, stored.status)
    return { archived }
  })
}

/** Deletes every item of an account that is being closed, without a trash: bought items stay available to their buyers. */
export async function deleteAllItems(tx: Context, performerId: string): Promise<void> {
  for (const { id, kind } of await store.ownIds(tx, performerId)) await deleteItem(tx, { id: performerId }, kind, id)
  await store.emptyTrash(tx, performerId)
}
