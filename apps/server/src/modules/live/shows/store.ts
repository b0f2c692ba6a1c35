import type { showEndings, showStatuses } from '@fanlight/contract/shows'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface ShowRow {
  id: string
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
  /** One of the two is suspended or leaving, they are hidden from one another, or the creator is kept from going live. */
  mayNotMeet: boolean
  /** Staff have watched it. */
  wasLookedAt: boolean
}
const selected = sql`SELECT s.id, s.conversation_id AS "conversationId", s.performer_id AS "performerId", s.user_id AS "userId",
    s.price_per_minute AS "pricePerMinute", s.status, s.ended_by AS "endedBy", s.expires_at AS "expiresAt", s.accepted_at AS "acceptedAt",
    s.started_at AS "startedAt", s.reached_at AS "reachedAt", s.ended_at AS "endedAt", s.created_at AS "createdAt", s.counted_ms AS "countedMs",
    s.engine_opening AS "engineOpening",
    s.engine_ms AS "engineMs", s.is_counting AS "isCounting", CASE WHEN h.closed_at IS NULL THEN h.tokens END AS held,
    h.tokens AS "wasHeld", ledger_balance_of('fan_wallet', s.user_id, 'TOK') AS "inWallet",
    c.tokens AS paid, e.net AS earned, a.name AS "performerName", a.username AS "performerUsername", a.avatar_file_id AS "performerAvatarId",
    p.is_verified AS "performerVerified", u.name AS "userName", u.username AS "userUsername", u.avatar_file_id AS "userAvatarId",
    u.status <> 'active' OR performer_is_hidden(s.user_id, s.performer_id, NULL)
      OR EXISTS (SELECT FROM live_suspensions l WHERE l.performer_id = s.performer_id AND (l.until IS NULL OR l.until > app_now())) AS "mayNotMeet",
    EXISTS (SELECT FROM live_looks k WHERE k.room_id = s.id) AS "wasLookedAt"`
const joined = sql`JOIN accounts a ON a.id = s.performer_id JOIN performers p ON p.account_id = s.performer_id JOIN accounts u ON u.id = s.user_id
  LEFT JOIN wallet_holds h ON h.id = s.id LEFT JOIN charges c ON c.id = s.id LEFT JOIN earnings e ON e.id = s.id`
const found = (ctx: Context, condition: RawBuilder<unknown>) =>
  row(ctx.db, sql<ShowRow>`${selected} FROM shows s ${joined} WHERE ${condition}`)

const isOpen = sql`s.status IN ('requested', 'accepted', 'active')`
const isRunning = sql`s.status IN ('accepted', 'active')`

export const byId = (ctx: Context, id: string) => found(ctx, sql`s.id = ${id}`)
export const lock = (tx: Context, id: string) => found(tx, sql`s.id = ${id} FOR UPDATE OF s`)
/** The newest of the conversation, of which this account is one side. */
const newestOf = (conversationId: string, accountId: string) => sql`s.id = (SELECT id FROM shows
  WHERE conversation_id = ${conversationId} AND (performer_id = ${accountId} OR user_id = ${accountId}) ORDER BY created_at DESC, id DESC LIMIT 1)`
export const newest = (ctx: Context, conversationId: string, accountId: string) =>
  found(ctx, newestOf(conversationId, accountId))
export const lockNewest = (tx: Context, conversationId: string, accountId: string) =>
  found(tx, sql`${newestOf(conversationId, accountId)} FOR UPDATE OF s`)
export const lockOpenOfUser = (tx: Context, userId: string) =>
  found(tx, sql`s.user_id = ${userId} AND ${isOpen} FOR UPDATE OF s`)
/** The creator takes part in one, or the account does as a fan. */
export const isInShow = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM shows s WHERE (s.performer_id = ${accountId} OR s.user_id = ${accountId}) AND ${isRunning}`,
  )) !== undefined

const openMax = 1_000
export const allRunning = (ctx: Context) =>
  rows(ctx.db, sql<ShowRow>`${selected} FROM shows s ${joined} WHERE ${isRunning} ORDER BY s.id LIMIT ${openMax}`)
export const unanswered = (ctx: Context, now: Date) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT s.id FROM shows s WHERE s.status = 'requested' AND s.expires_at <= ${now} ORDER BY s.id LIMIT ${openMax}`,
  )

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
  show: Pick<ShowRow, 'id' | 'conversationId' | 'performerId' | 'userId' | 'pricePerMinute' | 'expiresAt'>,
) =>
  sql`INSERT INTO shows (id, conversation_id, performer_id, user_id, price_per_minute, status, expires_at)
    VALUES (${show.id}, ${show.conversationId}, ${show.performerId}, ${show.userId}, ${show.pricePerMinute}, 'requested', ${show.expiresAt})`.execute(
    tx.db,
  )
export const setStatus = (tx: Context, id: string, status: 'declined' | 'expired' | 'cancelled') =>
  sql`UPDATE shows SET status = ${status}, ended_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const accept = (tx: Context, id: string, now: Date) =>
  sql`UPDATE shows SET status = 'accepted', accepted_at = ${now}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
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
