import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Viewer, idOf } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import { graceMinutes, noticeMinutes } from './times.ts'

export interface ScheduledRow {
  id: string
  performerId: string
  title: string
  type: 'public' | 'subscribers'
  startsAt: Date
  minutes: number
  status: 'planned' | 'started' | 'cancelled'
  sequence: number
  createdAt: Date
  updatedAt: Date
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerVerified: boolean
  isReminded: boolean
  /** Without those whom a block parts from the creator. */
  reminders: number
}
/** `viewerId` is null for visitors. */
const selected = (
  viewerId: string | null,
) => sql`SELECT s.id, s.performer_id AS "performerId", s.title, s.type, s.starts_at AS "startsAt", s.minutes, s.status,
    s.sequence, s.created_at AS "createdAt", s.updated_at AS "updatedAt", a.name AS "performerName", a.username AS "performerUsername",
    a.avatar_file_id AS "performerAvatarId", p.is_verified AS "performerVerified",
    EXISTS (SELECT FROM stream_reminders r WHERE r.scheduled_id = s.id AND r.account_id = ${viewerId}::uuid) AS "isReminded",
    CASE WHEN s.performer_id = ${viewerId}::uuid THEN (SELECT count(*)::int FROM stream_reminders r WHERE r.scheduled_id = s.id
      AND r.account_id NOT IN (SELECT b.id FROM blocked_with(s.performer_id) b(id))) ELSE 0 END AS reminders
  FROM scheduled_streams s JOIN accounts a ON a.id = s.performer_id JOIN performers p ON p.account_id = s.performer_id`
const isAhead = sql`s.status = 'planned' AND s.starts_at > app_now() - make_interval(mins => ${graceMinutes})`

export const byId = (ctx: Context, id: string, viewerId: string | null) =>
  row(ctx.db, sql<ScheduledRow>`${selected(viewerId)} WHERE s.id = ${id}`)
/** One that still lies ahead. */
export const lockAhead = (tx: Context, id: string) =>
  row(tx.db, sql<ScheduledRow>`${selected(null)} WHERE s.id = ${id} AND ${isAhead} FOR UPDATE OF s`)
export const lock = (tx: Context, id: string) =>
  row(tx.db, sql<ScheduledRow>`${selected(null)} WHERE s.id = ${id} FOR UPDATE OF s`)
export const isStillAhead = (tx: Context, id: string) =>
  row(tx.db, sql`SELECT 1 AS found FROM scheduled_streams s WHERE s.id = ${id} AND ${isAhead} FOR SHARE`)

/** Of creators whom the viewer may know of, as in the list of who is live. */
export const isAnythingAhead = async (ctx: Context): Promise<boolean> =>
  (await row(ctx.db, sql<{ is: boolean }>`SELECT EXISTS (SELECT FROM scheduled_streams s WHERE ${isAhead}) AS is`))!.is

export const ahead = (
  ctx: Context,
  viewer: Viewer,
  { performerId, followed }: { performerId?: string | undefined; followed?: boolean | undefined },
  max: number,
) => listed(ctx, viewer, isAhead, { performerId, followed }, max)

/** What lies ahead of a creator, with what was cancelled of it. */
export const aheadWithCancelled = (ctx: Context, viewer: Viewer, performerId: string, max: number) =>
  listed(
    ctx,
    viewer,
    sql`s.status IN ('planned', 'cancelled') AND s.starts_at > app_now() - make_interval(mins => ${graceMinutes})`,
    { performerId },
    max,
  )

const listed = (
  ctx: Context,
  viewer: Viewer,
  condition: RawBuilder<unknown>,
  { performerId, followed }: { performerId?: string | undefined; followed?: boolean | undefined },
  max: number,
) => {
  const me = idOf(viewer) ?? null
  return rows(
    ctx.db,
    sql<ScheduledRow>`${selected(me)} WHERE ${condition}
        AND (s.performer_id = ${me}::uuid OR (${authorVisibleSql(ctx, viewer, 's.performer_id')}
          AND NOT performer_is_closed(a.status, p.verification_status)))
        AND (${performerId ?? null}::uuid IS NULL OR s.performer_id = ${performerId ?? null})
        AND (${followed !== true} OR EXISTS (SELECT FROM follows f WHERE f.follower_id = ${me}::uuid AND f.performer_id = s.performer_id))
      ORDER BY s.starts_at, s.id LIMIT ${max}`,
  )
}

/** Two streams announced at once are counted one after the other. */
export const lockPerformer = (tx: Context, performerId: string) =>
  sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(tx.db)
export const countAhead = async (tx: Context, performerId: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM scheduled_streams s WHERE s.performer_id = ${performerId} AND ${isAhead}`,
  ))!.n

export type Planned = Pick<ScheduledRow, 'title' | 'type' | 'startsAt' | 'minutes'>
export const insert = (tx: Context, id: string, performerId: string, { title, type, startsAt, minutes }: Planned) =>
  sql`INSERT INTO scheduled_streams (id, performer_id, title, type, starts_at, minutes)
    VALUES (${id}, ${performerId}, ${title}, ${type}, ${startsAt}, ${minutes})`.execute(tx.db)
export const change = (tx: Context, id: string, { title, type, startsAt, minutes }: Planned) =>
  sql`UPDATE scheduled_streams SET title = ${title}, type = ${type}, starts_at = ${startsAt}, minutes = ${minutes}, sequence = sequence + 1,
    updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
/** They are reminded of the new time, where that is not too close for it. */
export const remindAgain = (tx: Context, id: string) =>
  sql`UPDATE stream_reminders r SET told_at = NULL FROM scheduled_streams s WHERE s.id = ${id} AND r.scheduled_id = s.id
    AND s.starts_at > app_now() + make_interval(mins => ${noticeMinutes})`.execute(tx.db)
export const cancel = (tx: Context, id: string) =>
  sql`UPDATE scheduled_streams SET status = 'cancelled', sequence = sequence + 1, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** The announced stream whose time is nearest becomes this one. */
export const begin = (tx: Context, { performerId, streamId }: { performerId: string; streamId: string }) =>
  row(
    tx.db,
    sql<{ id: string }>`UPDATE scheduled_streams SET status = 'started', stream_id = ${streamId}, updated_at = app_now()
      WHERE id = (SELECT s.id FROM scheduled_streams s WHERE s.performer_id = ${performerId} AND ${isAhead}
        AND s.starts_at < app_now() + make_interval(mins => ${graceMinutes})
        ORDER BY abs(extract(epoch FROM s.starts_at - app_now())), s.id LIMIT 1 FOR UPDATE) RETURNING id`,
  )

export const addReminder = (tx: Context, scheduledId: string, accountId: string) =>
  sql`INSERT INTO stream_reminders (scheduled_id, account_id) VALUES (${scheduledId}, ${accountId}) ON CONFLICT DO NOTHING`.execute(
    tx.db,
  )
export const removeReminder = (tx: Context, scheduledId: string, accountId: string) =>
  sql`DELETE FROM stream_reminders WHERE scheduled_id = ${scheduledId} AND account_id = ${accountId}`.execute(tx.db)

/** Those of whom somebody is to be told that they start soon. */
export const startingSoon = (ctx: Context) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT s.id FROM scheduled_streams s WHERE ${isAhead} AND s.starts_at <= app_now() + make_interval(mins => ${noticeMinutes})
      AND EXISTS (SELECT FROM stream_reminders r WHERE r.scheduled_id = s.id AND ${isDue})`,
  )
// Who asked within the last minutes knows that it starts soon: they are told when it begins.
const isDue = sql`r.told_at IS NULL AND r.created_at <= s.starts_at - make_interval(mins => ${noticeMinutes})`

export interface Reminded {
  accountId: string
  /** They may not know of the creator any more. */
  isHidden: boolean
}
/** `due`: those alone who are to be told that it starts soon; `untold`: who was not told that; else all. */
export const reminded = (
  tx: Context,
  scheduledId: string,
  who: 'due' | 'untold' | 'all',
  after: string | undefined,
  max: number,
) =>
  rows(
    tx.db,
    sql<Reminded>`SELECT r.account_id AS "accountId", performer_is_hidden(me.id, s.performer_id, me.country) AS "isHidden"
      FROM stream_reminders r JOIN scheduled_streams s ON s.id = r.scheduled_id JOIN accounts me ON me.id = r.account_id
      WHERE r.scheduled_id = ${scheduledId} AND (${after ?? null}::uuid IS NULL OR r.account_id > ${after ?? null})
        AND ${who === 'due' ? isDue : who === 'untold' ? sql`r.told_at IS NULL` : sql`true`}
      ORDER BY r.account_id LIMIT ${max} FOR UPDATE OF r`,
  )
export const markTold = (tx: Context, scheduledId: string, accountIds: readonly string[]) =>
  sql`UPDATE stream_reminders SET told_at = app_now() WHERE scheduled_id = ${scheduledId} AND account_id = ANY(${accountIds}::uuid[])`.execute(
    tx.db,
  )

export const deleteOld = (ctx: Context, days: number, max: number) =>
  rows(
    ctx.db,
    sql`DELETE FROM scheduled_streams WHERE id IN (SELECT id FROM scheduled_streams
      WHERE starts_at < app_now() - make_interval(days => ${days}) ORDER BY starts_at LIMIT ${max}) RETURNING 1 AS found`,
  )
export async function deleteAllOf(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM stream_reminders WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM scheduled_streams WHERE performer_id = ${accountId}`.execute(tx.db)
}
