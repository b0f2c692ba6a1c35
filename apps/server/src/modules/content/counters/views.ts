import { createHmac } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import type { Viewer } from '../../../platform/viewer.ts'

/** Counts a view, once per viewer and day, for the item and its performer. The owner is not counted. */
export async function countView(
  ctx: Context,
  viewer: Viewer,
  item: { id: string; performerId: string },
): Promise<void> {
  if (viewer.kind === 'signed-in' && viewer.id === item.performerId) return
  await sql`WITH first AS (
      INSERT INTO views (item_id, viewer, viewed_on) VALUES (${item.id}, ${nameOf(ctx, viewer)}, (app_now() AT TIME ZONE 'UTC')::date)
      ON CONFLICT DO NOTHING RETURNING item_id)
    INSERT INTO counter_deltas (subject, subject_id, counter, delta)
    SELECT 'item', item_id, 'views', 1 FROM first UNION ALL SELECT 'performer', ${item.performerId}::uuid, 'views', 1 FROM first`.execute(
    ctx.db,
  )
}

// A visitor's address is not stored: a keyed hash of their network distinguishes two visitors and nothing else.
const nameOf = (ctx: Context, viewer: Viewer): string =>
  viewer.kind === 'signed-in'
    ? viewer.id
    : `visitor:${createHmac('sha256', ctx.secret).update(networkOf(viewer.address)).digest('base64url').slice(0, 22)}`
