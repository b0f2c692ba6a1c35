import type { Context } from '../context.ts'
import { row, sql } from '../db/db.ts'

/** Replies to keyed requests are stored for two days, events for three (longer where a subscriber has not read them), spent or expired tickets for one. */
export async function pruneOldRows(ctx: Context): Promise<void> {
  await sql`DELETE FROM idempotent_replies WHERE created_at < app_now() - interval '2 days'`.execute(ctx.db)
  await pruneEvents(ctx)
  await sql`DELETE FROM one_time_tokens WHERE expires_at < app_now() - interval '1 day'`.execute(ctx.db)
}

const eventDays = 3
/** For how long events are stored that a subscriber has not read. */
const unreadEventDays = 30

/** From the old end of their one order up to the first that is young, or that a subscriber of the server has not passed. */
async function pruneEvents(ctx: Context): Promise<void> {
  await sql`DELETE FROM events WHERE (xid, id) < (SELECT xid, id FROM events WHERE created_at >= now() - make_interval(days => ${eventDays}) ORDER BY xid, id LIMIT 1)
    AND NOT EXISTS (SELECT FROM event_subscribers s WHERE (s.xid, s.event_id) < (events.xid, events.id))`.execute(
    ctx.db,
  )
  const lost = await row(
    ctx.db,
    sql<{ count: number }>`WITH gone AS (DELETE FROM events WHERE (xid, id) < (
        SELECT xid, id FROM events WHERE created_at >= now() - make_interval(days => ${unreadEventDays}) ORDER BY xid, id LIMIT 1) RETURNING 1)
      SELECT count(*)::int AS count FROM gone`,
  )
  if (lost!.count > 0)
    ctx.log.error({ events: lost!.count, days: unreadEventDays }, 'events were deleted that a subscriber had not read')
  await sql`DELETE FROM failed_events WHERE parked_at < now() - make_interval(days => ${unreadEventDays})`.execute(
    ctx.db,
  )
}
