import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { direction, escapeLike } from '../../../platform/db/statements.ts'

export interface PlanRow {
  id: string
  performer_id: string
  name: string
  type: 'free' | 'monthly' | 'bundle' | 'yearly'
  months: number
  price: bigint | null
  discount_pct: number
  perks: string[]
  active: boolean
  position: number
  version: number
  /** What is subscribed to: another with each version. */
  version_id: string
}
export interface SubscriptionRow {
  id: string
  fan_id: string
  performer_id: string
  plan_id: string | null
  plan_version: number | null
  type: 'free' | 'trial' | 'monthly' | 'bundle' | 'yearly' | 'gift'
  status: 'incomplete' | 'active' | 'trialing' | 'paused' | 'past_due' | 'expired' | 'revoked'
  payment_gateway: 'wallet' | 'test' | 'stripe'
  card_id: string | null
  price_locked: bigint
  months: number
  started_at: Date
  current_period_end: Date | null
  access_until: Date | null
  cancel_at_period_end: boolean
  next_retry_at: Date | null
  retry_count: number
  period_number: number
  anchor_at: Date
  anchor_periods: number
  /** The pause that begins with the end of the period. */
  pause_months: number | null
  paused_until: Date | null
  was_paused: boolean
  /** The change of plan by which the running period began. */
  change_id: string | null
  key: string | null
  body_hash: Buffer | null
  created_at: Date
  updated_at: Date
}
export interface ListedSubscription extends SubscriptionRow {
  fan_name: string | null
  fan_username: string | null
  fan_avatar_id: string | null
  performer_name: string | null
  performer_username: string | null
  performer_avatar_id: string | null
  /** The plan that begins with the end of the period. */
  next_plan_id: string | null
  next_plan_name: string | null
  next_plan_type: 'monthly' | 'bundle' | 'yearly' | null
  next_plan_months: number | null
  next_plan_price: bigint | null
}

// Plans

const planDates = { updatedAt: sql`updated_at`, createdAt: sql`created_at` }
/** A performer's plans: in the order that the performer gave them unless by their dates. */
export const plansOf = (
  ctx: Context,
  performerId: string,
  {
    active,
    sortBy,
    sort,
  }: { active?: boolean | undefined; sortBy: 'order' | 'updatedAt' | 'createdAt'; sort: 'asc' | 'desc' },
) => {
  const way = sort === 'asc' ? sql`ASC` : sql`DESC`
  // In ascending order those on offer come first.
  const order =
    sortBy === 'order'
      ? sql`NOT active ${way}, position ${way}, id ${way}`
      : sql`${planDates[sortBy]} ${way}, id ${way}`
  return rows(
    ctx.db,
    sql<PlanRow>`SELECT * FROM plans WHERE performer_id = ${performerId} AND (${active ?? null}::boolean IS NULL OR active = ${active ?? null})
      ORDER BY ${order}`,
  )
}
/** The plan that this is a version of, as it is offered now. */
export const planOfVersion = (ctx: Context, performerId: string, versionId: string) =>
  row(
    ctx.db,
    sql<PlanRow>`SELECT p.* FROM plan_versions v JOIN plans p ON p.id = v.plan_id
      WHERE v.id = ${versionId} AND p.performer_id = ${performerId} AND p.active`,
  )

/** The same, whoever’s it is. */
export const planOfAnyVersion = (ctx: Context, versionId: string) =>
  row(
    ctx.db,
    sql<PlanRow>`SELECT p.* FROM plan_versions v JOIN plans p ON p.id = v.plan_id WHERE v.id = ${versionId} AND p.active`,
  )

// Subscriptions

export const subscriptionOfKey = (ctx: Context, fanId: string, key: string) =>
  row(ctx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE fan_id = ${fanId} AND key = ${key}`)

export const insertSubscription = (
  tx: Context,
  subscription: Pick<
    SubscriptionRow,
    | 'fan_id'
    | 'performer_id'
    | 'plan_id'
    | 'plan_version'
    | 'type'
    | 'payment_gateway'
    | 'card_id'
    | 'price_locked'
    | 'months'
    | 'key'
    | 'body_hash'
  >,
) =>
  row(
    tx.db,
    sql<SubscriptionRow>`INSERT INTO subscriptions (fan_id, performer_id, plan_id, plan_version, type, status, payment_gateway, card_id, price_locked, months, key, body_hash)
      VALUES (${subscription.fan_id}, ${subscription.performer_id}, ${subscription.plan_id}, ${subscription.plan_version}, ${subscription.type}, 'incomplete', ${subscription.payment_gateway}, ${subscription.card_id}, ${subscription.price_locked},
        ${subscription.months}, ${subscription.key}, ${subscription.body_hash}) RETURNING *`,
  )
/** One that was begun and never paid makes room for another; not while its payment is on its way. */
export const dropIncomplete = (tx: Context, fanId: string, performerId: string) =>
  sql`UPDATE subscriptions s SET status = 'expired', updated_at = app_now() WHERE fan_id = ${fanId} AND performer_id = ${performerId} AND status = 'incomplete'
    AND NOT EXISTS (SELECT FROM payment_transactions p WHERE p.subscription_id = s.id
      AND (p.status = 'processing' OR (p.status = 'created' AND p.created_at > app_now() - interval '1 minute')))`.execute(
    tx.db,
  )

const names = sql`LEFT JOIN accounts f ON f.id = s.fan_id LEFT JOIN accounts p ON p.id = s.performer_id
  LEFT JOIN plan_changes n ON n.subscription_id = s.id AND n.status = 'waiting' AND NOT n.at_once`
const named = sql`s.*, f.name AS fan_name, f.username AS fan_username, f.avatar_file_id AS fan_avatar_id,
  p.name AS performer_name, p.username AS performer_username, p.avatar_file_id AS performer_avatar_id,
  n.plan_id AS next_plan_id, n.name AS next_plan_name, n.type AS next_plan_type, n.months AS next_plan_months, n.price AS next_plan_price`
export const listedSubscription = (ctx: Context, id: string) =>
  row(ctx.db, sql<ListedSubscription>`SELECT ${named} FROM subscriptions s ${names} WHERE s.id = ${id}`)

const sortable = {
  updatedAt: sql`s.updated_at`,
  createdAt: sql`s.created_at`,
  currentPeriodEnd: sql`s.current_period_end`,
}
export interface SubscriptionSearch {
  sortBy: keyof typeof sortable
  sort: 'asc' | 'desc'
  status?: string | undefined
  type?: string | undefined
  active?: boolean | undefined
  q?: string | undefined
}
export async function searchSubscriptions(
  ctx: Context,
  side: 'fan' | 'performer',
  accountId: string,
  query: SubscriptionSearch,
  page: Page,
) {
  const pattern = query.q ? `%${escapeLike(query.q)}%` : null
  const mine = sql`${side === 'fan' ? sql`s.fan_id` : sql`s.performer_id`} = ${accountId}
    ${side === 'performer' ? sql`AND s.current_period_end IS NOT NULL` : sql``}
    AND (${query.status ?? null}::text IS NULL OR s.status = ${query.status ?? null})
    AND (${query.type ?? null}::text IS NULL OR s.type = ${query.type ?? null})
    AND (${query.active ?? null}::boolean IS NULL OR (s.status = 'paused' OR coalesce(s.access_until > app_now(), false)) = ${query.active ?? null})
    ${pattern ? sql`AND EXISTS (SELECT FROM accounts a WHERE a.id = s.fan_id AND (a.username ILIKE ${pattern} OR a.name ILIKE ${pattern}))` : sql``}`
  const order = sql`${sortable[query.sortBy]} ${direction(query.sort)}${query.sortBy === 'currentPeriodEnd' ? sql` NULLS LAST` : sql``}, s.id ${direction(query.sort)}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<
          ListedSubscription & { at: string }
        >`SELECT ${named}, ${positionOf(query, 's')} AS at FROM (SELECT * FROM subscriptions s
            WHERE ${mine} AND ${afterRow(page, query, 's')} ORDER BY ${order} LIMIT ${page.size + 1} OFFSET ${page.offset}) s
          ${names} ORDER BY ${order}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`subscriptions s WHERE ${mine}`) }
}

/** Of a fan: what is paid again or ends within so many days, the next first. Free plans cost nothing, and before a pause nothing is paid. */
export const endingSoon = (ctx: Context, fanId: string, days: number, max: number) =>
  rows(
    ctx.db,
    sql<ListedSubscription>`SELECT ${named} FROM (SELECT * FROM subscriptions s WHERE s.fan_id = ${fanId} AND s.status IN ('active', 'trialing')
        AND s.current_period_end BETWEEN app_now() AND app_now() + make_interval(days => ${days}) AND s.price_locked > 0 AND s.pause_months IS NULL
        ORDER BY s.current_period_end, s.id LIMIT ${max}) s ${names} ORDER BY s.current_period_end, s.id`,
  )

/** Ids of subscriptions with something to do: a period that ended, a retry that is due, an access that ran out. Those of a page that is closed for a time wait. */
export const dueSubscriptions = (ctx: Context, limit: number) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM subscriptions s WHERE ((status IN ('active', 'trialing') AND current_period_end <= app_now())
        OR (status = 'paused' AND paused_until <= app_now())
        OR (status = 'past_due' AND next_retry_at <= app_now()))
      AND NOT EXISTS (SELECT FROM page_closures c WHERE c.performer_id = s.performer_id) ORDER BY current_period_end LIMIT ${limit}`,
  )
