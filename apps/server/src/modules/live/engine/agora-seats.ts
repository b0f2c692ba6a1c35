import { randomInt } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface Seat {
  roomId: string
  /** The number under which Agora knows them in this room. */
  uid: number
  sessionId: string
  may: 'publish' | 'view'
  createdAt: Date
}
const uidMax = 2 ** 32 - 1
const seat = sql`room_id AS "roomId", uid::float8 AS uid, session_id AS "sessionId", may, created_at AS "createdAt"`

/** A new number for each time somebody enters: one that was banned stays so, and its person may come back with another. */
export async function takeSeat(ctx: Context, taken: Pick<Seat, 'roomId' | 'sessionId' | 'may'>): Promise<number> {
  for (;;) {
    const uid = randomInt(1, uidMax)
    const made = await row(
      ctx.db,
      sql`INSERT INTO agora_seats (room_id, uid, session_id, may) VALUES (${taken.roomId}, ${uid}, ${taken.sessionId}, ${taken.may})
        ON CONFLICT DO NOTHING RETURNING uid`,
    )
    if (made) return uid
  }
}
/** Whether this number is still theirs. */
export const hasSeat = async (ctx: Context, { roomId, uid, sessionId, may }: Omit<Seat, 'createdAt'>) =>
  (await row(
    ctx.db,
    sql`SELECT FROM agora_seats WHERE room_id = ${roomId} AND uid = ${uid} AND session_id = ${sessionId} AND may = ${may}`,
  )) !== undefined
/** All of them: they go minutes after their person has left. */
export const allSeats = (ctx: Context) => rows(ctx.db, sql<Seat>`SELECT ${seat} FROM agora_seats`)
/** Resolves with those that these sessions had. The session of a key, which has none here, is no UUID. */
export const leaveSeats = (ctx: Context, roomId: string, sessionIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<Seat>`DELETE FROM agora_seats WHERE room_id = ${roomId} AND session_id::text = ANY(${sessionIds}::text[]) RETURNING ${seat}`,
  )
export const closeRoom = (ctx: Context, roomId: string) =>
  sql`DELETE FROM agora_seats WHERE room_id = ${roomId}`.execute(ctx.db)
export const forgetSeats = (ctx: Context, seats: readonly Seat[]) =>
  sql`DELETE FROM agora_seats s USING unnest(${seats.map(({ roomId }) => roomId)}::uuid[], ${seats.map(({ uid }) => uid)}::bigint[]) AS gone (room_id, uid)
    WHERE s.room_id = gone.room_id AND s.uid = gone.uid`.execute(ctx.db)
