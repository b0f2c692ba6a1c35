import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export const suspensionOf = (ctx: Context, performerId: string) =>
  row(
    ctx.db,
    sql<{ reason: string; until: Date | null }>`SELECT reason, until FROM live_suspensions
      WHERE performer_id = ${performerId} AND (until IS NULL OR until > app_now())`,
  )
export const suspend = (tx: Context, performerId: string, { reason, until }: { reason: string; until: Date | null }) =>
  sql`INSERT INTO live_suspensions (performer_id, reason, until) VALUES (${performerId}, ${reason}, ${until})
    ON CONFLICT (performer_id) DO UPDATE SET reason = excluded.reason, until = excluded.until, created_at = app_now()`.execute(
    tx.db,
  )
/** False where there is none. */
export const lift = async (tx: Context, performerId: string): Promise<boolean> =>
  (await row(tx.db, sql`DELETE FROM live_suspensions WHERE performer_id = ${performerId} RETURNING performer_id`)) !==
  undefined

export const insertLook = (tx: Context, look: { roomId: string; staffId: string; reason: string }) =>
  sql`INSERT INTO live_looks (room_id, staff_id, reason) VALUES (${look.roomId}, ${look.staffId}, ${look.reason})`.execute(
    tx.db,
  )
export const lookersIn = (ctx: Context, roomIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<{ roomId: string; staffId: string }>`SELECT DISTINCT room_id AS "roomId", staff_id AS "staffId"
      FROM live_looks WHERE room_id = ANY(${roomIds}::uuid[])`,
  )
/** Of these sessions, those of staff who may look and are still signed in. */
export const staffSessions = (ctx: Context, pairs: readonly { roomId: string; sessionId: string }[]) =>
  rows(
    ctx.db,
    sql<{ roomId: string; sessionId: string }>`SELECT pair.room_id AS "roomId", s.id AS "sessionId"
      FROM unnest(${pairs.map(({ roomId }) => roomId)}::uuid[], ${pairs.map(({ sessionId }) => sessionId)}::uuid[])
        AS pair (room_id, session_id)
      JOIN sessions s ON s.id = pair.session_id AND s.revoked_at IS NULL AND s.expires_at > app_now()
      JOIN accounts a ON a.id = s.account_id AND a.role = 'admin' AND a.status = 'active'
        AND a.permissions && ARRAY['moderation', 'owner']
      WHERE EXISTS (SELECT FROM live_looks l WHERE l.room_id = pair.room_id AND l.staff_id = s.account_id)`,
  )
export const pruneLooks = (ctx: Context, before: Date) =>
  sql`DELETE FROM live_looks WHERE created_at < ${before}`.execute(ctx.db)
