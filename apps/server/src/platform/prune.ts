import type { Context } from './context.ts'
import { sql } from './db.ts'

/** Replies to keyed requests are stored for two days, events for three, spent or expired tickets for one. */
export async function pruneOldRows(ctx: Context): Promise<void> {
  await sql`DELETE FROM idempotent_replies WHERE created_at < app_now() - interval '2 days'`.execute(ctx.db)
  // From the old end of their one order up to the first that is young.
  await sql`DELETE FROM events WHERE (xid, id) < (SELECT xid, id FROM events WHERE created_at >= now() - interval '3 days' ORDER BY xid, id LIMIT 1)`.execute(
    ctx.db,
  )
  await sql`DELETE FROM one_time_tokens WHERE expires_at < app_now() - interval '1 day'`.execute(ctx.db)
}
