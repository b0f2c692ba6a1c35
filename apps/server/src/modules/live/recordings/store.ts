import { recordingDaysMax } from '@fanlight/contract/limits'
import type { recordingStates } from '@fanlight/contract/replays'
import type { streamTypes } from '@fanlight/contract/streaming'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { Stretch } from '../../media/recorded/segment-list.ts'

export interface RecordingRow {
  id: string
  streamId: string | null
  performerId: string
  status: (typeof recordingStates)[number]
  fileId: string | null
  itemId: string | null
  parts: Stretch[]
  createdAt: Date
  savedAt: Date | null
  title: string
  type: (typeof streamTypes)[number]
  promisesReplay: boolean
  startedAt: Date | null
  bytes: bigint | null
}
const selected = sql`SELECT r.id, r.stream_id AS "streamId", r.performer_id AS "performerId", r.status, r.file_id AS "fileId", r.item_id AS "itemId", r.parts,
    r.created_at AS "createdAt", r.saved_at AS "savedAt", coalesce(s.title, '') AS title, coalesce(s.type, 'public') AS type, coalesce(t.promises_replay, false) AS "promisesReplay", s.started_at AS "startedAt", f.bytes
  FROM recordings r LEFT JOIN streams s ON s.id = r.stream_id LEFT JOIN ticket_shows t ON t.id = s.ticket_show_id LEFT JOIN files f ON f.id = r.file_id`
const found = (ctx: Context, condition: RawBuilder<unknown>) =>
  row(ctx.db, sql<RecordingRow>`${selected} WHERE ${condition}`)

export const byId = (ctx: Context, id: string) => found(ctx, sql`r.id = ${id}`)
export const ownById = (ctx: Context, performerId: string, id: string) =>
  found(ctx, sql`r.id = ${id} AND r.performer_id = ${performerId}`)
export const lock = (tx: Context, id: string) => found(tx, sql`r.id = ${id} FOR UPDATE OF r`)

export const undecided = (ctx: Context, performerId: string, streamId: string | null, max: number) =>
  rows(
    ctx.db,
    sql<RecordingRow>`${selected} WHERE r.performer_id = ${performerId}
      AND ${streamId === null ? sql`r.status IN ('saving', 'waiting')` : sql`r.stream_id = ${streamId}`}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${max}`,
  )

/** Does nothing where a stream has one already. */
export const insert = async (
  tx: Context,
  { id, streamId, performerId }: { id: string; streamId: string; performerId: string },
): Promise<void> => {
  await sql`INSERT INTO recordings (id, stream_id, performer_id, status) VALUES (${id}, ${streamId}, ${performerId}, 'saving')
    ON CONFLICT (stream_id) DO NOTHING`.execute(tx.db)
}
export const setSaved = async (
  tx: Context,
  id: string,
  { fileId, parts }: { fileId: string; parts: readonly Stretch[] },
): Promise<void> => {
  await sql`UPDATE recordings SET status = 'waiting', file_id = ${fileId}, parts = ${JSON.stringify(parts)}::jsonb, saved_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
}
export const setParts = async (tx: Context, id: string, parts: readonly Stretch[]): Promise<void> => {
  await sql`UPDATE recordings SET parts = ${JSON.stringify(parts)}::jsonb WHERE id = ${id}`.execute(tx.db)
}
export const setPublished = async (
  tx: Context,
  id: string,
  itemId: string,
  forTicketHolders = false,
): Promise<void> => {
  await sql`UPDATE recordings SET status = 'published', item_id = ${itemId}, for_ticket_holders = ${forTicketHolders}, decided_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
}
export const setDiscarded = async (tx: Context, id: string): Promise<void> => {
  await sql`UPDATE recordings SET status = 'discarded', decided_at = app_now() WHERE id = ${id}`.execute(tx.db)
}
/** Nothing was recorded. */
export const remove = async (tx: Context, id: string): Promise<void> => {
  await sql`DELETE FROM recordings WHERE id = ${id}`.execute(tx.db)
}

/** Those whose job may have been lost. */
export const stuck = (ctx: Context) =>
  rows(
    ctx.db,
    sql<{ id: string; performerId: string }>`SELECT id, performer_id AS "performerId" FROM recordings
      WHERE status = 'saving' AND created_at < app_now() - interval '2 minutes' ORDER BY created_at LIMIT 100`,
  )
/** Those that waited too long for a decision. */
export const overdue = async (ctx: Context): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT id FROM recordings WHERE status = 'waiting'
        AND saved_at < app_now() - make_interval(days => ${recordingDaysMax}) ORDER BY created_at LIMIT 100`,
    )
  ).map(({ id }) => id)
/** Of these rooms, those of which what the engine has recorded is still needed. */
export const neededRooms = async (ctx: Context, names: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ id: string }>`SELECT s.id FROM streams s WHERE s.id::text = ANY(${names}::text[]) AND (s.status <> 'ended'
          OR EXISTS (SELECT FROM recordings r WHERE r.stream_id = s.id AND r.status = 'saving'))`,
      )
    ).map(({ id }) => id),
  )
/** Files of recordings about which nothing was decided. */
export const filesAmong = async (ctx: Context, fileIds: readonly string[]): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT file_id AS id FROM recordings WHERE file_id = ANY(${fileIds}::uuid[]) AND status = 'waiting'`,
    )
  ).map(({ id }) => id)
/** Files of what waits for this creator's decision. */
export const waitingFilesOf = async (tx: Context, performerId: string): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{
        id: string
      }>`SELECT file_id AS id FROM recordings WHERE performer_id = ${performerId} AND status = 'waiting' ORDER BY id FOR UPDATE`,
    )
  ).map(({ id }) => id)

export const deleteAllOf = async (tx: Context, performerId: string): Promise<void> => {
  await sql`DELETE FROM recordings WHERE performer_id = ${performerId}`.execute(tx.db)
}

/** The recording that a video shows. */
export const ofVideo = (ctx: Context, itemId: string) =>
  row(
    ctx.db,
    sql<{
      id: string
      streamId: string
      performerId: string
      parts: Stretch[]
      startedAt: Date
      endedAt: Date
      peakViewers: number
    }>`SELECT r.id, r.stream_id AS "streamId", r.performer_id AS "performerId", r.parts, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.peak_viewers AS "peakViewers"
      FROM item_files x JOIN recordings r ON r.file_id = x.file_id JOIN streams s ON s.id = r.stream_id
      WHERE x.item_id = ${itemId} AND x.role = 'main'`,
  )

/** What was tipped in the chat of a creator in a stretch of time, oldest first. */
export const tipsIn = (ctx: Context, performerId: string, from: Date, to: Date) =>
  rows(
    ctx.db,
    sql<{ at: Date; tokens: bigint; order: string | null }>`SELECT g.created_at AS at, t.tokens, o.title AS "order"
      FROM messages g JOIN charges t ON t.id = g.charge_id LEFT JOIN tip_orders o ON o.id = g.charge_id AND o.status <> 'declined'
      WHERE g.conversation_id = ${performerId} AND g.type = 'tip' AND g.deleted_at IS NULL AND g.created_at BETWEEN ${from} AND ${to}
      ORDER BY g.sequence LIMIT 20000`,
  )
export const goalsOf = (ctx: Context, streamId: string) =>
  rows(
    ctx.db,
    sql<{
      title: string
      tokens: bigint
      createdAt: Date
      endedAt: Date | null
    }>`SELECT title, tokens, created_at AS "createdAt", ended_at AS "endedAt"
      FROM stream_goals WHERE stream_id = ${streamId} ORDER BY created_at`,
  )
