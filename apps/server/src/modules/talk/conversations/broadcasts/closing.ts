import type { Context } from '../../../../platform/context.ts'
import { sql } from '../../../../platform/db/db.ts'

/** What a creator who closes their account has not sent is not sent; of the others the copies remain with the fans. */
export async function eraseBroadcasts(tx: Context, performerId: string): Promise<void> {
  await sql`DELETE FROM broadcast_files f USING broadcasts b WHERE b.id = f.broadcast_id AND b.performer_id = ${performerId}`.execute(
    tx.db,
  )
  await sql`DELETE FROM broadcast_recipients r USING broadcasts b WHERE b.id = r.broadcast_id AND b.performer_id = ${performerId}`.execute(
    tx.db,
  )
  await sql`UPDATE broadcasts SET text = '', status = CASE WHEN status IN ('scheduled', 'sending') THEN 'cancelled' ELSE status END,
      finished_at = coalesce(finished_at, app_now()), updated_at = app_now() WHERE performer_id = ${performerId}`.execute(
    tx.db,
  )
}
