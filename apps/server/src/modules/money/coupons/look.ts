import type { LookedAtCoupon } from '@fanlight/contract/coupons'
import type { Context } from '../../../platform/context.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { plansOnOffer } from '../subscriptions/plans.ts'
import { fromMinor } from '../wallet/currency.ts'
import { packagesOnOffer } from '../wallet/packages.ts'
import { byCode } from './store.ts'
import { type PaidFor, requireUsable } from './uses.ts'

interface Priced {
  id: string
  what: PaidFor
}

/** What a code would take off the token packages or the plans of a performer, while nothing is held. Refuses, with the reason, a code for none. */
export async function look(
  ctx: Context,
  payer: SignedIn,
  code: string,
  performerId: string | undefined,
): Promise<LookedAtCoupon> {
  const coupon = (await byCode(ctx, code)) ?? refuse('COUPON_NOT_FOUND')
  const { currency } = ctx.settings.all()
  const money = (minor: bigint) => fromMinor(minor, currency)
  const offers: LookedAtCoupon['offers'] = []
  let refusal: Refusal | undefined
  for (const { id, what } of await (performerId === undefined ? packages(ctx) : plans(ctx, payer, performerId))) {
    try {
      const { discount } = await requireUsable(ctx, { payer, coupon, what, fingerprint: null })
      offers.push({ _id: id, price: money(what.price), discount: money(discount), total: money(what.price - discount) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
    }
  }
  if (offers.length === 0) throw refusal ?? new Refusal('COUPON_NOT_FOR_THIS', { appliesTo: coupon.applies_to })
  return {
    code: coupon.code,
    percent: coupon.percent,
    amount: coupon.amount === null ? null : money(coupon.amount),
    currency,
    endsAt: coupon.ends_at?.toISOString() ?? null,
    offers,
  }
}

async function packages(ctx: Context): Promise<Priced[]> {
  const found = await packagesOnOffer(ctx, { sortBy: 'order', sort: 'asc' })
  return found.map(({ id, price }) => ({ id, what: { kind: 'tokens', price } }))
}

async function plans(ctx: Context, payer: SignedIn, performerId: string): Promise<Priced[]> {
  await requireVisiblePerformer(ctx, payer, performerId)
  const found = await plansOnOffer(ctx, performerId)
  return found.flatMap(({ id: planId, version_id: id, price }) =>
    price ? [{ id, what: { kind: 'subscription', price, performerId, planId } as const }] : [],
  )
}
