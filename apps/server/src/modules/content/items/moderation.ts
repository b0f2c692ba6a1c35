import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { deletedByOwner } from '../../access/items.ts'
import type { KindName } from './kinds.ts'
import { publishDue } from './publishing.ts'
import * as store from './store.ts'
import { announceWithdrawal, withdrawItem } from './withdrawing.ts'

// What a decision of staff does to an item. Hidden and removed items are withheld from everyone but their creator and staff, also from
// those who bought them.

export interface ModeratedItem {
  id: string
  kind: KindName
  performerId: string
  status: string
  statusReason: string | null
}

/** Any item that there is, locked until the transaction ends. */
export const lockForStaff = (tx: Context, id: string): Promise<ModeratedItem | undefined> =>
  row(
    tx.db,
    sql<ModeratedItem>`SELECT id, kind, performer_id AS "performerId", status, status_reason AS "statusReason" FROM items WHERE id = ${id} FOR UPDATE`,
  )

/** Takes an item from viewers: `hidden` stays in the studio of its creator, `removed` does not. */
export async function withholdItem(
  tx: Context,
  item: ModeratedItem,
  status: 'hidden' | 'removed',
  reason: string,
): Promise<void> {
  if (item.status === 'published') await withdrawItem(tx, item, status, reason)
  else {
    await store.setStatus(tx, item.id, status, reason)
    await announceWithdrawal(tx, item)
  }
  // What staff removed can't be restored from the trash.
  await store.setDeleted(tx, item.id, null)
}

/** Returns an item to the status that it had. One that was published is published again, where its creator may publish. */
export async function restoreItem(tx: Context, item: ModeratedItem, statusBefore: string): Promise<void> {
  if (item.status !== 'hidden' && item.status !== 'removed') return
  if (statusBefore === 'published' || statusBefore === 'processing' || statusBefore === 'scheduled') {
    await store.setDue(tx, item.id)
    await publishDue(tx, [item.id])
  } else if (statusBefore === 'removed') {
    await store.setStatus(tx, item.id, 'removed', deletedByOwner)
    await store.setDeleted(tx, item.id, 'archived')
  } else await store.setStatus(tx, item.id, statusBefore, null)
}
