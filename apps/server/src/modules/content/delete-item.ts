import type { Context } from '../../platform/context.ts'
import { deletedByOwner } from '../access/items.ts'
import type { KindName } from './kinds.ts'
import { lockOwnItem } from './save-item.ts'
import * as store from './store.ts'
import { announceWithdrawal, withdrawItem } from './withdrawing.ts'

/** A bought item is archived and stays available to its buyers. An item that was never published is deleted. */
export function deleteItem(
  ctx: Context,
  performer: { id: string },
  kind: KindName,
  id: string,
): Promise<{ archived: boolean }> {
  return ctx.transaction(async (tx) => {
    const stored = await lockOwnItem(tx, performer, kind, id)
    if (!['published', 'hidden', 'archived'].includes(stored.status)) {
      await store.deleteRow(tx, id)
      return { archived: false }
    }
    // What was hidden is not given back to its buyers.
    if (stored.status === 'hidden') {
      await store.setStatus(tx, id, 'removed', stored.statusReason ?? 'hidden')
      return { archived: false }
    }
    const archived = await store.isBought(tx, id)
    // A purchase that is committed concurrently must not lose its item.
    const [status, reason] = archived ? (['archived', null] as const) : (['removed', deletedByOwner] as const)
    if (stored.status === 'published') await withdrawItem(tx, stored, status, reason)
    else {
      await store.setStatus(tx, id, status, reason)
      await announceWithdrawal(tx, stored)
    }
    return { archived }
  })
}

/** Deletes every item of an account that is being closed: bought items stay available to their buyers. */
export async function deleteAllItems(tx: Context, performerId: string): Promise<void> {
  for (const { id, kind } of await store.ownIds(tx, performerId)) await deleteItem(tx, { id: performerId }, kind, id)
}
