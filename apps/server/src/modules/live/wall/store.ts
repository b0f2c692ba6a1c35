import type { roomTypes } from '@fanlight/contract/live-wall'
import type { ReportCategory } from '@fanlight/contract/report-values'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface RoomRow {
  id: string
  type: (typeof roomTypes)[number]
  title: string
  status: 'live' | 'away'
  viewers: number
  startedAt: Date
  performerId: string
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerVerified: boolean
  reports: number
  stillId: string | null
  stillAt: Date | null
}

const roomsMax = 1_000
/** Private shows have one viewer, group shows those who pay, and neither has a picture. Cases of the withheld categories are not counted. */
export const liveRooms = (ctx: Context, withheld: readonly ReportCategory[]) =>
  rows(
    ctx.db,
    sql<RoomRow>`SELECT * FROM (
        SELECT r.*, a.name AS "performerName", a.username AS "performerUsername", a.avatar_file_id AS "performerAvatarId",
          p.is_verified AS "performerVerified",
          (SELECT count(*)::int FROM report_cases c WHERE c.author_id = r."performerId" AND c.state IN ('open', 'triaged', 'appealed')
            AND c.category <> ALL(${[...withheld]}::text[])) AS reports,
          i.id AS "stillId", i.created_at AS "stillAt"
        FROM (
          SELECT s.id, s.type, s.title, s.status, s.viewers, s.started_at AS "startedAt", s.performer_id AS "performerId"
            FROM streams s WHERE s.status IN ('live', 'away') AND s.started_at IS NOT NULL
          UNION ALL
          SELECT w.id, 'private', '', CASE WHEN w.is_counting THEN 'live' ELSE 'away' END, 1, w.accepted_at, w.performer_id
            FROM shows w WHERE w.status IN ('accepted', 'active') AND w.group_id IS NULL
          UNION ALL
          SELECT g.id, 'group', '', CASE WHEN coalesce(bool_or(w.is_counting), false) THEN 'live' ELSE 'away' END, count(w.id)::int,
              g.started_at, g.performer_id
            FROM group_shows g LEFT JOIN shows w ON w.group_id = g.id AND w.status IN ('accepted', 'active')
            WHERE g.ended_by IS NULL GROUP BY g.id
        ) r
        JOIN accounts a ON a.id = r."performerId" JOIN performers p ON p.account_id = r."performerId"
        LEFT JOIN LATERAL (SELECT l.id, l.created_at FROM live_stills l
          WHERE l.stream_id = r.id AND NOT l.is_known ORDER BY l.created_at DESC, l.id DESC LIMIT 1) i ON true
      ) r
      ORDER BY r.reports DESC, r.viewers DESC, r."startedAt" DESC, r.id LIMIT ${roomsMax}`,
  )

const suspendedMax = 100
export interface SuspendedRow
  extends Pick<
    RoomRow,
    'performerId' | 'performerName' | 'performerUsername' | 'performerAvatarId' | 'performerVerified'
  > {
  reason: string
  until: Date | null
}
export const suspended = (ctx: Context) =>
  rows(
    ctx.db,
    sql<SuspendedRow>`SELECT l.performer_id AS "performerId", a.name AS "performerName", a.username AS "performerUsername",
        a.avatar_file_id AS "performerAvatarId", p.is_verified AS "performerVerified", l.reason, l.until
      FROM live_suspensions l JOIN accounts a ON a.id = l.performer_id JOIN performers p ON p.account_id = l.performer_id
      WHERE (l.until IS NULL OR l.until > app_now()) AND a.status <> 'closed' ORDER BY l.created_at DESC, l.performer_id LIMIT ${suspendedMax}`,
  )

/** Whose stream or running show this is; undefined where there is neither. */
export const roomOf = (ctx: Context, id: string) =>
  row(
    ctx.db,
    sql<{
      performerId: string
      kind: 'stream' | 'show' | 'group'
      isPrivate: boolean
      isOver: boolean
      hasVideo: boolean
    }>`
      SELECT performer_id AS "performerId", 'stream' AS kind, false AS "isPrivate", status = 'ended' AS "isOver", status IN ('live', 'away') AS "hasVideo"
        FROM streams WHERE id = ${id}
      UNION ALL
      SELECT performer_id, 'show', true, status NOT IN ('requested', 'accepted', 'active'), status IN ('accepted', 'active')
        FROM shows WHERE id = ${id} AND group_id IS NULL AND status NOT IN ('declined', 'expired', 'cancelled', 'requested')
      UNION ALL
      SELECT performer_id, 'group', true, ended_by IS NOT NULL, ended_by IS NULL FROM group_shows WHERE id = ${id}`,
  )

export interface StillRow {
  id: string
  streamId: string
  performerId: string
  isKnown: boolean
  storageKey: string
  createdAt: Date
}
const stills = sql`SELECT id, stream_id AS "streamId", performer_id AS "performerId", is_known AS "isKnown", storage_key AS "storageKey",
  created_at AS "createdAt" FROM live_stills`
const stillsMax = 10_000
export const stillsOf = (ctx: Context, streamId: string, since: Date) =>
  rows(
    ctx.db,
    sql<StillRow>`${stills} WHERE stream_id = ${streamId} AND NOT is_known AND created_at > ${since}
      ORDER BY created_at DESC, id DESC LIMIT ${stillsMax}`,
  )
export const stillById = (ctx: Context, id: string) =>
  row(ctx.db, sql<StillRow>`${stills} WHERE id = ${id} AND NOT is_known`)
export const insertStill = (ctx: Context, still: Omit<StillRow, 'createdAt'>) =>
  sql`INSERT INTO live_stills (id, stream_id, performer_id, is_known, storage_key)
    VALUES (${still.id}, ${still.streamId}, ${still.performerId}, ${still.isKnown}, ${still.storageKey})`.execute(
    ctx.db,
  )

/** Of streams that have video and are no private show, those without a picture since a moment. */
export const streamsToSample = (ctx: Context, since: Date) =>
  rows(
    ctx.db,
    sql<{ id: string; performerId: string }>`SELECT s.id, s.performer_id AS "performerId" FROM streams s
      WHERE s.status = 'live' AND NOT EXISTS (SELECT FROM live_stills l WHERE l.stream_id = s.id AND l.created_at > ${since})
      ORDER BY s.id LIMIT ${roomsMax}`,
  )

/** Old ones, and those of creators who have closed their account. What was known to be illegal stays as evidence. */
export const stillsToDelete = (ctx: Context, before: Date, max: number) =>
  rows(
    ctx.db,
    sql<StillRow>`${stills} l WHERE NOT is_known AND (created_at < ${before}
        OR EXISTS (SELECT FROM accounts a WHERE a.id = l.performer_id AND a.status = 'closed')) ORDER BY created_at, id LIMIT ${max}`,
  )
export const deleteStills = (ctx: Context, ids: readonly string[]) =>
  sql`DELETE FROM live_stills WHERE id = ANY(${ids}::uuid[])`.execute(ctx.db)
