import type { Coupon } from '@fanlight/contract/coupons'
import type { Context } from '../../../platform/context.ts'
import { fromMinor } from '../wallet/currency.ts'
import type { ListedCoupon, Summary } from './store.ts'

export function presentCoupon(ctx: Context, coupon: ListedCoupon): Coupon {
  const currency = ctx.settings.get('currency')
  const money = (minor: bigint) => fromMinor(minor, currency)
  return {
    _id: coupon.id,
    code: coupon.code,
    performerId: coupon.performer_id,
    percent: coupon.percent,
    amount: coupon.amount === null ? null : money(coupon.amount),
    currency,
    appliesTo: coupon.applies_to,
    planIds: coupon.plan_ids,
    newSubscribersOnly: coupon.new_subscribers_only,
    maxUses: coupon.max_uses,
    perUser: coupon.per_user,
    startsAt: coupon.starts_at.toISOString(),
    endsAt: coupon.ends_at?.toISOString() ?? null,
    state: stateOf(coupon, ctx.clock.now()),
    used: coupon.used,
    reserved: coupon.reserved,
    sales: money(coupon.sales),
    given: money(coupon.given),
    createdAt: coupon.created_at.toISOString(),
    updatedAt: coupon.updated_at.toISOString(),
  }
}

/** As the store’s list counts and filters them. */
function stateOf({ ends_at, max_uses, used, starts_at }: ListedCoupon, now: Date): Coupon['state'] {
  if (ends_at && ends_at <= now) return 'ended'
  if (max_uses !== null && used >= max_uses) return 'used_up'
  return starts_at > now ? 'scheduled' : 'active'
}

export function presentSummary(ctx: Context, { used, sales, given, ...counts }: Summary) {
  const currency = ctx.settings.get('currency')
  return { used, sales: fromMinor(sales, currency), given: fromMinor(given, currency), currency, counts }
}
