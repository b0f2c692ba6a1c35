import type { AppliedCoupon, CouponUse } from '@fanlight/contract/coupons'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { fromMinor, tokensForPrice } from '../wallet/currency.ts'
import { priceOfTokens } from '../payments/token-offer.ts'
import { planOnOffer } from '../subscriptions/plans.ts'
import { dropHeld } from './store.ts'
import { hold, lockCoupon, type PaidFor } from './uses.ts'

// spec: coupon.apply

/** Shows what a code takes off, and holds one use of it. */
export async function apply(ctx: Context, payer: SignedIn, code: string, use: CouponUse): Promise<AppliedCoupon> {
  const what = await paidFor(ctx, payer, use)
  return ctx.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, code)
    const { price, discount, held_until } = await hold(tx, { payer, coupon, what })
    const { currency, tokenValue } = tx.settings.all()
    const money = (minor: bigint) => fromMinor(minor, currency)
    return {
      code: coupon.code,
      performerId: coupon.performer_id,
      percent: coupon.percent,
      amount: coupon.amount === null ? null : money(coupon.amount),
      currency,
      price: money(price),
      discount: money(discount),
      total: money(price - discount),
      totalTokens:
        what.kind === 'tokens' ? null : fromHundredths(tokensForPrice(price - discount, currency, tokenValue)),
      reservedUntil: held_until.toISOString(),
    }
  })
}

async function paidFor(ctx: Context, payer: SignedIn, { planId, ...tokens }: CouponUse): Promise<PaidFor> {
  if (planId === undefined) return { kind: 'tokens', price: (await priceOfTokens(ctx, tokens)).amount }
  const plan = await planOnOffer(ctx, planId)
  if (!plan?.price) refuse('PLAN_NOT_AVAILABLE')
  await requireVisiblePerformer(ctx, payer, plan.performer_id)
  return { kind: 'subscription', price: plan.price, performerId: plan.performer_id, planId: plan.id }
}

/** Gives back the use that is held for this person, if one is. */
export const drop = (ctx: Context, payer: SignedIn, code: string) => dropHeld(ctx, code, payer.id)
