import type { recordingProblems, streamStatuses, streamTypes } from '@fanlight/contract/streaming'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Viewer, idOf } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

export interface StreamRow {
  id: string
  performerId: string
  type: (typeof streamTypes)[number]
  /** The show of which its viewers have a ticket, what one costs (in hundredths), and whether subscribers need none. */
  ticketShowId: string | null
  ticketPrice: bigint | null
  isFreeForSubscribers: boolean
  title: string
  status: (typeof streamStatuses)[number]
  /** Its creator has said that they are away, though video may come. */
  isPaused: boolean
  viewers: number
  peakViewers: number
  /** What was tipped in its creator's public chat while it was open, in hundredths. */
  tipped: bigint
  startedAt: Date | null
  statusAt: Date
  endedAt: Date | null
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerCoverId: string | null
  performerVerified: boolean
  category: string | null
  goalTitle: string | null
  /** Both in hundredths of a token. */
  goalTokens: bigint | null
  goalReached: bigint | null
  /** What a minute of a private show costs, in hundredths; null where there are none. */
  pricePerMinute: bigint | null
  /** So many minutes of one are paid where its fan ends it before. */
  minutesMin: number
  /** What a minute of a group show costs, in hundredths, and how many it needs and lets in; null where none is offered. */
  offerPrice: bigint | null
  offerMin: number | null
  offerMax: number | null
  /** How many wait for what is offered. */
  waiting: number
  /** The group show that runs. */
  groupId: string | null
  groupPrice: bigint | null
  groupPlaces: number | null
  groupPeople: number
  /** Its creator is in a private show: it waits for them. */
  isInShow: boolean
  /** When its creator's last private show ended. */
  lastShowAt: Date | null
  /** Its creator wants a replay, and may have wanted one only for a time. */
  isRecorded: boolean
  wasRecorded: boolean
  /** Why nothing is recorded though. */
  recordingProblem: (typeof recordingProblems)[number] | null
  /** What staff wrote when they ended it. */
  stopReason: string | null
  /** The creator is suspended, leaving, not approved or kept from going live. */
  isClosed: boolean
}
const selected = sql`SELECT s.id, s.performer_id AS "performerId", s.type, s.ticket_show_id AS "ticketShowId", t.price AS "ticketPrice",
    coalesce(t.free_for_subscribers, false) AS "isFreeForSubscribers", s.title, s.status, s.is_paused AS "isPaused", s.viewers, s.peak_viewers AS "peakViewers",
    coalesce(s.tipped_after, c.tipped, 0) - s.tipped_before AS tipped, g.title AS "goalTitle", g.tokens AS "goalTokens",
    coalesce(s.tipped_after, c.tipped, 0) - g.tipped_before AS "goalReached", a.cover_file_id AS "performerCoverId",
    s.started_at AS "startedAt", s.status_at AS "statusAt", s.ended_at AS "endedAt", a.name AS "performerName", a.username AS "performerUsername",
    a.avatar_file_id AS "performerAvatarId", p.is_verified AS "performerVerified", p.categories[1] AS category,
    s.price_per_minute AS "pricePerMinute",
    s.minutes_min AS "minutesMin", s.group_price_per_minute AS "offerPrice", s.group_people_min AS "offerMin", s.group_people_max AS "offerMax",
    (SELECT count(*)::int FROM shows w WHERE w.performer_id = s.performer_id AND w.type = 'group' AND w.status = 'requested' AND w.group_id IS NULL
      AND w.price_per_minute = s.group_price_per_minute AND w.expires_at > app_now()) AS waiting,
    r.id AS "groupId", r.price_per_minute AS "groupPrice", r.people_max AS "groupPlaces",
    (SELECT count(*)::int FROM shows w WHERE w.group_id = r.id AND w.status IN ('requested', 'accepted', 'active')) AS "groupPeople",
    r.id IS NOT NULL OR EXISTS (SELECT FROM shows w WHERE w.performer_id = s.performer_id AND w.status IN ('accepted', 'active')) AS "isInShow",
    greatest((SELECT w.ended_at FROM shows w WHERE w.performer_id = s.performer_id AND w.status = 'ended' ORDER BY w.created_at DESC LIMIT 1),
      (SELECT l.ended_at FROM group_shows l WHERE l.performer_id = s.performer_id ORDER BY l.started_at DESC LIMIT 1)) AS "lastShowAt",
    s.is_recorded AS "isRecorded", s.was_recorded AS "wasRecorded", s.recording_problem AS "recordingProblem",
    s.stop_reason AS "stopReason",
    performer_is_closed(a.status, p.verification_status)
      OR EXISTS (SELECT FROM live_suspensions l WHERE l.performer_id = s.performer_id AND (l.until IS NULL OR l.until > app_now())) AS "isClosed"
  FROM streams s JOIN accounts a ON a.id = s.performer_id JOIN performers p ON p.account_id = s.performer_id
    LEFT JOIN stream_conversations c ON c.performer_id = s.performer_id
    LEFT JOIN ticket_shows t ON t.id = s.ticket_show_id
    LEFT JOIN group_shows r ON r.performer_id = s.performer_id AND r.ended_by IS NULL
    LEFT JOIN stream_goals g ON g.stream_id = s.id AND g.ended_at IS NULL`
const found = (ctx: Context, condition: RawBuilder<unknown>) =>
  row(ctx.db, sql<StreamRow>`${selected} WHERE ${condition}`)

/** The stream of this id, or the open one of the creator of this id. */
export const byEither = (ctx: Context, id: string) =>
  found(ctx, sql`s.id = ${id} OR (s.performer_id = ${id} AND s.status <> 'ended') ORDER BY s.created_at DESC LIMIT 1`)
export const byId = (ctx: Context, id: string) => found(ctx, sql`s.id = ${id}`)
export const openOf = (ctx: Context, performerId: string) =>
  found(ctx, sql`s.performer_id = ${performerId} AND s.status <> 'ended'`)
export const lockOpenOf = (tx: Context, performerId: string) =>
  found(tx, sql`s.performer_id = ${performerId} AND s.status <> 'ended' FOR UPDATE OF s`)
export const lock = (tx: Context, id: string) => found(tx, sql`s.id = ${id} FOR UPDATE OF s`)

export const isAnyoneLive = async (ctx: Context): Promise<boolean> =>
  (await row(ctx.db, sql<{ is: boolean }>`SELECT EXISTS (SELECT FROM streams WHERE status IN ('live', 'away')) AS is`))!
    .is

/** Does nothing where the creator has an open stream already. */
export const insert = async (
  tx: Context,
  {
    id,
    performerId,
    type,
    title,
    ticketShowId,
  }: Pick<StreamRow, 'id' | 'performerId' | 'type' | 'title' | 'ticketShowId'>,
): Promise<void> => {
  await sql`INSERT INTO streams (id, performer_id, type, title, ticket_show_id, status, tipped_before, price_per_minute,
        minutes_min, group_price_per_minute, group_people_min, group_people_max)
      SELECT ${id}::uuid, ${performerId}::uuid, ${type}::text, ${title}::text, ${ticketShowId}::uuid, 'preparing',
        coalesce((SELECT tipped FROM stream_conversations WHERE performer_id = ${performerId}), 0),
        o.price_per_minute, coalesce(o.minutes_min, 0), o.group_price_per_minute, o.group_people_min, o.group_people_max
      FROM (SELECT) one LEFT JOIN LATERAL (SELECT * FROM streams WHERE performer_id = ${performerId}
        ORDER BY created_at DESC, id DESC LIMIT 1) o ON true
    ON CONFLICT (performer_id) WHERE status <> 'ended' DO NOTHING`.execute(tx.db)
}
export const change = async (
  tx: Context,
  id: string,
  { title, type }: { title?: string | undefined; type?: StreamRow['type'] | undefined },
): Promise<void> => {
  await sql`UPDATE streams SET title = coalesce(${title ?? null}, title), type = coalesce(${type ?? null}, type), updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)
}
/** What stood in the way is forgotten: it is tried anew. */
export const setRecorded = (tx: Context, id: string, isRecorded: boolean) =>
  sql`UPDATE streams SET is_recorded = ${isRecorded}, was_recorded = was_recorded OR ${isRecorded}, recording_problem = NULL, updated_at = app_now()
    WHERE id = ${id} AND (is_recorded <> ${isRecorded} OR recording_problem IS NOT NULL)`.execute(tx.db)
/** False where it was known, or the stream is over. */
export const setRecordingProblem = async (
  tx: Context,
  id: string,
  problem: StreamRow['recordingProblem'],
): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE streams SET recording_problem = ${problem}, updated_at = app_now()
      WHERE id = ${id} AND recording_problem IS DISTINCT FROM ${problem} AND status <> 'ended' RETURNING id`,
  )) !== undefined

/** Null: they give no private shows. The next stream begins with it. */
export const setPrice = (tx: Context, id: string, pricePerMinute: bigint | null) =>
  sql`UPDATE streams SET price_per_minute = ${pricePerMinute}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

/** Like the price, the next stream begins with them. */
export const setMinutesMin = (tx: Context, id: string, minutesMin: number) =>
  sql`UPDATE streams SET minutes_min = ${minutesMin}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const setGroupOffer = (
  tx: Context,
  id: string,
  offer: { pricePerMinute: bigint; peopleMin: number; peopleMax: number } | null,
) =>
  sql`UPDATE streams SET group_price_per_minute = ${offer?.pricePerMinute ?? null}, group_people_min = ${offer?.peopleMin ?? null},
    group_people_max = ${offer?.peopleMax ?? null}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

export interface NewGoal {
  title: string
  /** Hundredths of a token. */
  tokens: bigint
}
export const changeGoal = (tx: Context, streamId: string, { title, tokens }: NewGoal) =>
  sql`UPDATE stream_goals SET title = ${title}, tokens = ${tokens} WHERE stream_id = ${streamId} AND ended_at IS NULL`.execute(
    tx.db,
  )
export const endGoal = (tx: Context, streamId: string) =>
  sql`UPDATE stream_goals SET ended_at = app_now() WHERE stream_id = ${streamId} AND ended_at IS NULL`.execute(tx.db)
/** Counts the tips that come from now on. */
export const beginGoal = (tx: Context, { id, performerId }: Pick<StreamRow, 'id' | 'performerId'>, goal: NewGoal) =>
  sql`INSERT INTO stream_goals (stream_id, title, tokens, tipped_before) VALUES (${id}, ${goal.title}, ${goal.tokens},
    coalesce((SELECT tipped FROM stream_conversations WHERE performer_id = ${performerId}), 0))`.execute(tx.db)

export const setStatus = async (tx: Context, id: string, status: StreamRow['status']): Promise<void> => {
  await sql`UPDATE streams SET status = ${status}, status_at = app_now(), updated_at = app_now(),
      started_at = CASE WHEN ${status} = 'live' THEN coalesce(started_at, app_now()) ELSE started_at END,
      ended_at = CASE WHEN ${status} = 'ended' THEN app_now() END,
      viewers = CASE WHEN ${status} = 'ended' THEN 0 ELSE viewers END,
      tipped_after = CASE WHEN ${status} = 'ended' THEN coalesce((SELECT tipped FROM stream_conversations c WHERE c.performer_id = streams.performer_id), 0) END
    WHERE id = ${id}`.execute(tx.db)
}
/** Those whose number is another than before. */
export const setViewers = (tx: Context, counts: readonly { id: string; viewers: number }[]) =>
  rows(
    tx.db,
    sql<{
      streamId: string
      performerId: string
      viewers: number
    }>`UPDATE streams s SET viewers = n.viewers, peak_viewers = greatest(s.peak_viewers, n.viewers)
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS n(id uuid, viewers int)
      WHERE s.id = n.id AND s.viewers <> n.viewers AND s.status <> 'ended'
      RETURNING s.id AS "streamId", s.performer_id AS "performerId", s.viewers`,
  )

/** Whose streams these are, and who may watch them. */
export async function gatesOf(ctx: Context, ids: readonly string[]) {
  const gates = await rows(
    ctx.db,
    sql<{
      id: string
      performerId: string
      gate: StreamRow['type']
      ticketFor: string | null
      isFreeForSubscribers: boolean
    }>`SELECT s.id, s.performer_id AS "performerId", s.type AS gate, s.ticket_show_id AS "ticketFor",
        coalesce(t.free_for_subscribers, false) AS "isFreeForSubscribers"
      FROM streams s LEFT JOIN ticket_shows t ON t.id = s.ticket_show_id WHERE s.id = ANY(${ids}::uuid[])`,
  )
  return new Map(gates.map(({ id, ...gate }) => [id, gate]))
}

export const setPaused = async (tx: Context, id: string, isPaused: boolean): Promise<void> => {
  await sql`UPDATE streams SET is_paused = ${isPaused} WHERE id = ${id}`.execute(tx.db)
}

export const setStopReason = async (tx: Context, id: string, reason: string): Promise<void> => {
  await sql`UPDATE streams SET stop_reason = ${reason} WHERE id = ${id}`.execute(tx.db)
}

export const deleteAllOf = async (tx: Context, performerId: string): Promise<void> => {
  await sql`DELETE FROM streams WHERE performer_id = ${performerId}`.execute(tx.db)
}

/** More are not followed at once: an installation with one engine has fewer. */
const openMax = 1_000
export const allOpen = (ctx: Context) =>
  rows(ctx.db, sql<StreamRow>`${selected} WHERE s.status <> 'ended' ORDER BY s.id LIMIT ${openMax}`)

/** Of creators whom the viewer may know of. */
export const live = (
  ctx: Context,
  viewer: Viewer,
  query: {
    sortBy: 'viewers' | 'updatedAt'
    sort: 'asc' | 'desc'
    performerId?: string | undefined
    followed?: boolean | undefined
    category?: string | undefined
    type?: StreamRow['type'] | undefined
  },
  max: number,
) =>
  rows(
    ctx.db,
    sql<StreamRow>`${selected} WHERE s.status IN ('live', 'away')
        AND (s.performer_id = ${idOf(viewer)}::uuid OR (${authorVisibleSql(ctx, viewer, 's.performer_id')}
          AND NOT performer_is_closed(a.status, p.verification_status)))
        AND (${query.performerId ?? null}::uuid IS NULL OR s.performer_id = ${query.performerId ?? null})
        AND (${query.category ?? null}::text IS NULL OR p.categories @> ARRAY[${query.category ?? null}::text])
        AND (${query.type ?? null}::text IS NULL OR s.type = ${query.type ?? null})
        AND (${query.followed !== true}
          OR EXISTS (SELECT FROM follows f WHERE f.follower_id = ${idOf(viewer)}::uuid AND f.performer_id = s.performer_id))
      ORDER BY ${query.sortBy === 'viewers' ? sql`s.viewers` : sql`s.updated_at`} ${query.sort === 'asc' ? sql`ASC` : sql`DESC`}, s.id LIMIT ${max}`,
  )

export const wasOpenAt = async (ctx: Context, performerId: string, at: Date): Promise<boolean> =>
  (await row(
    ctx.db,
    sql<{
      is: boolean
    }>`SELECT EXISTS (SELECT FROM streams s WHERE s.performer_id = ${performerId} AND s.created_at <= ${at}
      AND (s.status <> 'ended' OR s.ended_at >= ${at})) AS is`,
  ))!.is
