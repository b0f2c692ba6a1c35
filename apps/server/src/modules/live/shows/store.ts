import type { showEndings, showStatuses, showTypes } from '@fanlight/contract/shows'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { lockPairShared } from '../../access/pair-lock.ts'

export interface ShowRow {
  id: string
  type: (typeof showTypes)[number]
  /** The group show that it is a part of, once that runs, and why that is over. */
  groupId: string | null
  groupEndedBy: 'performer' | 'empty' | 'moderator' | null
  /** So many minutes are paid where the fan ends it before. */
  minutesMin: number
  conversationId: string
  performerId: string
  userId: string
  /** Hundredths of a token, as are the other amounts. */
  pricePerMinute: bigint
  status: (typeof showStatuses)[number]
  endedBy: (typeof showEndings)[number] | null
  expiresAt: Date
  acceptedAt: Date | null
  startedAt: Date | null
  reachedAt: Date | null
  endedAt: Date | null
  createdAt: Date
  countedMs: bigint
  engineOpening: string | null
  engineMs: bigint
  isCounting: boolean
  /** Null where nothing is held (any more). */
  held: bigint | null
  /** In all, also when it is over. */
  wasHeld: bigint | null
  inWallet: bigint
  paid: bigint | null
  earned: bigint | null
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerVerified: boolean
  userName: string
  userUsername: string | null
  userAvatarId: string | null
  /** One of the two is suspended or leaving, they are hidden from one another, the fan is banned from the rooms of the creator, or that one is kept from going live. */
  mayNotMeet: boolean
  /** Staff have watched it. */
  wasLookedAt: boolean
}
/** Of a show `s` and the account `u` of its fan. */
export const mayNotMeet = sql`(u.status <> 'active' OR performer_is_hidden(s.user_id, s.performer_id, NULL) OR EXISTS (SELECT FROM stream_people o
  WHERE o.performer_id = s.performer_id AND o.account_id = s.user_id AND o.standing = 'banned')
  OR EXISTS (SELECT FROM live_suspensions l WHERE l.performer_id = s.performer_id AND (l.until IS NULL OR l.until > app_now())))`
const selected = sql`SELECT s.id, s.type, s.group_id AS "groupId", g.ended_by AS "groupEndedBy", s.minutes_min AS "minutesMin", s.conversation_id AS "conversationId", s.performer_id AS "performerId", s.user_id AS "userId",
    s.price_per_minute AS "pricePerMinute", s.status, s.ended_by AS "endedBy", s.expires_at AS "expiresAt", s.accepted_at AS "acceptedAt",
    s.started_at AS "startedAt", s.reached_at AS "reachedAt", s.ended_at AS "endedAt", s.created_at AS "createdAt", s.counted_ms AS "countedMs",
    s.engine_opening AS "engineOpening",
    s.engine_ms AS "engineMs", s.is_counting AS "isCounting", CASE WHEN h.closed_at IS NULL THEN h.tokens END AS held,
    h.tokens AS "wasHeld", ledger_balance_of('fan_wallet', s.user_id, 'TOK') AS "inWallet",
    c.tokens AS paid, e.net AS earned, a.name AS "performerName", a.username AS "performerUsername", a.avatar_file_id AS "performerAvatarId",
    p.is_verified AS "performerVerified", u.name AS "userName", u.username AS "userUsername", u.avatar_file_id AS "userAvatarId",
    ${mayNotMeet} AS "mayNotMeet",
    EXISTS (SELECT FROM live_looks k WHERE k.room_id = coalesce(s.group_id, s.id)) AS "wasLookedAt"`
const joined = sql`JOIN accounts a ON a.id = s.performer_id JOIN performers p ON p.account_id = s.performer_id JOIN accounts u ON u.id = s.user_id
  LEFT JOIN wallet_holds h ON h.id = s.id LEFT JOIN charges c ON c.id = s.id LEFT JOIN earnings e ON e.id = s.id
  LEFT JOIN group_shows g ON g.id = s.group_id`
const found = (ctx: Context, condition: RawBuilder<unknown>) =>
  row(ctx.db, sql<ShowRow>`${selected} FROM shows s ${joined} WHERE ${condition}`)

/** Where its video is: those of a group show share a room. */
export const roomOf = ({ id, groupId }: Pick<ShowRow, 'id' | 'groupId'>): string => groupId ?? id

const isOpen = sql`s.status IN ('requested', 'accepted', 'active')`
const isRunning = sql`s.status IN ('accepted', 'active')`

export const byId = (ctx: Context, id: string) => found(ctx, sql`s.id = ${id}`)
/** Of a show, those who are in it wait for a block between the two before anything else is locked: whoever locks the other way round waits forever. */
const lockPairOf = async (tx: Context, shows: RawBuilder<unknown>): Promise<void> => {
  const pair = sql<{
    userId: string
    performerId: string
  }>`SELECT s.user_id AS "userId", s.performer_id AS "performerId"
    FROM shows s WHERE ${shows}`
  const whose = await row(tx.db, pair)
  if (whose) await lockPairShared(tx, whose.userId, whose.performerId)
}
/** With its pair, so that money can be held and moved for it afterwards. */
export async function lock(tx: Context, id: string): Promise<ShowRow | undefined> {
  await lockPairOf(tx, sql`s.id = ${id}`)
  return found(tx, sql`s.id = ${id} FOR UPDATE OF s`)
}
export type Side = 'performer' | 'fan' | 'either'
/**
 * The one of the conversation that runs, or else the newest, in which this account is on this side. Two creators may each be in a show of the other: then the
 * one that they pay for themselves comes first.
 */
const newestOf = (conversationId: string, accountId: string, side: Side) => sql`s.id = (SELECT id FROM shows
  WHERE conversation_id = ${conversationId} AND ((${side !== 'fan'} AND performer_id = ${accountId}) OR (${side !== 'performer'} AND user_id = ${accountId}))
  ORDER BY status IN ('accepted', 'active') DESC, (status IN ('accepted', 'active') AND user_id = ${accountId}) DESC, created_at DESC, id DESC LIMIT 1)`
export const newest = (ctx: Context, conversationId: string, accountId: string) =>
  found(ctx, newestOf(conversationId, accountId, 'either'))
/** With its pair, and where that is said everything else that its creator begins meanwhile (see `lockShowsOf`). */
export async function lockNewest(
  tx: Context,
  conversationId: string,
  accountId: string,
  { side, withShowsOf }: { side: Side; withShowsOf?: string },
): Promise<ShowRow | undefined> {
  const newest = newestOf(conversationId, accountId, side)
  await lockPairOf(tx, newest)
  if (withShowsOf) await lockShowsOf(tx, withShowsOf)
  return found(tx, sql`${newest} FOR UPDATE OF s`)
}
export const lockOpenOfUser = (tx: Context, userId: string) =>
  found(tx, sql`s.user_id = ${userId} AND ${isOpen} FOR UPDATE OF s`)
/** From here to the end of the transaction no other show of this creator begins, and nobody else asks for their group show. */
export const lockShowsOf = (tx: Context, performerId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`shows ${performerId}`}, 0))`.execute(tx.db)
/** The creator takes part in one, or the account does as a fan. */
export const isInShow = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM shows s WHERE (s.performer_id = ${accountId} OR s.user_id = ${accountId}) AND ${isRunning}
      UNION ALL SELECT 1 FROM group_shows g WHERE g.performer_id = ${accountId} AND g.ended_by IS NULL`,
  )) !== undefined

/** The part of this fan in a group show, while it runs. */
export const runningIn = (ctx: Context, groupId: string, userId: string) =>
  found(ctx, sql`s.group_id = ${groupId} AND s.user_id = ${userId} AND ${isRunning}`)

const openMax = 1_000
export const allRunning = (ctx: Context) =>
  rows(ctx.db, sql<ShowRow>`${selected} FROM shows s ${joined} WHERE ${isRunning} ORDER BY s.id LIMIT ${openMax}`)
/** Their time is over, or that of the group show that they wait for: it is no longer offered. */
const isUnanswered = (now: Date) => sql`s.status = 'requested' AND s.group_id IS NULL AND (s.expires_at <= ${now}
  OR (s.type = 'group' AND NOT EXISTS (SELECT FROM streams o WHERE o.performer_id = s.performer_id AND o.status <> 'ended'
    AND o.group_price_per_minute = s.price_per_minute)))`
export const unanswered = (ctx: Context, now: Date) =>
  rows(ctx.db, sql<{ id: string }>`SELECT s.id FROM shows s WHERE ${isUnanswered(now)} ORDER BY s.id LIMIT ${openMax}`)
export const lockUnanswered = (tx: Context, id: string, now: Date) =>
  found(tx, sql`s.id = ${id} AND ${isUnanswered(now)} FOR UPDATE OF s`)

export const search = async (ctx: Context, accountId: string, open: boolean | undefined, page: Page) => {
  const order = { sortBy: 'createdAt', sort: 'desc' } as const
  const side = (column: RawBuilder<unknown>) =>
    sql`(SELECT * FROM shows s WHERE ${column} = ${accountId} AND (${open !== true} OR ${isOpen}) AND ${afterRow(page, order, 's')}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${page.offset + page.size + 1})`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<ShowRow & { at: string }>`${selected}, ${positionOf(order, 's')} AS at
          FROM (${side(sql`s.performer_id`)} UNION ALL ${side(sql`s.user_id`)}) s ${joined}
          ORDER BY s.created_at DESC, s.id DESC LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  const mine = sql`shows s WHERE (s.performer_id = ${accountId} OR s.user_id = ${accountId}) AND (${open !== true} OR ${isOpen})`
  return { ...cutByDate(found, page, order), total: await countRows(ctx, mine) }
}

export const insert = (
  tx: Context,
  show: Pick<
    ShowRow,
    | 'id'
    | 'type'
    | 'groupId'
    | 'conversationId'
    | 'performerId'
    | 'userId'
    | 'pricePerMinute'
    | 'minutesMin'
    | 'expiresAt'
  >,
) =>
  sql`INSERT INTO shows (id, type, group_id, conversation_id, performer_id, user_id, price_per_minute, minutes_min, status, expires_at)
    VALUES (${show.id}, ${show.type}, ${show.groupId}, ${show.conversationId}, ${show.performerId}, ${show.userId}, ${show.pricePerMinute},
      ${show.minutesMin}, 'requested', ${show.expiresAt})`.execute(tx.db)
export const setStatus = (tx: Context, id: string, status: 'declined' | 'expired' | 'cancelled') =>
  sql`UPDATE shows SET status = ${status}, ended_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
/**
 * Who comes back into a group show goes on where their last part has ended: they don't pay again for what had reached them before, and the part of a second
 * that was not paid for is counted further, so that coming back each second is not free. A part of which nothing came has this from the one before.
 */
export const accept = (tx: Context, id: string, now: Date) =>
  sql`UPDATE shows s SET status = 'accepted', accepted_at = ${now}, updated_at = app_now(),
      engine_opening = b.engine_opening, engine_ms = coalesce(b.engine_ms, 0), counted_ms = coalesce(b.counted_ms % 1000, 0)
    FROM (SELECT) one LEFT JOIN LATERAL (SELECT p.engine_opening, p.engine_ms, p.counted_ms FROM shows p JOIN shows me ON me.id = ${id}
      WHERE p.group_id = me.group_id AND p.user_id = me.user_id AND p.id <> me.id AND p.engine_opening IS NOT NULL
      ORDER BY p.accepted_at DESC, p.created_at DESC, p.id DESC LIMIT 1) b ON true
    WHERE s.id = ${id}`.execute(tx.db)
export const end = (tx: Context, id: string, by: NonNullable<ShowRow['endedBy']>) =>
  sql`UPDATE shows SET status = 'ended', ended_by = ${by}, is_counting = false, ended_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

export interface Count {
  id: string
  /** What is counted more. */
  ms: number
  opening: string
  engineMs: number
  now: Date
}
/** Adds what has reached the fan, of a show that the caller has locked. */
export const count = (tx: Context, { id, ms, opening, engineMs, now }: Count) =>
  row(
    tx.db,
    sql`UPDATE shows SET counted_ms = counted_ms + ${ms}, engine_opening = ${opening}, engine_ms = ${engineMs}, is_counting = true, reached_at = ${now},
        started_at = coalesce(started_at, ${now}), status = 'active', updated_at = app_now()
      WHERE id = ${id} AND status IN ('accepted', 'active') RETURNING id`,
  )
export const stopCounting = (tx: Context, id: string) =>
  sql`UPDATE shows SET is_counting = false, updated_at = app_now() WHERE id = ${id} AND status IN ('accepted', 'active')`.execute(
    tx.db,
  )
