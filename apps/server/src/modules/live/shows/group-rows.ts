import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { streamChanged } from '../streams/events.ts'
import { mayNotMeet } from './store.ts'

export interface GroupRow {
  id: string
  performerId: string
  /** Hundredths of a token. */
  pricePerMinute: bigint
  peopleMax: number
  endedBy: 'performer' | 'empty' | 'moderator' | null
  startedAt: Date
  endedAt: Date | null
  /** How many are in it. */
  people: number
  /** When the last one left; its begin where nobody has. */
  lastLeftAt: Date
  /** The creator is suspended, leaving or not approved. */
  isClosed: boolean
  hasStream: boolean
}
const selected = sql`SELECT g.id, g.performer_id AS "performerId", g.price_per_minute AS "pricePerMinute", g.people_max AS "peopleMax",
    g.ended_by AS "endedBy", g.started_at AS "startedAt", g.ended_at AS "endedAt",
    (SELECT count(*)::int FROM shows s WHERE s.group_id = g.id AND s.status IN ('requested', 'accepted', 'active')) AS people,
    coalesce((SELECT max(s.ended_at) FROM shows s WHERE s.group_id = g.id), g.started_at) AS "lastLeftAt",
    performer_is_closed(a.status, p.verification_status) AS "isClosed",
    EXISTS (SELECT FROM streams o WHERE o.performer_id = g.performer_id AND o.status <> 'ended') AS "hasStream"
  FROM group_shows g JOIN accounts a ON a.id = g.performer_id JOIN performers p ON p.account_id = g.performer_id`

export const groupById = (ctx: Context, id: string) => row(ctx.db, sql<GroupRow>`${selected} WHERE g.id = ${id}`)
export const lockGroup = (tx: Context, id: string) =>
  row(tx.db, sql<GroupRow>`${selected} WHERE g.id = ${id} FOR UPDATE OF g`)
export const runningOf = (ctx: Context, performerId: string) =>
  row(ctx.db, sql<GroupRow>`${selected} WHERE g.performer_id = ${performerId} AND g.ended_by IS NULL`)
/** Those that run, and those that are over with somebody still in them. */
export const unfinished = (ctx: Context) =>
  rows(
    ctx.db,
    sql<GroupRow>`${selected} WHERE g.ended_by IS NULL
        OR g.id IN (SELECT s.group_id FROM shows s WHERE s.status IN ('requested', 'accepted', 'active') AND s.group_id IS NOT NULL) ORDER BY g.id`,
  )

export const insertGroup = (
  tx: Context,
  group: Pick<GroupRow, 'id' | 'performerId' | 'pricePerMinute' | 'peopleMax' | 'startedAt'>,
) =>
  sql`INSERT INTO group_shows (id, performer_id, price_per_minute, people_max, started_at)
    VALUES (${group.id}, ${group.performerId}, ${group.pricePerMinute}, ${group.peopleMax}, ${group.startedAt})`.execute(
    tx.db,
  )
export const setGroupEnded = (tx: Context, id: string, by: NonNullable<GroupRow['endedBy']>) =>
  sql`UPDATE group_shows SET ended_by = ${by}, ended_at = app_now() WHERE id = ${id} AND ended_by IS NULL`.execute(
    tx.db,
  )

/** How many wait for a group show of this price to begin. */
export const countWaiting = async (ctx: Context, performerId: string, pricePerMinute: bigint): Promise<number> =>
  (await row(
    ctx.db,
    sql<{
      people: number
    }>`SELECT count(*)::int AS people FROM shows WHERE performer_id = ${performerId} AND type = 'group'
      AND status = 'requested' AND group_id IS NULL AND price_per_minute = ${pricePerMinute} AND expires_at > app_now()`,
  ))!.people
/** Those who have waited longest first, until the transaction ends. Who may not meet the creator any more is not among them. */
export const lockWaiting = (tx: Context, performerId: string, pricePerMinute: bigint, most: number) =>
  rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT s.id FROM shows s JOIN accounts u ON u.id = s.user_id WHERE s.performer_id = ${performerId} AND s.type = 'group'
        AND s.status = 'requested' AND s.group_id IS NULL AND s.price_per_minute = ${pricePerMinute} AND s.expires_at > app_now()
        AND NOT ${mayNotMeet}
      ORDER BY s.created_at, s.id LIMIT ${most} FOR UPDATE OF s`,
  )
export const takeIn = (tx: Context, groupId: string, ids: readonly string[]) =>
  sql`UPDATE shows SET group_id = ${groupId}, updated_at = app_now() WHERE id = ANY(${ids}::uuid[])`.execute(tx.db)
export const openIn = (ctx: Context, groupId: string) =>
  rows(
    ctx.db,
    sql<{
      id: string
      userId: string
      status: 'requested' | 'accepted' | 'active'
    }>`SELECT id, user_id AS "userId", status FROM shows
      WHERE group_id = ${groupId} AND status IN ('requested', 'accepted', 'active') ORDER BY id`,
  )

/** Who hears what somebody says in it: its creator and those who are in it, without people who have blocked one another. */
export const hearersOf = async (ctx: Context, groupId: string, senderId: string): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT g.performer_id AS id FROM group_shows g WHERE g.id = ${groupId}
        UNION ALL SELECT s.user_id FROM shows s JOIN accounts u ON u.id = s.user_id WHERE s.group_id = ${groupId} AND s.status IN ('accepted', 'active')
          AND NOT ${mayNotMeet} AND s.user_id NOT IN (SELECT b.id FROM blocked_with(${senderId}::uuid) b(id))`,
    )
  ).map(({ id }) => id)

/** Whose they are, of the sessions that there are. */
export const accountsOf = async (ctx: Context, sessionIds: readonly string[]): Promise<Map<string, string>> => {
  if (sessionIds.length === 0) return new Map()
  const found = sql<{ id: string; accountId: string }>`SELECT id, account_id AS "accountId" FROM sessions
    WHERE id = ANY(${sessionIds}::uuid[])`
  return new Map((await rows(ctx.db, found)).map(({ id, accountId }) => [id, accountId]))
}

/** Everyone in the public room, and the creator, learn how many wait for a group show or are in it. */
export async function tellRoom(tx: Context, performerId: string): Promise<void> {
  const open = await row(
    tx.db,
    sql<{ id: string }>`SELECT id FROM streams WHERE performer_id = ${performerId} AND status <> 'ended'`,
  )
  if (open) await publish(tx, streamChanged, { streamId: open.id, performerId })
}
