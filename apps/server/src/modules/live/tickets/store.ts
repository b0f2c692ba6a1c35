import { lobbyMinutes } from '@fanlight/contract/limits'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'

export interface TicketShowRow {
  id: string
  performerId: string
  title: string
  about: string
  startsAt: Date
  minutes: number
  /** Hundredths of a token; with a goal the least that one pledges. */
  price: bigint
  /** Hundredths of a token; null where it takes place without one. */
  goal: bigint | null
  pledgeUntil: Date | null
  goalReachedAt: Date | null
  /** Null without a goal. */
  pledged: bigint | null
  seats: number
  sold: number
  freeForSubscribers: boolean
  /** Whoever has a ticket watches a replay without paying again. */
  promisesReplay: boolean
  sequence: number
  createdAt: Date
  updatedAt: Date
  status: 'planned' | 'held' | 'not_held' | 'cancelled' | 'not_reached'
  reason: string
  streamId: string | null
  streamStartedAt: Date | null
  /** For how many seconds it was streamed in streams that have ended. */
  shown: number
  performerName: string
  performerUsername: string | null
  performerAvatarId: string | null
  performerVerified: boolean
  /** Of the viewer's newest ticket. */
  paid: bigint | null
  boughtAt: Date | null
  returnedAt: Date | null
  /** Published replays that the viewer owns by their ticket, or as their creator. */
  replayIds: string[]
  /** Null unless the viewer is its creator. */
  earned: bigint | null
}

const selected = (
  viewerId: string | null,
) => sql`SELECT t.id, t.performer_id AS "performerId", t.title, t.about, t.starts_at AS "startsAt", t.minutes,
    t.price, t.goal, t.pledge_until AS "pledgeUntil", t.goal_reached_at AS "goalReachedAt",
    CASE WHEN t.goal IS NOT NULL THEN tokens_pledged(t.id) END AS pledged, t.seats, (SELECT count(*)::int FROM purchases u WHERE u.object_id = t.id AND u.revoked_at IS NULL) AS sold,
    t.free_for_subscribers AS "freeForSubscribers", t.promises_replay AS "promisesReplay", t.sequence, t.created_at AS "createdAt",
    t.updated_at AS "updatedAt", t.status, t.reason, s.id AS "streamId", s.started_at AS "streamStartedAt",
    (SELECT coalesce(sum(extract(epoch FROM e.ended_at - e.started_at)), 0)::int FROM streams e
      WHERE e.ticket_show_id = t.id AND e.status = 'ended' AND e.started_at IS NOT NULL) AS shown,
    a.name AS "performerName", a.username AS "performerUsername", a.avatar_file_id AS "performerAvatarId", p.is_verified AS "performerVerified",
    mine.tokens AS paid, mine.created_at AS "boughtAt", mine.revoked_at AS "returnedAt",
    ARRAY(SELECT i.id FROM streams e JOIN recordings r ON r.stream_id = e.id JOIN items i ON i.id = r.item_id
      WHERE e.ticket_show_id = t.id AND r.for_ticket_holders AND i.status IN ('published', 'archived') AND (t.performer_id = ${viewerId}::uuid
        OR EXISTS (SELECT FROM purchases u WHERE u.account_id = ${viewerId}::uuid AND u.object_id = i.id AND u.revoked_at IS NULL))
      ORDER BY e.started_at, e.id) AS "replayIds",
    CASE WHEN t.performer_id = ${viewerId}::uuid THEN (SELECT coalesce(sum(e.net - e.returned), 0)::bigint FROM charges c JOIN earnings e ON e.id = c.id
      WHERE c.type = 'stream' AND c.target_id = t.id) END AS earned
  FROM ticket_shows t JOIN accounts a ON a.id = t.performer_id JOIN performers p ON p.account_id = t.performer_id
    LEFT JOIN streams s ON s.ticket_show_id = t.id AND s.status <> 'ended'
    LEFT JOIN LATERAL (SELECT c.tokens, u.created_at, u.revoked_at FROM purchases u JOIN charges c ON c.id = u.charge_id
      WHERE u.account_id = ${viewerId}::uuid AND u.object_id = t.id ORDER BY u.revoked_at IS NULL DESC, u.created_at DESC LIMIT 1) mine ON true`

export const byId = (ctx: Context, viewerId: string | null, id: string) =>
  row(ctx.db, sql<TicketShowRow>`${selected(viewerId)} WHERE t.id = ${id}`)
/** Read after it is locked, so that who bought meanwhile is counted. */
export async function lock(tx: Context, id: string): Promise<TicketShowRow | undefined> {
  await sql`SELECT FROM ticket_shows WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx.db)
  return byId(tx, null, id)
}
export const countPlanned = async (ctx: Context, performerId: string): Promise<number> =>
  (await row(
    ctx.db,
    sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM ticket_shows WHERE performer_id = ${performerId} AND status = 'planned'`,
  ))!.n

export interface Plan {
  title: string
  about: string
  startsAt: Date
  minutes: number
  price: bigint
  seats: number
  freeForSubscribers: boolean
  promisesReplay: boolean
  goal: bigint | null
  pledgeUntil: Date | null
}
export const insert = (tx: Context, id: string, performerId: string, plan: Plan) =>
  sql`INSERT INTO ticket_shows (id, performer_id, title, about, starts_at, minutes, price, seats, free_for_subscribers, promises_replay, goal, pledge_until)
    VALUES (${id}, ${performerId}, ${plan.title}, ${plan.about}, ${plan.startsAt}, ${plan.minutes}, ${plan.price}, ${plan.seats},
      ${plan.freeForSubscribers}, ${plan.promisesReplay}, ${plan.goal}, ${plan.pledgeUntil})`.execute(tx.db)
export const change = (tx: Context, id: string, plan: Plan) =>
  sql`UPDATE ticket_shows SET title = ${plan.title}, about = ${plan.about}, starts_at = ${plan.startsAt}, minutes = ${plan.minutes},
      price = ${plan.price}, seats = ${plan.seats}, free_for_subscribers = ${plan.freeForSubscribers}, promises_replay = ${plan.promisesReplay},
      goal = ${plan.goal}, pledge_until = ${plan.pledgeUntil}, sequence = sequence + 1, updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)
export type Outcome = Exclude<TicketShowRow['status'], 'planned'>
export const decide = (tx: Context, id: string, status: Outcome, reason = '') =>
  sql`UPDATE ticket_shows SET status = ${status}, reason = ${reason}, decided_at = app_now(), sequence = sequence + 1, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
export const setReached = (tx: Context, id: string) =>
  sql`UPDATE ticket_shows SET goal_reached_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const setSettled = (tx: Context, id: string) =>
  sql`UPDATE ticket_shows SET settled_at = app_now() WHERE id = ${id} AND settled_at IS NULL`.execute(tx.db)

/** More are not shown in one list. */
const listedMax = 500
type Order = 'asc' | 'desc'
const listed = (
  ctx: Context,
  viewerId: string | null,
  condition: RawBuilder<unknown>,
  sort: Order,
  max: number = listedMax,
) =>
  rows(
    ctx.db,
    sql<TicketShowRow>`${selected(viewerId)} WHERE ${condition}
      ORDER BY t.starts_at ${sort === 'asc' ? sql`ASC` : sql`DESC`}, t.id LIMIT ${max}`,
  )
/** To come, or going on, of creators whom the viewer may know of. */
export const upcoming = (ctx: Context, viewer: Viewer, performerId: string | undefined, sort: Order) =>
  listed(
    ctx,
    idOf(viewer) ?? null,
    sql`t.status IN ('planned', 'held') AND t.starts_at + make_interval(mins => t.minutes) > app_now()
      AND (${performerId ?? null}::uuid IS NULL OR t.performer_id = ${performerId ?? null})
      AND (t.performer_id = ${idOf(viewer) ?? null}::uuid OR (${authorVisibleSql(ctx, viewer, 't.performer_id')}
        AND NOT performer_is_closed(a.status, p.verification_status)))`,
    sort,
  )
/** The next of creators whom an account follows, and those it has a ticket for. */
export const ahead = (ctx: Context, viewer: SignedIn, max: number) =>
  listed(
    ctx,
    viewer.id,
    sql`t.status = 'planned' AND t.starts_at > app_now()
      AND (EXISTS (SELECT FROM follows f WHERE f.follower_id = ${viewer.id}::uuid AND f.performer_id = t.performer_id)
        OR EXISTS (SELECT FROM purchases u WHERE u.account_id = ${viewer.id}::uuid AND u.object_id = t.id AND u.revoked_at IS NULL))
      AND ${authorVisibleSql(ctx, viewer, 't.performer_id')} AND NOT performer_is_closed(a.status, p.verification_status)`,
    'asc',
    max,
  )
export const own = (ctx: Context, performerId: string, sort: Order) =>
  listed(ctx, performerId, sql`t.performer_id = ${performerId}`, sort)
export const bought = (ctx: Context, userId: string, sort: Order) =>
  listed(
    ctx,
    userId,
    sql`t.id IN (SELECT object_id FROM purchases WHERE account_id = ${userId} AND object_type = 'stream')`,
    sort,
  )

/** Planned shows whose time to be opened has come, the earliest first, and those whose goal had to be reached by now; those that come after one. */
export const due = (ctx: Context, max: number, after: Due | null) =>
  rows(
    ctx.db,
    sql<Due>`SELECT id, at::text AS at FROM (
        (SELECT id, pledge_until AS at FROM ticket_shows WHERE status = 'planned' AND pledge_until <= app_now() AND goal_reached_at IS NULL
          AND ${isPast(sql`pledge_until`, after)} ORDER BY pledge_until, id LIMIT ${max})
        UNION ALL (SELECT id, starts_at FROM ticket_shows WHERE status = 'planned'
          AND starts_at < app_now() + make_interval(mins => ${lobbyMinutes}) AND ${isPast(sql`starts_at`, after)} ORDER BY starts_at, id LIMIT ${max})) due
      ORDER BY due.at, id LIMIT ${max}`,
  )
export interface Due {
  id: string
  /** When it was or is due, as text. */
  at: string
}
const isPast = (time: RawBuilder<Date>, after: Due | null) =>
  after ? sql`(${time}, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
export const unsettled = (ctx: Context) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM ticket_shows WHERE status <> 'planned' AND settled_at IS NULL ORDER BY id LIMIT 1000`,
  )
export const plannedOf = (ctx: Context, performerId: string) =>
  rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM ticket_shows WHERE performer_id = ${performerId} AND status = 'planned'`,
  )

export interface Ticket {
  chargeId: string
  userId: string
  performerId: string
}
/** A bank has yet to decide about a part of this charge. One that it took a part of stays disputed for good. */
const isDisputed = sql`EXISTS (SELECT FROM dispute_charges o JOIN disputes d ON d.id = o.payment_id WHERE o.charge_id = c.id AND d.status = 'open')`
/** Charges of tickets whose earnings are in escrow; those of a disputed payment wait for the bank. */
export const inEscrow = (ctx: Context, showId: string, max: number) =>
  rows(
    ctx.db,
    sql<Ticket>`SELECT c.id AS "chargeId", c.user_id AS "userId", c.performer_id AS "performerId" FROM charges c JOIN earnings e ON e.id = c.id
      WHERE c.type = 'stream' AND c.target_id = ${showId} AND e.status = 'escrow' AND e.held = 0 AND NOT ${isDisputed}
      ORDER BY c.id LIMIT ${max}`,
  )
export const anyInEscrow = async (ctx: Context, showId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql<{ is: boolean }>`SELECT EXISTS (SELECT FROM charges c JOIN earnings e ON e.id = c.id
      WHERE c.type = 'stream' AND c.target_id = ${showId} AND e.status = 'escrow') AS is`,
  ))!.is
/** The ticket with which this person would get in, locked. */
export const lockTicket = (tx: Context, userId: string, showId: string) =>
  row(
    tx.db,
    sql<{ chargeId: string }>`SELECT charge_id AS "chargeId" FROM purchases
      WHERE account_id = ${userId} AND object_id = ${showId} AND revoked_at IS NULL FOR UPDATE`,
  )
const isPledgeBetween = (one: string, other: string) =>
  sql`u.account_id = ANY(${[one, other]}::uuid[]) AND t.performer_id = ANY(${[one, other]}::uuid[]) AND u.object_type = 'stream'
    AND u.revoked_at IS NULL AND t.status = 'planned' AND t.goal IS NOT NULL AND t.goal_reached_at IS NULL`
/** Seats of shows whose goal has yet to be reached, where one of the two is the creator and the other has pledged. */
export const pledgesBetween = (tx: Context, one: string, other: string) =>
  rows(
    tx.db,
    sql<{
      showId: string
      userId: string
    }>`SELECT t.id AS "showId", u.account_id AS "userId" FROM purchases u JOIN ticket_shows t ON t.id = u.object_id
      WHERE ${isPledgeBetween(one, other)}`,
  )
/** How many these are, and what was pledged with them. */
export const pledgedBetween = async (ctx: Context, one: string, other: string) =>
  (await row(
    ctx.db,
    sql<{
      pledges: number
      pledgeTokens: bigint
    }>`SELECT count(*)::int AS pledges, coalesce(sum(c.tokens), 0)::bigint AS "pledgeTokens"
      FROM purchases u JOIN ticket_shows t ON t.id = u.object_id JOIN charges c ON c.id = u.charge_id
      WHERE ${isPledgeBetween(one, other)}`,
  ))!
/**
 * Whoever had a seat when the show was decided pays for it, unless they were shut out: by a block, or as the creator has left. A block of one's own takes
 * nothing back from a goal that was reached with it.
 */
export const owes = async (tx: Context, { chargeId, userId, performerId }: Ticket): Promise<boolean> =>
  (await row(
    tx.db,
    sql<{
      is: boolean
    }>`SELECT EXISTS (SELECT FROM purchases u WHERE u.charge_id = c.id AND u.object_id = t.id AND (u.revoked_at IS NULL OR u.revoked_at >= t.decided_at))
        AND CASE WHEN t.goal IS NULL THEN NOT performer_is_hidden(${userId}, ${performerId}, NULL)
          ELSE NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${performerId} AND blocked_id = ${userId})
            AND EXISTS (SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
              WHERE a.id = ${performerId} AND NOT performer_is_closed(a.status, p.verification_status)) END AS is
      FROM charges c JOIN ticket_shows t ON t.id = c.target_id WHERE c.id = ${chargeId}`,
  ))!.is
export const payerOf = (tx: Context, chargeId: string) =>
  row(
    tx.db,
    sql<{ email: string | null; name: string; locale: string | null; title: string; isDisputed: boolean }>`
      SELECT a.email::text AS email, a.name, a.locale, t.title, ${isDisputed} AS "isDisputed"
      FROM charges c JOIN accounts a ON a.id = c.user_id JOIN ticket_shows t ON t.id = c.target_id WHERE c.id = ${chargeId}`,
  )

export type News = 'opened' | 'begun' | 'reached'
/** False where it was told of before. */
export const addNews = async (tx: Context, showId: string, news: News): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO ticket_show_news (show_id, news) VALUES (${showId}, ${news}) ON CONFLICT DO NOTHING RETURNING show_id`,
  )) !== undefined
export const lockNews = (tx: Context, showId: string, news: News) =>
  row(
    tx.db,
    sql<{
      performerId: string
      title: string
      toldTo: string | null
      isPlanned: boolean
      isOpen: boolean
      hasBegun: boolean
    }>`SELECT t.performer_id AS "performerId", t.title, t.status = 'planned' AS "isPlanned", n.told_to AS "toldTo", s.id IS NOT NULL AS "isOpen", s.started_at IS NOT NULL AS "hasBegun"
      FROM ticket_show_news n JOIN ticket_shows t ON t.id = n.show_id LEFT JOIN streams s ON s.ticket_show_id = t.id AND s.status <> 'ended'
      WHERE n.show_id = ${showId} AND n.news = ${news} FOR UPDATE OF n`,
  )
export const setToldTo = (tx: Context, showId: string, news: News, accountId: string) =>
  sql`UPDATE ticket_show_news SET told_to = ${accountId} WHERE show_id = ${showId} AND news = ${news}`.execute(tx.db)
/** Those who have a ticket, by their account ids; hidden where they can't know of the creator any more. */
export const holdersAfter = (tx: Context, showId: string, after: string | null, max: number) =>
  rows(
    tx.db,
    sql<{ accountId: string; isHidden: boolean }>`
      SELECT u.account_id AS "accountId", performer_is_hidden(u.account_id, u.performer_id, a.country) AS "isHidden"
      FROM purchases u JOIN accounts a ON a.id = u.account_id
      WHERE u.object_id = ${showId} AND u.revoked_at IS NULL AND (${after}::uuid IS NULL OR u.account_id > ${after}::uuid)
      ORDER BY u.account_id LIMIT ${max}`,
  )

/** Videos that whoever has a ticket of this show watches. */
export const replaysOf = (tx: Context, showId: string) =>
  rows(
    tx.db,
    sql<{ itemId: string }>`SELECT r.item_id AS "itemId" FROM streams s JOIN recordings r ON r.stream_id = s.id
      WHERE s.ticket_show_id = ${showId} AND r.for_ticket_holders AND r.item_id IS NOT NULL ORDER BY r.id`,
  )
/** The show whose replay for ticket holders this video is. */
export const replayOfShow = (tx: Context, itemId: string) =>
  row(
    tx.db,
    sql<{ showId: string }>`SELECT s.ticket_show_id AS "showId" FROM recordings r JOIN streams s ON s.id = r.stream_id
      WHERE r.item_id = ${itemId} AND r.for_ticket_holders AND s.ticket_show_id IS NOT NULL`,
  )
