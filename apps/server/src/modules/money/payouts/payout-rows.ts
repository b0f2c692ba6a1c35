import { randomInt } from 'node:crypto'
import type { payoutBlocker, payoutMethods } from '@fanlight/contract/banking'
import type { PayoutStatus, payoutEventTypes } from '@fanlight/contract/payouts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cutByDate, inOrder, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { assert } from '../../../platform/refusal.ts'
import { lockEarnings } from '../earnings/allocation.ts'
import { payoutUpdated } from './events.ts'

export type Method = (typeof payoutMethods)[number]
export type PayoutEventType = (typeof payoutEventTypes)[number]
/** A payout as the rules need it. Tokens are hundredths; amount and fee are minor units of the currency. */
export interface PayoutRow {
  id: string
  number: string
  performerId: string
  status: PayoutStatus
  method: Method
  destination: Buffer | null
  destinationName: string
  destinationEnds: string | null
  tokens: bigint
  amount: bigint
  fee: bigint
  currency: string
  note: string
  reason: string | null
  reference: string | null
  approvedBy: string | null
  attempt: number
  sentAt: Date | null
  expectedAt: Date
  /** Why an open request is not paid at present. */
  blocker: z.infer<typeof payoutBlocker>['code'] | null
  blockedUntil: Date | null
  createdAt: Date
  updatedAt: Date
}
/** The same with what staff see of it. */
export interface StaffPayoutRow extends PayoutRow {
  name: string
  username: string | null
  approverName: string | null
  needsReview: boolean
}
export interface EventRow {
  type: PayoutEventType
  note: string
  at: Date
  by: string | null
}

const columns = sql`p.id, p.number, p.performer_id AS "performerId", p.status, p.method, p.destination, p.destination_name AS "destinationName",
  p.destination_ends AS "destinationEnds", p.tokens, p.amount, p.fee, p.currency, p.note, p.reason, p.reference, p.approved_by AS "approvedBy",
  p.attempt, p.sent_at AS "sentAt", p.expected_at AS "expectedAt", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  CASE WHEN p.status IN ('pending', 'approved') THEN coalesce(payout_blocker(p.performer_id), CASE WHEN payouts_are_frozen() THEN 'PAYOUTS_FROZEN' END) END
    AS blocker,
  CASE WHEN p.status IN ('pending', 'approved') THEN (SELECT f.payouts_frozen_until FROM performers f WHERE f.account_id = p.performer_id) END
    AS "blockedUntil"`

/** After so many minutes without an answer of the gateway, staff look at a payout. */
export const stuckMinutes = 10
/** A payout whose gateway has not answered for long. */
export const isStuck = sql`p.status = 'processing' AND p.method = 'stripe' AND p.sent_at < app_now() - make_interval(mins => ${stuckMinutes})`
const staffColumns = sql`${columns}, a.name, a.username, s.name AS "approverName", (${isStuck}) AS "needsReview"`
const staffTables = sql`payouts p JOIN accounts a ON a.id = p.performer_id LEFT JOIN accounts s ON s.id = p.approved_by`

export type NewPayout = Pick<
  PayoutRow,
  | 'id'
  | 'performerId'
  | 'method'
  | 'destination'
  | 'destinationName'
  | 'destinationEnds'
  | 'tokens'
  | 'amount'
  | 'fee'
  | 'currency'
  | 'note'
  | 'expectedAt'
>
/** Writes a payout under a number that no other has. */
export async function insertPayout(tx: Context, payout: NewPayout): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const written = await row(
      tx.db,
      sql`INSERT INTO payouts (id, number, performer_id, method, destination, destination_name, destination_ends, tokens, amount, fee, currency,
          note, expected_at)
        VALUES (${payout.id}, ${newNumber()}, ${payout.performerId}, ${payout.method}, ${payout.destination}, ${payout.destinationName},
          ${payout.destinationEnds}, ${payout.tokens}, ${payout.amount}, ${payout.fee}, ${payout.currency}, ${payout.note}, ${payout.expectedAt})
        ON CONFLICT (number) DO NOTHING RETURNING id`,
    )
    if (written) return
  }
  assert(false, 'one of several random numbers is free')
}
// Without I, L, O and U: read aloud and written down without mistakes.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newNumber = (): string => {
  const part = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')
  return `${part()}-${part()}`
}

/**
 * A payout, locked until the transaction ends; before it its creator, as requests and changes of payout details do, and its earnings, as
 * whatever changes an earning does.
 */
export async function lockPayout(tx: Context, id: string): Promise<PayoutRow | undefined> {
  await sql`SELECT FROM performers WHERE account_id = (SELECT performer_id FROM payouts WHERE id = ${id}) FOR UPDATE`.execute(
    tx.db,
  )
  await lockEarnings(tx, await earningsOf(tx, id))
  return lockPayoutAlone(tx, id)
}
/** The same where no more of its earnings change than those that are locked already. */
export const lockPayoutAlone = (tx: Context, id: string): Promise<PayoutRow | undefined> =>
  row(tx.db, sql<PayoutRow>`SELECT ${columns} FROM payouts p WHERE p.id = ${id} FOR UPDATE`)
const earningsOf = async (tx: Context, id: string): Promise<string[]> =>
  (await rows(tx.db, sql<{ id: string }>`SELECT earning_id AS id FROM payout_earnings WHERE payout_id = ${id}`)).map(
    (earning) => earning.id,
  )

export const readPayout = (ctx: Context, performerId: string, id: string): Promise<PayoutRow | undefined> =>
  row(ctx.db, sql<PayoutRow>`SELECT ${columns} FROM payouts p WHERE p.id = ${id} AND p.performer_id = ${performerId}`)
export const openPayoutOf = (
  ctx: Context,
  performerId: string,
): Promise<{ id: string; status: PayoutStatus } | undefined> =>
  row(
    ctx.db,
    sql<{ id: string; status: PayoutStatus }>`SELECT id, status FROM payouts
      WHERE performer_id = ${performerId} AND status IN ('pending', 'approved', 'processing')`,
  )
export const readStaffPayout = (ctx: Context, id: string): Promise<StaffPayoutRow | undefined> =>
  row(ctx.db, sql<StaffPayoutRow>`SELECT ${staffColumns} FROM ${staffTables} WHERE p.id = ${id}`)

export interface PayoutQuery {
  sortBy: 'updatedAt' | 'createdAt'
  sort: 'asc' | 'desc'
  status?: PayoutStatus | undefined
}
export async function listOwn(ctx: Context, performerId: string, query: PayoutQuery, page: Page) {
  const mine = sql`p.performer_id = ${performerId} AND (${query.status ?? null}::text IS NULL OR p.status = ${query.status ?? null})`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<PayoutRow & { at: string }>`SELECT ${columns}, ${positionOf(query, 'p')} AS at FROM payouts p
          WHERE ${mine} AND ${afterRow(page, query, 'p')} ${inOrder(query, 'p')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`payouts p WHERE ${mine}`) }
}
export async function listAll(
  ctx: Context,
  query: PayoutQuery & { open?: 'true' | undefined; performerId?: string | undefined },
  page: Page,
) {
  const wanted = sql`(${query.status ?? null}::text IS NULL OR p.status = ${query.status ?? null})
    AND (${query.performerId ?? null}::uuid IS NULL OR p.performer_id = ${query.performerId ?? null})
    AND ${query.open ? sql`p.status IN ('pending', 'approved', 'processing')` : sql`true`}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<StaffPayoutRow & { at: string }>`SELECT ${staffColumns}, ${positionOf(query, 'p')} AS at FROM ${staffTables}
          WHERE ${wanted} AND ${afterRow(page, query, 'p')} ${inOrder(query, 'p')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`payouts p WHERE ${wanted}`) }
}

const eventsMax = 200
export const eventsOf = (ctx: Context, payoutId: string): Promise<EventRow[]> =>
  rows(
    ctx.db,
    sql<EventRow>`SELECT e.type, e.note, e.created_at AS at, a.name AS by FROM payout_events e LEFT JOIN accounts a ON a.id = e.actor_id
      WHERE e.payout_id = ${payoutId} ORDER BY e.id LIMIT ${eventsMax}`,
  )
export const madeOf = async (ctx: Context, payoutId: string) =>
  (await row(
    ctx.db,
    sql<{
      count: bigint
      oldest: Date | null
      newest: Date | null
    }>`SELECT count(*) AS count, min(e.created_at) AS oldest,
        max(e.created_at) AS newest FROM payout_earnings pe JOIN earnings e ON e.id = pe.earning_id WHERE pe.payout_id = ${payoutId}`,
  ))!

/** What changes of a payout; what is not named stays. */
type Changes = Partial<
  Pick<
    PayoutRow,
    'status' | 'note' | 'reason' | 'reference' | 'approvedBy' | 'tokens' | 'amount' | 'fee' | 'destination'
  >
> & { sent?: true }

/** Changes a locked payout, notes it in the timeline and publishes it. `actorId` is null for the system. */
export async function changePayout(
  tx: Context,
  payout: PayoutRow,
  changes: Changes,
  event?: { type: PayoutEventType; actorId: string | null; note?: string },
): Promise<PayoutRow> {
  const changed: PayoutRow = { ...payout, ...changes }
  await sql`UPDATE payouts SET status = ${changed.status}, note = ${changed.note}, reason = ${changed.reason}, reference = ${changed.reference},
      approved_by = ${changed.approvedBy}, tokens = ${changed.tokens}, amount = ${changed.amount}, fee = ${changed.fee},
      destination = ${changed.destination}, attempt = attempt + ${changes.sent ? 1 : 0},
      sent_at = ${changes.sent ? sql`app_now()` : sql`sent_at`}, updated_at = app_now() WHERE id = ${payout.id}`.execute(
    tx.db,
  )
  if (event) await noteEvent(tx, payout.id, event)
  await publish(tx, payoutUpdated, {
    payoutId: payout.id,
    performerId: payout.performerId,
    status: changed.status,
    ...(event && { type: event.type, number: payout.number, byOwner: event.actorId === payout.performerId }),
  })
  return { ...changed, attempt: payout.attempt + (changes.sent ? 1 : 0) }
}
/** A line of the timeline. */
export const noteEvent = (
  tx: Context,
  payoutId: string,
  { type, actorId, note = '' }: { type: PayoutEventType; actorId: string | null; note?: string },
) =>
  sql`INSERT INTO payout_events (payout_id, type, actor_id, note) VALUES (${payoutId}, ${type}, ${actorId}, ${note})`.execute(
    tx.db,
  )
