import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface MarkerRow {
  id: string
  streamId: string
  performerId: string
  label: string
  createdAt: Date
  startedAt: Date
}
const selected = sql`SELECT m.id, m.stream_id AS "streamId", s.performer_id AS "performerId", m.label, m.created_at AS "createdAt",
    coalesce(s.started_at, m.created_at) AS "startedAt"
  FROM stream_markers m JOIN streams s ON s.id = m.stream_id`
export const ofStream = (ctx: Context, streamId: string) =>
  rows(ctx.db, sql<MarkerRow>`${selected} WHERE m.stream_id = ${streamId} ORDER BY m.created_at, m.id`)
export const byId = (ctx: Context, id: string) => row(ctx.db, sql<MarkerRow>`${selected} WHERE m.id = ${id}`)
export const count = async (tx: Context, streamId: string): Promise<number> =>
  (await row(tx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM stream_markers WHERE stream_id = ${streamId}`))!.n
export const insert = (tx: Context, id: string, streamId: string, label: string) =>
  sql`INSERT INTO stream_markers (id, stream_id, label) VALUES (${id}, ${streamId}, ${label})`.execute(tx.db)
export const remove = (tx: Context, id: string) => sql`DELETE FROM stream_markers WHERE id = ${id}`.execute(tx.db)
