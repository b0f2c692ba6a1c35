import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import { publishAll } from '../../platform/events.ts'
import { deletedByOwner } from '../access/items.ts'
import { count } from '../counters/roll-up.ts'
import type { KindName } from './kinds.ts'
import { publishedCount } from './withdrawing.ts'

// Items that a person no longer consents to are hidden from everyone but their creator and staff, also from those who bought them.

export const consentWithdrawn = 'consent withdrawn'

interface NamingItem {
  id: string
  kind: KindName
  performerId: string
  title: string
  status: string
  files: number
}
/** The items that name a person whatever their status, locked in the order of their ids. */
export const lockItemsNaming = (
  tx: Context,
  participantId: string,
  { publishedOnly = false } = {},
): Promise<NamingItem[]> =>
  rows(
    tx.db,
    sql<NamingItem>`SELECT i.id, i.kind, i.performer_id AS "performerId", i.title, i.status,
        (SELECT count(*)::int FROM item_files f WHERE f.item_id = i.id AND f.role = 'main') AS files
      FROM item_participants x JOIN items i ON i.id = x.item_id
      WHERE x.participant_id = ${participantId} AND CASE WHEN ${publishedOnly} THEN i.status = 'published' ELSE true END
      ORDER BY i.id FOR UPDATE OF i`,
  )

/** Returns those that were hidden now. What was not published yet stays as it is, and is not published. */
export async function hideItems(tx: Context, items: readonly NamingItem[]): Promise<NamingItem[]> {
  const ids = items.map(({ id }) => id)
  const changed = await rows(
    tx.db,
    sql<{
      id: string
    }>`UPDATE items SET status = CASE status WHEN 'removed' THEN 'removed' ELSE 'hidden' END, status_reason = ${consentWithdrawn},
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
    'item.withdrawn',
    hidden.map(({ id, kind, performerId }) => ({ itemId: id, kind, performerId })),
  )
  await sql`SELECT enqueue_job('withdrawItem', json_build_object('itemId', id), NULL, NULL, 8, NULL),
      enqueue_job('refund_removed_item', json_build_object('itemId', id, 'kind', kind), NULL, NULL, 8, 'refund-item:' || id),
      -- Again for a purchase that was on its way.
      enqueue_job('refund_removed_item', json_build_object('itemId', id, 'kind', kind), NULL, app_now() + interval '1 minute', 8, 'refund-item-again:' || id)
    FROM unnest(${hidden.map(({ id }) => id)}::uuid[], ${hidden.map(({ kind }) => kind)}::text[]) AS i(id, kind)`.execute(
    tx.db,
  )
  return hidden
}
