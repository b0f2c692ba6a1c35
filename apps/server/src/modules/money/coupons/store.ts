import type { CouponTarget } from '@fanlight/contract/coupons'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf, type Sorted } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { direction, escapeLike } from '../../../platform/db/statements.ts'

export interface CouponRow {
  id: string
  /** Null where it is the site’s. */
  performer_id: string | null
  code: string
  percent: number | null
  /** Minor units of the site currency, as are `sales` and `given`. */
  amount: bigint | null
  applies_to: CouponTarget
  plan_ids: string[]
  new_subscribers_only: boolean
  max_uses: number | null
  per_user: number | null
  starts_at: Date
  ends_at: Date | null
  used: number
  sales: bigint
  given: bigint
  created_at: Date
  updated_at: Date
}
export type NewCoupon = Omit<CouponRow, 'id' | 'used' | 'sales' | 'given' | 'created_at' | 'updated_at'> & {
  made_by: string
}
export interface CouponUse {
  id: string
  coupon_id: string
  account_id: string
  card_fingerprint: string | null
  subscription_id: string | null
  payment_id: string | null
  status: 'held' | 'paying' | 'used' | 'released' | 'returned'
  price: bigint
  discount: bigint
  /** What its creator has given of their earnings, in hundredths of a token. */
  borne: bigint
  turn: number
  held_until: Date
}
export type ListedCoupon = CouponRow & { reserved: number }

/** Undefined where the code is taken. */
export const insert = (tx: Context, made: NewCoupon) =>
  row(
    tx.db,
    sql<CouponRow>`INSERT INTO coupons (performer_id, code, percent, amount, applies_to, plan_ids, new_subscribers_only, max_uses, per_user, starts_at, ends_at, made_by)
      VALUES (${made.performer_id}, ${made.code}, ${made.percent}, ${made.amount}, ${made.applies_to}, ${made.plan_ids}::uuid[], ${made.new_subscribers_only}, ${made.max_uses},
        ${made.per_user}, ${made.starts_at}, ${made.ends_at}, ${made.made_by}) ON CONFLICT (code) DO NOTHING RETURNING *`,
  )

export const update = (tx: Context, id: string, { max_uses, ends_at }: Pick<CouponRow, 'max_uses' | 'ends_at'>) =>
  sql`UPDATE coupons SET max_uses = ${max_uses}, ends_at = ${ends_at}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
export const locked = (tx: Context, id: string) =>
  row(tx.db, sql<CouponRow>`SELECT * FROM coupons WHERE id = ${id} FOR UPDATE`)
/** Whoever uses a coupon locks it before everything else, so that all of them count each other and none waits for one who waits for them. */
export const lockedByCode = (tx: Context, code: string) =>
  row(tx.db, sql<CouponRow>`SELECT * FROM coupons WHERE code = ${code} FOR UPDATE`)
export const byCode = (ctx: Context, code: string) =>
  row(ctx.db, sql<CouponRow>`SELECT * FROM coupons WHERE code = ${code}`)
export const isTaken = async (ctx: Context, code: string): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM coupons WHERE code = ${code}`)) !== undefined
/** Whether all of these are plans of this performer. */
export const arePlansOf = async (ctx: Context, performerId: string | null, planIds: readonly string[]) =>
  (await row(
    ctx.db,
    sql<{ all: boolean }>`SELECT NOT EXISTS (SELECT FROM unnest(${planIds}::uuid[]) AS wanted(id)
      WHERE NOT EXISTS (SELECT FROM plans p WHERE p.id = wanted.id AND p.performer_id = ${performerId})) AS all`,
  ))!.all

const isOpen = sql`(u.status = 'paying' OR (u.status = 'held' AND u.held_until > app_now()))`
const listed = sql`c.*, (SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = c.id AND u.status IN ('held', 'paying') AND ${isOpen})::int AS reserved`
const stateSql = sql`CASE WHEN c.ends_at <= app_now() THEN 'ended' WHEN c.used >= c.max_uses THEN 'used_up' WHEN c.starts_at > app_now() THEN 'scheduled' ELSE 'active' END`
export const one = (ctx: Context, id: string) =>
  row(ctx.db, sql<ListedCoupon>`SELECT ${listed} FROM coupons c WHERE id = ${id}`)

const sortable = { createdAt: sql`c.created_at`, updatedAt: sql`c.updated_at`, used: sql`c.used` }
export interface CouponSearch extends Sorted {
  sortBy: keyof typeof sortable
  state?: string | undefined
  q?: string | undefined
}
/** Of a performer, or of the site. */
const ofOwner = (performerId: string | null): RawBuilder<unknown> =>
  performerId === null ? sql`c.performer_id IS NULL` : sql`c.performer_id = ${performerId}`

export async function search(ctx: Context, performerId: string | null, query: CouponSearch, page: Page) {
  const pattern = query.q ? `%${escapeLike(query.q.toUpperCase())}%` : null
  const mine = sql`${ofOwner(performerId)} AND (${query.state ?? null}::text IS NULL OR ${stateSql} = ${query.state ?? null})
    ${pattern ? sql`AND c.code LIKE ${pattern}` : sql``}`
  const order = sql`${sortable[query.sortBy]} ${direction(query.sort)}, c.id ${direction(query.sort)}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<ListedCoupon & { at: string }>`SELECT ${listed}, ${positionOf(query, 'c')} AS at FROM coupons c
          WHERE ${mine} AND ${afterRow(page, query, 'c')} ORDER BY ${order} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`coupons c WHERE ${mine}`) }
}

export interface Summary {
  used: number
  sales: bigint
  given: bigint
  all: number
  scheduled: number
  active: number
  used_up: number
  ended: number
}
export const summaryOf = async (ctx: Context, performerId: string): Promise<Summary> =>
  (await row(
    ctx.db,
    sql<Summary>`WITH mine AS (SELECT c.id, ${stateSql} AS state FROM coupons c WHERE ${ofOwner(performerId)}),
      recent AS (SELECT count(*)::int AS used, coalesce(sum(u.price - u.discount), 0)::bigint AS sales, coalesce(sum(u.discount), 0)::bigint AS given
        FROM mine JOIN coupon_uses u ON u.coupon_id = mine.id AND u.status = 'used' AND u.used_at > app_now() - interval '30 days')
      SELECT recent.*, count(mine.id)::int AS all, ${countOf('scheduled')} AS scheduled, ${countOf('active')} AS active,
        ${countOf('used_up')} AS used_up, ${countOf('ended')} AS ended
      FROM recent LEFT JOIN mine ON true GROUP BY recent.used, recent.sales, recent.given`,
  ))!
const countOf = (state: string) => sql`count(mine.id) FILTER (WHERE mine.state = ${state})::int`

// Uses. Their coupon is locked.

export const heldUse = (tx: Context, couponId: string, accountId: string) =>
  row(
    tx.db,
    sql<CouponUse>`SELECT * FROM coupon_uses WHERE coupon_id = ${couponId} AND account_id = ${accountId} AND status = 'held'`,
  )
export interface Taken {
  /** Uses that are taken or held by others, or by oneself for another payment. */
  open: number
  /** Of this person, by account and by card. */
  own: number
  /** Whether they have ever subscribed to this performer. */
  subscribed: boolean
}
export const taken = async (
  tx: Context,
  of: {
    couponId: string
    accountId: string
    fingerprint: string | null
    performerId: string | null
    exceptId: string | null
  },
): Promise<Taken> =>
  (await row(
    tx.db,
    sql<Taken>`SELECT
      (SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = ${of.couponId} AND u.status IN ('held', 'paying') AND ${isOpen}
        AND u.id IS DISTINCT FROM ${of.exceptId}::uuid)::int AS open,
      (SELECT count(*) FROM coupon_uses u WHERE u.coupon_id = ${of.couponId} AND u.status IN ('paying', 'used')
        AND (u.account_id = ${of.accountId} OR u.card_fingerprint = ${of.fingerprint}) AND u.id IS DISTINCT FROM ${of.exceptId}::uuid)::int AS own,
      EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = ${of.accountId} AND s.performer_id = ${of.performerId}
        AND s.current_period_end IS NOT NULL) AS subscribed`,
  ))!

export const holdUse = async (
  tx: Context,
  use: Pick<CouponUse, 'coupon_id' | 'account_id' | 'price' | 'discount' | 'held_until'>,
): Promise<CouponUse> =>
  (await row(
    tx.db,
    sql<CouponUse>`INSERT INTO coupon_uses (coupon_id, account_id, status, price, discount, held_until)
      VALUES (${use.coupon_id}, ${use.account_id}, 'held', ${use.price}, ${use.discount}, ${use.held_until})
      ON CONFLICT (coupon_id, account_id) WHERE status = 'held'
      DO UPDATE SET price = excluded.price, discount = excluded.discount, held_until = excluded.held_until, updated_at = app_now() RETURNING *`,
  ))!
export const dropHeld = (ctx: Context, code: string, accountId: string) =>
  sql`DELETE FROM coupon_uses u USING coupons c WHERE c.id = u.coupon_id AND c.code = ${code} AND u.account_id = ${accountId} AND u.status = 'held'`.execute(
    ctx.db,
  )
export const changeUse = (
  tx: Context,
  { id }: Pick<CouponUse, 'id'>,
  to: Partial<Pick<CouponUse, 'status' | 'card_fingerprint' | 'subscription_id' | 'payment_id' | 'borne' | 'turn'>>,
) =>
  sql`UPDATE coupon_uses SET status = coalesce(${to.status ?? null}, status), card_fingerprint = coalesce(${to.card_fingerprint ?? null}, card_fingerprint),
    subscription_id = coalesce(${to.subscription_id ?? null}::uuid, subscription_id), payment_id = coalesce(${to.payment_id ?? null}::uuid, payment_id),
    borne = coalesce(${to.borne ?? null}::bigint, borne), turn = coalesce(${to.turn ?? null}::int, turn),
    used_at = CASE WHEN ${to.status ?? null} = 'used' THEN app_now() ELSE used_at END, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** One more use that counts, or one less. */
export const count = (tx: Context, { coupon_id, price, discount }: CouponUse, by: 1 | -1) =>
  sql`UPDATE coupons SET used = used + ${by}, sales = sales + ${BigInt(by) * (price - discount)}, given = given + ${BigInt(by) * discount}, updated_at = app_now()
    WHERE id = ${coupon_id}`.execute(tx.db)
/** The use that a card payment is for, with its coupon, which is locked. */
export async function useOfPayment(tx: Context, paymentId: string): Promise<[CouponRow, CouponUse] | undefined> {
  const coupon = await row(
    tx.db,
    sql<CouponRow>`SELECT * FROM coupons WHERE id = (SELECT coupon_id FROM coupon_uses WHERE payment_id = ${paymentId}) FOR UPDATE`,
  )
  return (
    coupon && [coupon, (await row(tx.db, sql<CouponUse>`SELECT * FROM coupon_uses WHERE payment_id = ${paymentId}`))!]
  )
}
export const isOfSite = async (ctx: Context, code: string): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM coupons WHERE code = ${code} AND performer_id IS NULL`)) !== undefined

/** The site’s fee on what a performer sells, in hundredths of a percent. */
export const feeOf = async (ctx: Context, performerId: string): Promise<bigint> =>
  BigInt(
    (await row(
      ctx.db,
      sql<{
        bp: number
      }>`SELECT coalesce(commission_bp, ${Math.round(ctx.settings.get('commissionPct') * 100)})::int AS bp
        FROM performers WHERE account_id = ${performerId}`,
    ))!.bp,
  )
