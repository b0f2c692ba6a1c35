import type { LookedAtCoupon } from '@fanlight/contract/coupons'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { plansOnOffer } from '../subscriptions/plans.ts'
import { fromMinor } from '../wallet/currency.ts'
import { packagesOnOffer } from '../wallet/packages.ts'
import { byCode } from './store.ts'
import { type PaidFor, usableFor } from './uses.ts'

type Priced = PaidFor & { id: string }

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
  const things = await (performerId === undefined ? packages(ctx) : plans(ctx, payer, performerId))
  const { offers } = await usableFor(ctx, { payer, coupon, fingerprint: null }, things)
  return {
    code: coupon.code,
    percent: coupon.percent,
    amount: coupon.amount === null ? null : money(coupon.amount),
    currency,
    endsAt: coupon.ends_at?.toISOString() ?? null,
    offers: offers.map(({ what: { id, price }, discount }) => ({
      _id: id,
      price: money(price),
      discount: money(discount),
      total: money(price - discount),
    })),
  }
}

async function packages(ctx: Context): Promise<Priced[]> {
  const found = await packagesOnOffer(ctx, { sortBy: 'order', sort: 'asc' })
  return found.map(({ id, price }) => ({ kind: 'tokens', id, price }))
}

async function plans(ctx: Context, payer: SignedIn, performerId: string): Promise<Priced[]> {
  await requireVisiblePerformer(ctx, payer, performerId)
  const found = await plansOnOffer(ctx, performerId)
  return found.flatMap(({ id: planId, version_id: id, price }) =>
    price ? [{ kind: 'subscription' as const, id, price, performerId, planId }] : [],
  )
}
