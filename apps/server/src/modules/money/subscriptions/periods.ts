import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { bodyHash } from '../../../platform/once.ts'
import { canStillBePaidBy } from '../../access/pair-lock.ts'
import { type Move, post, takeFromWallet } from '../ledger/post.ts'
import { charge, chargeKey } from '../charges/charge.ts'
import { chargeOfPosting, reverseCharge } from '../charges/reversal.ts'
import { tokensForPrice } from '../wallet/currency.ts'
import { isCouponOfSite } from '../coupons/uses.ts'
import { lockSubscription } from './lock.ts'
import { type SubscriptionRow } from './store.ts'
import { fillInbox } from '../../content/items/inbox.ts'
import { followWithin } from '../../people/follows/following.ts'
import { countSubscriber, expire, liveStatuses, revoke, publishSubscription } from './end-subscription.ts'
import { changeableStatuses, dropChange, type PlanChangeRow, takeOverPlan, waitingChange } from './plan-change-store.ts'
import { subscriptionPastDue, subscriptionRenewed, subscriptionStarted } from './events.ts'

// Periods begin by being paid, and end by the clock. Everything here works on a subscription whose row the caller has locked.

/** Days after the period's end on which a payment is tried again. */
export const retryDays = [1, 3, 5, 7]
const graceDays = 3
/** However late a worker comes, tries are never spent one right after another. */
const retryPause = sql`interval '12 hours'`
/** Access outlives the period by this, in which the next one is paid. */
const renewalTime = sql`interval '1 hour'`

/** What the wallet pays for one period today. */
export const tokensOf = (ctx: Context, price: bigint): bigint =>
  tokensForPrice(price, ctx.settings.get('currency'), ctx.settings.get('tokenValue'))

/** Pays for a period, from the wallet or with a completed card payment, and starts it. Repeated requests pay a period only once. */
export async function payPeriod(
  tx: Context,
  subscription: SubscriptionRow,
  number: number,
  {
    coupon,
    credit = 0n,
    ...paid
  }: {
    cardMinor?: bigint
    country?: string | null
    coupon?: { code: string; discount: bigint }
    /** What was left of the plan before, in minor units. */
    credit?: bigint
  } = {},
): Promise<void> {
  const whole = tokensOf(tx, subscription.price_locked)
  const tokens = tokensOf(tx, subscription.price_locked - credit - (coupon?.discount ?? 0n))
  // Nothing is charged that costs nothing.
  if (tokens === 0n) return begin(tx, subscription, number)
  const key = `subscription:${subscription.id}:${number}`
  await charge(tx, {
    userId: subscription.fan_id,
    performerId: subscription.performer_id,
    type: 'subscription',
    targetId: subscription.id,
    tokens,
    ...(coupon && (await isCouponOfSite(tx, coupon.code)) && { siteBears: whole - tokens }),
    key,
    bodyHash: bodyHash([key]),
    ...paid,
  })
  await begin(tx, subscription, number)
}

/** The first period starts now; the next one where the last ended, unless access had run out meanwhile. */
async function begin(tx: Context, subscription: SubscriptionRow, number: number): Promise<void> {
  const lapsed = sql`(status IN ('incomplete', 'expired') OR access_until IS NULL OR access_until <= app_now())`
  await sql`
    WITH anchor AS (SELECT id, CASE WHEN ${lapsed} THEN app_now() ELSE anchor_at END AS at, CASE WHEN ${lapsed} THEN 1 ELSE anchor_periods + 1 END AS periods
      FROM subscriptions WHERE id = ${subscription.id})
    UPDATE subscriptions s SET status = 'active', period_number = ${number}, anchor_at = anchor.at, anchor_periods = anchor.periods,
      started_at = CASE WHEN ${number} = 1 THEN app_now() ELSE started_at END,
      current_period_end = months_after(anchor.at, s.months * anchor.periods),
      access_until = months_after(anchor.at, s.months * anchor.periods) + CASE WHEN s.cancel_at_period_end THEN interval '0' ELSE ${renewalTime} END,
      next_retry_at = NULL, retry_count = 0, paused_until = NULL, change_id = NULL, updated_at = app_now()
    FROM anchor WHERE s.id = anchor.id`.execute(tx.db)
  if (number === 1 || subscription.status === 'expired' || subscription.status === 'paused')
    await countSubscriber(tx, subscription, 1)
  const wasShut = (subscription.access_until ?? tx.clock.now()) <= tx.clock.now()
  if (wasShut) await fillInbox(tx, subscription.fan_id, subscription.performer_id)
  if (number === 1) await followWithin(tx, subscription.fan_id, subscription.performer_id)
  await publishSubscription(tx, number === 1 ? subscriptionStarted : subscriptionRenewed, subscription)
}

/** A free period has a length of its own and is not renewed. */
export async function beginFree(tx: Context, subscription: SubscriptionRow): Promise<void> {
  const { freeSubscriptionDuration: length, freeSubscriptionUnit: unit } = tx.settings.all()
  const until =
    unit === 'day'
      ? sql`app_now() + make_interval(days => ${length})`
      : sql`months_after(app_now(), ${unit === 'year' ? length * 12 : length})`
  await sql`UPDATE subscriptions SET status = 'active', current_period_end = ${until}, access_until = ${until}, updated_at = app_now()
    WHERE id = ${subscription.id}`.execute(tx.db)
  await countSubscriber(tx, subscription, 1)
  await fillInbox(tx, subscription.fan_id, subscription.performer_id)
  await followWithin(tx, subscription.fan_id, subscription.performer_id)
  await publishSubscription(tx, subscriptionStarted, subscription)
}

interface CardPayment {
  id: string
  account_id: string
  subscription_id: string | null
  period_number: number | null
  amount: bigint
  /** What a coupon took off the first period. */
  discount?: bigint
  coupon_code?: string | null
  plan_change_id?: string | null
}

/** A card has paid: the period begins. False where it can't any more, so that the money is credited otherwise. */
export async function beginPaidPeriod(tx: Context, payment: CardPayment): Promise<boolean> {
  const subscription = await lockSubscription(tx, payment.subscription_id!)
  const number = payment.period_number!
  if (!subscription || subscription.status === 'revoked') return false
  if (payment.plan_change_id) return beginChangedPeriod(tx, subscription, payment)
  if (
    number > 1
      ? subscription.period_number !== number - 1 || !liveStatuses.includes(subscription.status)
      : subscription.current_period_end !== null
  )
    return false
  if (!(await canStillBePaidBy(tx, subscription.fan_id, subscription.performer_id))) {
    if (liveStatuses.includes(subscription.status)) await expire(tx, subscription)
    return false
  }
  // Ended before it began: it may still begin, unless the fan has subscribed otherwise meanwhile.
  if (subscription.status === 'expired' && (await hasAnother(tx, subscription))) return false
  const { coupon_code: code, discount } = payment
  await payPeriod(tx, subscription, number, {
    cardMinor: payment.amount,
    ...(code && { coupon: { code, discount: discount ?? 0n } }),
  })
  return true
}

/** The card has paid for another plan, which begins now, if the change still stands. */
async function beginChangedPeriod(tx: Context, subscription: SubscriptionRow, payment: CardPayment): Promise<boolean> {
  const change = await waitingChange(tx, subscription.id)
  const stands =
    change?.id === payment.plan_change_id &&
    subscription.period_number === payment.period_number! - 1 &&
    changeableStatuses.includes(subscription.status) &&
    (await canStillBePaidBy(tx, subscription.fan_id, subscription.performer_id))
  if (!stands || !change) {
    await dropChange(tx, payment.plan_change_id!)
    return false
  }
  await beginChange(tx, subscription, change, { cardMinor: payment.amount })
  return true
}

/** Another plan begins with a period of its own, paid less what was left of the one before. */
export async function beginChange(
  tx: Context,
  subscription: SubscriptionRow,
  change: PlanChangeRow,
  paid: { cardMinor?: bigint; country?: string | null },
): Promise<void> {
  const changed = await takeOverPlan(tx, change, 'now')
  await payPeriod(tx, changed, subscription.period_number + 1, { ...paid, credit: change.credit })
  await sql`UPDATE subscriptions SET change_id = ${change.id} WHERE id = ${subscription.id}`.execute(tx.db)
}

const hasAnother = async (tx: Context, { fan_id, performer_id }: SubscriptionRow): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 AS found FROM subscriptions WHERE fan_id = ${fan_id} AND performer_id = ${performer_id} AND status = ANY(${liveStatuses}::text[])`,
  )) !== undefined

/** A card did not pay: a first period stays unbegun, a later one is tried again. */
export async function periodNotPaid(tx: Context, payment: CardPayment, how: 'failed' | 'cancelled'): Promise<void> {
  const subscription = await lockSubscription(tx, payment.subscription_id!)
  if (!subscription) return
  // The plan stays as it is; what failed may be tried again.
  if (payment.plan_change_id) return how === 'cancelled' ? dropChange(tx, payment.plan_change_id) : undefined
  if (subscription.status === 'incomplete' && how === 'cancelled')
    await sql`UPDATE subscriptions SET status = 'expired', updated_at = app_now() WHERE id = ${subscription.id}`.execute(
      tx.db,
    )
  if (liveStatuses.includes(subscription.status) && payment.period_number === subscription.period_number + 1)
    await fallBehind(tx, subscription)
}

/** Renewal could not be paid: access goes on for three days, payment is tried on days 1, 3, 5 and 7, and then it ends. */
export async function fallBehind(tx: Context, subscription: SubscriptionRow): Promise<void> {
  const tries = subscription.status === 'past_due' ? subscription.retry_count + 1 : 0
  const day = retryDays[tries]
  if (day === undefined) return expire(tx, subscription)
  await sql`UPDATE subscriptions SET status = 'past_due', retry_count = ${tries},
    next_retry_at = greatest(coalesce(paused_until, current_period_end) + make_interval(days => ${day}), app_now() + ${retryPause}),
    access_until = current_period_end + make_interval(days => ${graceDays}), updated_at = app_now() WHERE id = ${subscription.id}`.execute(
    tx.db,
  )
  if (subscription.status === 'paused') await countSubscriber(tx, subscription, 1)
  if (tries === 0) await publishSubscription(tx, subscriptionPastDue, subscription)
}

/**
 * Refund of a period. In full, its earning and fee are taken back, and access ends at once. What had gone back to the wallet already, because
 * access ended early, is taken from there.
 */
export async function refundPeriod(
  tx: Context,
  payment: CardPayment,
  { key, money, whole }: { key: string; money: Move; whole: boolean },
): Promise<void> {
  const period = whole ? await chargeOfPosting(tx, periodKey(payment)) : undefined
  const moves = period
    ? [...(await reverseCharge(tx, period.id)), ...(await takeFromWallet(tx, payment.account_id, period.returned))]
    : []
  await post(tx, { key, reason: 'refund', actorId: payment.account_id, moves: [money, ...moves] })
  if (whole) await revokePeriod(tx, payment)
}

/** The key of the posting that paid this payment's period. */
export const periodKey = ({ account_id, subscription_id, period_number }: CardPayment): string =>
  chargeKey(account_id, `subscription:${subscription_id}:${period_number}`)

/** Access to what a payment paid for ends at once. */
export async function revokePeriod(tx: Context, payment: CardPayment): Promise<void> {
  const subscription = await lockSubscription(tx, payment.subscription_id!)
  if (subscription && liveStatuses.includes(subscription.status)) await revoke(tx, subscription)
}

/** Ends the subscriptions whose running period one of these charges paid. */
export async function revokePaidBy(tx: Context, chargeIds: readonly string[]): Promise<void> {
  const found = await rows(
    tx.db,
    sql<{
      id: string
    }>`SELECT s.id FROM charges c JOIN ledger_transactions t ON t.id = c.id JOIN subscriptions s ON s.id = c.target_id
      WHERE c.id = ANY(${chargeIds}::uuid[]) AND c.type = 'subscription' AND s.status = ANY(${liveStatuses}::text[])
        AND (t.key = 'charge:' || s.fan_id || ':subscription:' || s.id || ':' || s.period_number
          OR EXISTS (SELECT FROM plan_change_credits k WHERE k.change_id = s.change_id AND k.charge_id = c.id)) ORDER BY s.id`,
  )
  for (const { id } of found) {
    const subscription = await lockSubscription(tx, id)
    if (subscription && liveStatuses.includes(subscription.status)) await revoke(tx, subscription)
  }
}
