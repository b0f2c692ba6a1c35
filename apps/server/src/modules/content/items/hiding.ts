import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { publishAll } from '../../../platform/events/events.ts'
import { consentWithdrawn, deletedByOwner } from '../../access/items.ts'
import { count } from '../counters/roll-up.ts'
import type { KindName } from './kinds.ts'
import { publishDue } from './publishing.ts'
import * as store from './store.ts'
import { publishedCount } from './withdrawing.ts'
import { itemWithdrawn } from './events.ts'
import { refundRemovedItemJob } from '../../money/charges/jobs.ts'
import { withdrawItemJob } from './jobs.ts'

// Items that a person no longer consents to are hidden from everyone but their creator and staff, also from those who bought them.

interface NamingItem {
  id: string
  kind: KindName
  performerId: string
  title: string
  status: string
  files: number
}
/** The items that name a person or hold one of these files, whatever their status, locked in the order of their ids. */
export const lockItemsShowing = (
  tx: Context,
  { participantId, fileIds }: { participantId: string; fileIds: readonly string[] },
): Promise<NamingItem[]> =>
  rows(
    tx.db,
    sql<NamingItem>`SELECT i.id, i.kind, i.performer_id AS "performerId", i.title, i.status,
        (SELECT count(*)::int FROM item_files f WHERE f.item_id = i.id AND f.role = 'main') AS files
      FROM items i WHERE i.id IN (SELECT item_id FROM item_participants WHERE participant_id = ${participantId}
        UNION ALL SELECT item_id FROM item_files WHERE file_id = ANY(${[...fileIds]}::uuid[]))
      ORDER BY i.id FOR UPDATE OF i`,
  )

/** Returns those that were hidden now. What was not published yet stays as it is, and is not published. */
export async function hideItems(tx: Context, items: readonly NamingItem[]): Promise<NamingItem[]> {
  const ids = items.map(({ id }) => id)
  const changed = await rows(
    tx.db,
    sql<{
      id: string
    }>`UPDATE items SET hidden_from = status, status = CASE status WHEN 'removed' THEN 'removed' ELSE 'hidden' END, status_reason = ${consentWithdrawn},
        is_pinned = false, updated_at = app_now()
      WHERE id = ANY(${ids}::uuid[]) AND (status IN ('published', 'archived') OR (status = 'removed' AND status_reason = ${deletedByOwner}))
      RETURNING id`,
  )
  const hiddenIds = new Set(changed.map(({ id }) => id))
  const hidden = items.filter(({ id }) => hiddenIds.has(id))
  await count(
    tx,
    hidden.filter(({ status }) => status === 'published').map((item) => publishedCount(item, -1)),
  )
  await publishAll(
    tx,
    itemWithdrawn,
    hidden.map(({ id, kind, performerId }) => ({ itemId: id, kind, performerId })),
  )
  await withdrawItemJob.enqueueAll(
    tx,
    hidden.map(({ id }) => ({ payload: { itemId: id } })),
  )
  // Again for a purchase that was on its way.
  const runAt = new Date(tx.clock.now().getTime() + 60_000)
  await refundRemovedItemJob.enqueueAll(
    tx,
    hidden.flatMap(({ id, kind }) => [
      { payload: { itemId: id, kind }, key: `refund-item:${id}` },
      { payload: { itemId: id, kind }, key: `refund-item-again:${id}`, runAt },
    ]),
  )
  return hidden
}

/**
 * Returns the items of a creator that were hidden because of a consent, and that everyone they name consents to again, to what they were.
 * What was published is published again; it doesn't return to those who were refunded.
 */
export async function restoreHidden(tx: Context, performerId: string): Promise<void> {
  const restorable = await rows(
    tx.db,
    sql<{ id: string; from: string | null }>`SELECT i.id, i.hidden_from AS "from" FROM items i
      WHERE i.performer_id = ${performerId} AND i.status IN ('hidden', 'removed') AND i.status_reason = ${consentWithdrawn}
        AND NOT EXISTS (SELECT FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id AND f.status = 'blocked')
        AND NOT EXISTS (SELECT FROM item_participants n JOIN participants p ON p.id = n.participant_id
          WHERE n.item_id = i.id AND p.status <> 'verified')
      ORDER BY i.id FOR UPDATE OF i`,
  )
  for (const { id, from } of restorable) {
    if (from === 'published') await store.setDue(tx, id)
    else if (from === 'removed') await store.setStatus(tx, id, 'removed', deletedByOwner)
    else await store.setStatus(tx, id, 'archived', null)
  }
  await publishDue(
    tx,
    restorable.map(({ id }) => id),
  )
}
