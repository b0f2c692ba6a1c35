import { randomInt } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { type Fulfilment, lateDays, type orderDecisions } from '@fanlight/contract/order-states'
import type { orderEventTypes, ProblemState } from '@fanlight/contract/orders'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { afterRow, countRows, cutByDate, inOrder, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { assert } from '../../../platform/refusal.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

/** What is copied of the buyer's address into an order. */
export interface DeliveryAddress {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
  phone: string
}
/** An order as the rules need it. Amounts are hundredths of a token. */
export interface OrderRow {
  id: string
  number: string
  buyerId: string
  performerId: string
  productId: string
  type: 'physical' | 'digital'
  title: string
  unitPrice: bigint
  quantity: number
  shippingFee: bigint
  deliveryAddress: DeliveryAddress | null
  fulfilment: Fulfilment
  carrier: string
  trackingCode: string
  shipBy: Date | null
  shippedAt: Date | null
  /** When it is settled by itself, as its state says; null once it is settled. */
  settleAt: Date | null
  problem: ProblemState | null
  /** By when the seller should answer a problem, or staff decide it. */
  actBy: Date | null
  /** Since when its payment is disputed; its dates stand still. */
  pausedAt: Date | null
  downloads: number
  createdAt: Date
  updatedAt: Date
  /** Of the charge with the same id. */
  total: bigint
  returned: bigint
  /** What may still be returned to the buyer: what was neither returned before nor taken back by a lost dispute. */
  rest: bigint
  /** Whether what it earned is still in escrow. */
  isInEscrow: boolean
  /** A bank has yet to decide about a payment that paid for it. */
  isDisputed: boolean
  escalatedAt: Date | null
  /** Of its earning; `earnedReturned` is what refunds took back of `earned`. */
  earned: bigint
  earnedReturned: bigint
  fee: bigint
  feeBp: number
  tokenValueMicro: bigint
  currency: string
  earningStatus: 'escrow' | 'pending' | 'available' | 'in_payout' | 'paid' | 'reversed'
  availableAt: Date
  chargeStatus: 'succeeded' | 'partially_refunded' | 'refunded' | 'disputed'
}
/** The same with the people and the image that lists show. */
export interface ListedOrder extends OrderRow {
  buyerName: string | null
  buyerUsername: string | null
  buyerAvatar: PresentableFile | null
  performerName: string | null
  performerUsername: string | null
  performerAvatar: PresentableFile | null
  image: PresentableFile | null
}

const columns = sql`o.id, o.number, o.buyer_id AS "buyerId", o.performer_id AS "performerId", o.product_id AS "productId", o.type, o.title,
  o.unit_price AS "unitPrice", o.quantity, o.shipping_fee AS "shippingFee", o.delivery_address AS "deliveryAddress", o.fulfilment, o.carrier,
  o.tracking_code AS "trackingCode", o.ship_by AS "shipBy", o.shipped_at AS "shippedAt", o.settle_at AS "settleAt", o.problem,
  o.act_by AS "actBy", o.paused_at AS "pausedAt", o.downloads, o.created_at AS "createdAt", o.updated_at AS "updatedAt", c.tokens AS total, c.tokens_returned AS returned,
  c.status AS "chargeStatus", e.status = 'escrow' AS "isInEscrow", o.escalated_at AS "escalatedAt",
  e.net AS earned, e.returned AS "earnedReturned", e.fee, e.fee_bp AS "feeBp", e.token_value_micro AS "tokenValueMicro", e.currency,
  e.status AS "earningStatus", e.available_at AS "availableAt",
  EXISTS (SELECT FROM dispute_charges x JOIN disputes d ON d.id = x.payment_id WHERE x.charge_id = o.id AND d.status = 'open') AS "isDisputed",
  CASE WHEN e.status = 'escrow' OR c.status = 'disputed' THEN e.net - e.returned - e.held + e.fee - e.fee_returned
    ELSE c.tokens - c.tokens_returned END AS rest`
const shownColumns = sql`${columns}, b.name AS "buyerName", b.username AS "buyerUsername", ${sql.raw(fileById('b.avatar_file_id'))} AS "buyerAvatar",
  p.name AS "performerName", p.username AS "performerUsername", ${sql.raw(fileById('p.avatar_file_id'))} AS "performerAvatar",
  ${sql.raw(fileById('o.image_file_id'))} AS image`
const tables = sql`orders o JOIN charges c ON c.id = o.id JOIN earnings e ON e.id = o.id JOIN accounts b ON b.id = o.buyer_id JOIN accounts p ON p.id = o.performer_id`

export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'buyerId'
  | 'performerId'
  | 'productId'
  | 'type'
  | 'title'
  | 'unitPrice'
  | 'quantity'
  | 'shippingFee'
  | 'deliveryAddress'
  | 'fulfilment'
> & { imageFileId: string | null; processingDays: number }

/** Writes an order under a number that no other has. */
export async function insertOrder(tx: Context, order: NewOrder): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const written = await row(
      tx.db,
      sql`INSERT INTO orders (id, number, buyer_id, performer_id, product_id, type, title, image_file_id, unit_price, quantity, shipping_fee,
          delivery_address, fulfilment, ship_by, settle_at)
        VALUES (${order.id}, ${newNumber()}, ${order.buyerId}, ${order.performerId}, ${order.productId}, ${order.type}, ${order.title},
          ${order.imageFileId}, ${order.unitPrice}, ${order.quantity}, ${order.shippingFee},
          ${order.deliveryAddress && JSON.stringify(order.deliveryAddress)}::jsonb, ${order.fulfilment},
          ${order.type === 'physical' ? sql`app_now() + make_interval(days => ${order.processingDays})` : null},
          ${order.type === 'physical' ? sql`app_now() + make_interval(days => ${order.processingDays + lateDays.refund})` : null})
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

// Orders are locked before their charges and earnings, by all who change them.
const lockable = sql`orders o JOIN charges c ON c.id = o.id JOIN earnings e ON e.id = o.id`

/** An order of this buyer or seller, locked until the transaction ends. */
export const lockOrder = (tx: Context, accountId: string, id: string): Promise<OrderRow | undefined> =>
  row(
    tx.db,
    sql<OrderRow>`SELECT ${columns} FROM ${lockable}
      WHERE o.id = ${id} AND ${accountId} IN (o.buyer_id, o.performer_id) FOR UPDATE OF o, c, e`,
  )
/** Any order, locked: for staff and for what happens by itself. */
export const lockAnyOrder = (tx: Context, id: string): Promise<OrderRow | undefined> =>
  row(tx.db, sql<OrderRow>`SELECT ${columns} FROM ${lockable} WHERE o.id = ${id} FOR UPDATE OF o, c, e`)
/** Those of these charges that are orders, locked. */
export const lockOrders = (tx: Context, ids: readonly string[]): Promise<OrderRow[]> =>
  rows(
    tx.db,
    sql<OrderRow>`SELECT ${columns} FROM ${lockable} WHERE o.id = ANY(${ids}::uuid[]) ORDER BY o.id FOR UPDATE OF o, c, e`,
  )
export const readOrder = (ctx: Context, accountId: string, id: string): Promise<ListedOrder | undefined> =>
  row(
    ctx.db,
    sql<ListedOrder>`SELECT ${shownColumns} FROM ${tables} WHERE o.id = ${id} AND ${accountId} IN (o.buyer_id, o.performer_id)`,
  )

export interface OrderQuery {
  sortBy: 'updatedAt' | 'createdAt'
  sort: 'asc' | 'desc'
  fulfilment?: Fulfilment | undefined
  type?: 'physical' | 'digital' | undefined
  q?: string | undefined
  hasProblem?: 'true' | undefined
  buyerId?: string | undefined
}
function matches(query: OrderQuery): RawBuilder<unknown> {
  const like = query.q ? `%${escapeLike(query.q)}%` : null
  return sql`(${query.fulfilment ?? null}::text IS NULL OR o.fulfilment = ${query.fulfilment ?? null})
    AND (${query.type ?? null}::text IS NULL OR o.type = ${query.type ?? null})
    AND (${query.hasProblem ?? null}::text IS NULL OR o.problem IS NOT NULL)
    ${query.buyerId ? sql`AND o.buyer_id = ${query.buyerId}` : sql``}
    AND (${like}::text IS NULL OR o.number ILIKE ${like} OR o.title ILIKE ${like})`
}

/** The orders of a buyer or of a seller. */
export async function listOrders(
  ctx: Context,
  side: 'buyer' | 'performer',
  accountId: string,
  query: OrderQuery,
  page: Page,
) {
  const mine = sql`${side === 'buyer' ? sql`o.buyer_id` : sql`o.performer_id`} = ${accountId} AND ${matches(query)}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<ListedOrder & { at: string }>`SELECT ${shownColumns}, ${positionOf(query, 'o')} AS at FROM ${tables}
          WHERE ${mine} AND ${afterRow(page, query, 'o')} ${inOrder(query, 'o')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`orders o WHERE ${mine}`) }
}

/** The orders before and after one in a list of its seller, and where it stands there; undefined where it isn’t theirs. */
export async function neighborsOf(ctx: Context, performerId: string, id: string, query: OrderQuery) {
  const mine = sql`o.performer_id = ${performerId} AND ${matches(query)}`
  const here = await row(
    ctx.db,
    sql<{
      at: string
      isListed: boolean
    }>`SELECT ${positionOf(query, 'o')} AS at, (${matches(query)}) AS "isListed" FROM orders o
      WHERE o.id = ${id} AND o.performer_id = ${performerId}`,
  )
  if (!here) return undefined
  const page: Page = { cursor: { at: here.at, id, passed: 0 }, offset: 0, size: 1, tooDeep: false }
  const beside = (way: OrderQuery) =>
    row(
      ctx.db,
      sql<ListedOrder>`SELECT ${shownColumns} FROM ${tables} WHERE ${mine} AND ${afterRow(page, way, 'o')}
        ${inOrder(way, 'o')} LIMIT 1`,
    )
  const back: OrderQuery = { ...query, sort: query.sort === 'asc' ? 'desc' : 'asc' }
  const count = (rest = sql``) => countRows(ctx, sql`orders o WHERE ${mine} ${rest}`)
  return {
    previous: await beside(back),
    next: await beside(query),
    position: here.isListed ? (await count(sql`AND ${afterRow(page, back, 'o')}`)) + 1 : null,
    total: await count(),
  }
}

/** The parcels that a buyer waits for, the last changed first. */
export const onTheirWay = (ctx: Context, buyerId: string, max: number) =>
  rows(
    ctx.db,
    sql<ListedOrder>`SELECT ${shownColumns} FROM ${tables} WHERE o.buyer_id = ${buyerId} AND o.type = 'physical'
      AND o.fulfilment IN ('not_fulfilled', 'processing', 'shipped') ORDER BY o.updated_at DESC, o.id DESC LIMIT ${max}`,
  )

export const latestOrderOf = (ctx: Context, buyerId: string, productId: string, performerId: string | null) =>
  row(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM orders WHERE product_id = ${productId} AND buyer_id = ${buyerId}
      AND (${performerId}::uuid IS NULL OR performer_id = ${performerId}) AND fulfilment NOT IN ('returned', 'cancelled')
      ORDER BY created_at DESC LIMIT 1`,
  )

export interface OrderChange {
  fulfilment?: Fulfilment
  carrier?: string | undefined
  trackingCode?: string | undefined
  shipped?: true
  deliveryAddress?: DeliveryAddress
  /** From now; null settles the order, at a date and at once otherwise. */
  settleInDays?: number | null | undefined
  problem?: { state: ProblemState; actInDays?: number } | null
}
const finished = sql`('delivered', 'returned', 'cancelled')`
const inDays = (days: number) => sql`app_now() + make_interval(days => ${days})`

/** What went to a buyer whose account has closed meanwhile keeps no address once it is finished. */
export function changeOrder(tx: Context, id: string, change: OrderChange) {
  const { problem, settleInDays: days } = change
  const actBy = problem?.actInDays === undefined ? sql`NULL` : inDays(problem.actInDays)
  return sql`UPDATE orders SET updated_at = app_now(), fulfilment = coalesce(${change.fulfilment ?? null}, fulfilment),
      carrier = coalesce(${change.carrier ?? null}, carrier), tracking_code = coalesce(${change.trackingCode ?? null}, tracking_code),
      shipped_at = CASE WHEN ${change.shipped ?? false} THEN app_now() ELSE shipped_at END,
      escalated_at = CASE WHEN ${problem?.state === 'escalated'} THEN app_now() ELSE escalated_at END,
      problem_at = CASE WHEN ${problem?.state === 'reported'} THEN app_now() ELSE problem_at END,
      problem = ${problem === undefined ? sql`problem` : (problem?.state ?? null)}, act_by = ${problem === undefined ? sql`act_by` : actBy},
      settle_at = ${days === undefined ? sql`settle_at` : days === null ? sql`NULL` : inDays(days)},
      delivery_address = CASE WHEN coalesce(${change.fulfilment ?? null}, fulfilment) IN ${finished}
          AND EXISTS (SELECT FROM accounts a WHERE a.id = buyer_id AND a.status = 'closed') THEN NULL
        ELSE coalesce(${change.deliveryAddress ? JSON.stringify(change.deliveryAddress) : null}::jsonb, delivery_address) END
    WHERE id = ${id}`.execute(tx.db)
}

export interface OrderEvent {
  type: (typeof orderEventTypes)[number]
  by: 'buyer' | 'performer' | 'staff' | 'system'
  tokens: bigint | null
  note: string
  createdAt: Date
}
export const addEvent = (
  tx: Context,
  orderId: string,
  { type, by, tokens = null, note = '' }: Pick<OrderEvent, 'type' | 'by'> & Partial<OrderEvent>,
) =>
  sql`INSERT INTO order_events (order_id, type, by, tokens, note) VALUES (${orderId}, ${type}, ${by}, ${tokens}, ${note})`.execute(
    tx.db,
  )
export const eventsMax = 200
export const eventsOf = (ctx: Context, orderId: string) =>
  rows(
    ctx.db,
    sql<OrderEvent>`SELECT type, by, tokens, note, created_at AS "createdAt" FROM order_events WHERE order_id = ${orderId}
      ORDER BY id LIMIT ${eventsMax}`,
  )

/** Orders that are to be settled by themselves; locked one by one by who takes them. */
export const dueOrders = (ctx: Context, limit: number) =>
  rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM orders
      WHERE settle_at <= app_now() AND paused_at IS NULL ORDER BY settle_at LIMIT ${limit}`,
  )

/** Its dates stand still from now on. */
export const pauseOrder = (tx: Context, id: string) =>
  sql`UPDATE orders SET paused_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
/** Its dates go on, later by the time in which they stood still. */
export const resumeOrder = (tx: Context, id: string) =>
  sql`UPDATE orders SET paused_at = NULL, updated_at = app_now(), settle_at = settle_at + (app_now() - paused_at),
      act_by = act_by + (app_now() - paused_at),
      ship_by = CASE WHEN shipped_at IS NULL THEN ship_by + (app_now() - paused_at) ELSE ship_by END
    WHERE id = ${id} AND paused_at IS NOT NULL`.execute(tx.db)
/** Settles an order as soon as its dispute is over. */
export const settleOnceResumed = (tx: Context, id: string) =>
  sql`UPDATE orders SET settle_at = paused_at WHERE id = ${id} AND paused_at IS NOT NULL`.execute(tx.db)

export const waitingOrdersOf = (tx: Context, performerId: string) =>
  rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT id FROM orders WHERE performer_id = ${performerId} AND fulfilment IN ('not_fulfilled', 'processing') ORDER BY id`,
  )

export const isBetween = (first: string, second: string) =>
  sql`(o.buyer_id, o.performer_id) IN ((${first}::uuid, ${second}::uuid), (${second}::uuid, ${first}::uuid))`
export const isTo = (performerId: string, countries: readonly string[]) =>
  sql`o.performer_id = ${performerId} AND last_seen_country(o.buyer_id) = ANY(${countries}::text[])`
/** Not shipped, and not disputed: a dispute is for the bank to decide. */
const isRefundable = sql`o.fulfilment IN ('not_fulfilled', 'processing') AND o.paused_at IS NULL AND c.status <> 'disputed'`

/** All that wait between two people, who have few with each other. */
export const waitingOrdersBetween = (tx: Context, first: string, second: string) =>
  rows(
    tx.db,
    sql<{
      id: string
      performerId: string
    }>`SELECT o.id, o.performer_id AS "performerId" FROM orders o JOIN charges c ON c.id = o.id
      WHERE ${isBetween(first, second)} AND ${isRefundable} ORDER BY o.id`,
  )
export const waitingOrdersTo = (tx: Context, performerId: string, countries: readonly string[], limit: number) =>
  rows(
    tx.db,
    sql<{ id: string }>`SELECT o.id FROM orders o JOIN charges c ON c.id = o.id
      WHERE ${isTo(performerId, countries)} AND ${isRefundable} ORDER BY o.id LIMIT ${limit}`,
  )
export const countWaiting = async (ctx: Context, which: RawBuilder<unknown>) =>
  (await row(
    ctx.db,
    sql<{ orders: number; orderTokens: bigint }>`SELECT count(*)::int AS orders,
        coalesce(sum(c.tokens - c.tokens_returned), 0)::bigint AS "orderTokens"
      FROM orders o JOIN charges c ON c.id = o.id WHERE ${which} AND ${isRefundable}`,
  ))!

export const ordersOfProduct = (ctx: Context, productId: string, after: string, limit: number) =>
  rows(
    ctx.db,
    sql<{ id: string; performerId: string }>`SELECT id, performer_id AS "performerId" FROM orders
      WHERE product_id = ${productId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  )

/** Counts a download and returns the order that the file was bought with. */
export const countDownload = (ctx: Context, buyerId: string, productId: string) =>
  sql`UPDATE orders SET downloads = downloads + 1 WHERE id = (SELECT charge_id FROM purchases
    WHERE account_id = ${buyerId} AND object_id = ${productId} AND revoked_at IS NULL)`.execute(ctx.db)

/** Which of these files an order still shows. */
export const imagesAmong = (ctx: Context, fileIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<{ id: string }>`SELECT DISTINCT image_file_id AS id FROM orders WHERE image_file_id = ANY(${fileIds}::uuid[])`,
  )

/** Deletes where the finished orders of an account that closes went. */
export const deleteDeliveryAddresses = (tx: Context, buyerId: string) =>
  sql`UPDATE orders SET delivery_address = NULL WHERE buyer_id = ${buyerId} AND delivery_address IS NOT NULL
    AND fulfilment IN ${finished}`.execute(tx.db)

export interface OrderDecision {
  decision: (typeof orderDecisions)[number]
  /** Hundredths of a token. */
  tokens: bigint
  statement: string
  decidedAt: Date
}
export const decisionOf = (ctx: Context, orderId: string): Promise<OrderDecision | undefined> =>
  row(
    ctx.db,
    sql<OrderDecision>`SELECT decision, tokens, statement, decided_at AS "decidedAt" FROM order_decisions WHERE order_id = ${orderId}`,
  )
export const insertDecision = (
  tx: Context,
  {
    orderId,
    decision,
    tokens,
    statement,
    decidedBy,
  }: Omit<OrderDecision, 'decidedAt'> & { orderId: string; decidedBy: string },
) =>
  sql`INSERT INTO order_decisions (order_id, decision, tokens, statement, decided_by)
    VALUES (${orderId}, ${decision}, ${tokens}, ${statement}, ${decidedBy})`.execute(tx.db)

/** An escalated order with what was decided about it. */
export type OrderCaseRow = ListedOrder & {
  escalatedAt: Date
  decision: OrderDecision['decision'] | null
  decisionTokens: bigint
  statement: string
  decidedAt: Date
}
const caseColumns = sql`${shownColumns}, x.decision, x.tokens AS "decisionTokens", x.statement, x.decided_at AS "decidedAt"`
const caseTables = sql`${tables} LEFT JOIN order_decisions x ON x.order_id = o.id`

/** Open cases in the order in which they are due, closed ones from the last that was escalated. */
export async function listCases(ctx: Context, state: 'open' | 'closed', page: Page) {
  const isOpen = state === 'open'
  const chosen = isOpen ? sql`o.problem = 'escalated'` : sql`o.escalated_at IS NOT NULL AND o.problem IS NULL`
  const order = { sortBy: 'date', sort: isOpen ? 'asc' : 'desc' } as const
  const dates = { date: isOpen ? 'act_by' : 'escalated_at' }
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<
          OrderCaseRow & { at: string }
        >`SELECT ${caseColumns}, ${positionOf(order, 'o', dates)} AS at FROM ${caseTables}
          WHERE ${chosen} AND ${afterRow(page, order, 'o', dates)} ${inOrder(order, 'o', dates)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, order, dates), total: await countRows(ctx, sql`orders o WHERE ${chosen}`) }
}
export const readCase = (ctx: Context, id: string): Promise<OrderCaseRow | undefined> =>
  row(
    ctx.db,
    sql<OrderCaseRow>`SELECT ${caseColumns} FROM ${caseTables} WHERE o.id = ${id} AND o.escalated_at IS NOT NULL`,
  )
