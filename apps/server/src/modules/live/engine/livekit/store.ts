import { grantSecondsMax } from '@fanlight/live-engine/token'
import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'

/** In place of a session: everybody. */
const everyone = ''
/** A look comes each second: what lies further apart was not looked at. */
const lookMsMax = 3_000
/** A show lasts less than that. */
const keptHours = 24

/** Ends every right of these sessions in this room that was given until now. Without sessions, of everyone. */
export async function noteRemoved(ctx: Context, room: string, sessions: readonly string[] = [everyone]): Promise<void> {
  // The engine has the clock of its machine and no other, by which rights are written.
  const now = new Date()
  await sql`DELETE FROM live_removals WHERE removed_at < ${new Date(now.getTime() - 2 * grantSecondsMax * 1000)}`.execute(
    ctx.db,
  )
  await sql`INSERT INTO live_removals (room_id, session_id, removed_at)
    SELECT ${room}::uuid, session, ${now} FROM unnest(${[...new Set(sessions)].toSorted()}::text[]) AS session
    ON CONFLICT (room_id, session_id) DO UPDATE SET removed_at = greatest(live_removals.removed_at, excluded.removed_at)`.execute(
    ctx.db,
  )
}

/** Whether a right from then (seconds since 1970) was ended since. */
export const wasRemoved = async (ctx: Context, room: string, session: string, issuedAt: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 FROM live_removals WHERE room_id = ${room}::uuid AND session_id = ANY(${[session, everyone]}::text[])
      AND removed_at >= ${new Date(issuedAt * 1000)}`,
  )) !== undefined

export interface Reached {
  opening: string
  user: string
  /** The connection and the tracks by which video reaches them. */
  span: string
}

/**
 * Counts the time since the last look, for those whom video reached then and reaches now in the same way. Whoever looks, and how often: no moment is counted twice.
 * Answers the sums of these openings.
 */
export async function countReached(
  ctx: Context,
  openings: readonly string[],
  reached: readonly Reached[],
): Promise<{ opening: string; userId: string; ms: number }[]> {
  if (openings.length === 0) return []
  await sql`INSERT INTO live_reached AS known (opening, user_id, span, seen_at)
    SELECT opening, user_id::uuid, span, clock_timestamp()
      FROM unnest(${reached.map(({ opening }) => opening)}::text[], ${reached.map(({ user }) => user)}::text[],
        ${reached.map(({ span }) => span)}::text[]) AS seen (opening, user_id, span)
      ORDER BY opening, user_id
    ON CONFLICT (opening, user_id) DO UPDATE SET span = excluded.span, seen_at = greatest(known.seen_at, excluded.seen_at),
      ms = known.ms + CASE
        WHEN known.span = excluded.span AND excluded.seen_at > known.seen_at
          AND excluded.seen_at - known.seen_at <= ${lookMsMax} * interval '1 millisecond'
        THEN floor(extract(epoch FROM excluded.seen_at - known.seen_at) * 1000)::bigint ELSE 0 END`.execute(ctx.db)
  const counted = await rows(
    ctx.db,
    sql<{ opening: string; userId: string; ms: bigint }>`SELECT opening, user_id AS "userId", ms FROM live_reached
      WHERE opening = ANY(${openings}::text[])`,
  )
  return counted.map(({ opening, userId, ms }) => ({ opening, userId, ms: Number(ms) }))
}

/** Rooms are gone long before. */
export const pruneReached = (ctx: Context) =>
  sql`DELETE FROM live_reached WHERE seen_at < clock_timestamp() - ${keptHours} * interval '1 hour'`.execute(ctx.db)
