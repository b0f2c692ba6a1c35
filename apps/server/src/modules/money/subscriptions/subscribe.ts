import type { Context } from '../../../platform/context.ts'
import { constraintOf } from '../../../platform/db/db.ts'
import { bodyHash, onceByRow } from '../../../platform/once.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { bindToPayment, lockCoupon, type PaidFor, take, usePaid } from '../coupons/uses.ts'
import { type Shown, shownParts } from '../charges/shown-terms.ts'
import { attempt, firstAnswer } from '../payments/attempt.ts'
import { cardOf, insertPayment, type PaymentRow, paymentOfKey } from '../payments/records.ts'
import { requireCardAllowed, requirePayingAllowed } from '../payments/paying-block.ts'
import { accepted, chosenGateway } from '../payments/top-up.ts'
import { toMinor } from '../wallet/currency.ts'
import { presentPlan } from './present.ts'
import { beginFree, payPeriod, tokensOf } from './periods.ts'
import {
  dropIncomplete,
  insertSubscription,
  listedSubscription,
  type PlanRow,
  planOfVersion,
  type SubscriptionRow,
  subscriptionOfKey,
} from './store.ts'

export interface NewSubscription extends Shown {
  performerId: string
  /** The version of the plan that was shown. */
  planId: string
  paymentGateway: 'wallet' | 'test' | 'stripe'
  cardId?: string | undefined
  coupon?: string | undefined
  /** A page of ours, to which the bank's page leads back. */
  returnPath?: string | undefined
  key: string
}

/** Subscribes, once a key and once a pair. By card it is active when the card has paid, which may need its owner. */
export async function subscribe(
  ctx: Context,
  fan: SignedIn,
  wanted: NewSubscription,
): Promise<{ subscriptionId: string; paymentId: string | null }> {
  const { performerId, planId, paymentGateway, cardId = null, coupon } = wanted
  const parts = [performerId, planId, paymentGateway, cardId, ...shownParts(wanted)]
  const hash = bodyHash(coupon === undefined ? parts : [...parts, coupon])
  const first = () => subscriptionOfKey(ctx, fan.id, wanted.key)
  const subscription = await onceByRow(hash, first, async () => (await first()) ?? begin(ctx, fan, wanted, hash))
  const payment = await paymentOfKey(ctx, fan.id, paymentKey(subscription.id, 1))
  if (payment) accepted(payment.status === 'created' ? await attempt(ctx, payment.id) : await firstAnswer(ctx, payment))
  return { subscriptionId: subscription.id, paymentId: payment?.id ?? null }
}

export const paymentKey = (subscriptionId: string, period: number, retry = 0): string =>
  period === 1 ? `subscription:${subscriptionId}` : `renewal:${subscriptionId}:${period}:${retry}`

async function begin(ctx: Context, fan: SignedIn, wanted: NewSubscription, hash: Buffer): Promise<SubscriptionRow> {
  const { performerId, planId } = wanted
  refuseIf(performerId === fan.id, 'NOT_TO_ONESELF')
  await requireVisiblePerformer(ctx, fan, performerId)
  const plan = await planOfVersion(ctx, performerId, planId)
  if (!plan || (plan.type === 'free' && !ctx.settings.get('freeSubscriptionEnabled'))) refuse('PLAN_NOT_AVAILABLE')
  requireShownPlan(ctx, plan, wanted)
  const byCard = plan.type !== 'free' && wanted.paymentGateway !== 'wallet'
  if (byCard) {
    chosenGateway(ctx, wanted.paymentGateway as Exclude<NewSubscription['paymentGateway'], 'wallet'>)
    refuseIf(!wanted.cardId, 'NOT_FOUND')
  }
  try {
    return await ctx.transaction((tx) => make(tx, fan, wanted, plan, byCard, hash))
  } catch (error) {
    if (constraintOf(error) === 'subscriptions_live_one') refuse('ALREADY_SUBSCRIBED')
    throw error
  }
}

/** Refuses a plan that isn’t what was shown, with what it is now. */
function requireShownPlan(ctx: Context, plan: PlanRow, { planId, expectedPrice, expectedTerms }: NewSubscription) {
  const now = presentPlan(ctx, plan)
  refuseIf(plan.version_id !== planId, 'PLAN_CHANGED', { plan: now })
  if (expectedPrice !== undefined && toMinor(expectedPrice, now.currency) !== (plan.price ?? 0n))
    refuse('PRICE_CHANGED', { price: now.price, tokens: now.tokens, plan: now })
  refuseIf(expectedTerms !== undefined && expectedTerms !== now.terms, 'PLAN_CHANGED', { plan: now })
}

async function make(
  tx: Context,
  fan: SignedIn,
  wanted: NewSubscription,
  plan: PlanRow,
  byCard: boolean,
  hash: Buffer,
): Promise<SubscriptionRow> {
  const coupon = wanted.coupon === undefined ? undefined : await lockCoupon(tx, wanted.coupon)
  // Checked again when the charge is made; for a free plan this is the only check.
  await lockPairShared(tx, fan.id, wanted.performerId)
  await requireVisiblePerformer(tx, fan, wanted.performerId)
  const card = byCard ? await cardOf(tx, fan.id, wanted.cardId!) : undefined
  refuseIf(byCard && card?.gateway !== wanted.paymentGateway, 'NOT_FOUND')
  if (plan.type !== 'free') await requirePayingAllowed(tx, fan.id)
  if (card) await requireCardAllowed(tx, card.fingerprint)
  await dropIncomplete(tx, fan.id, wanted.performerId)
  const made = (await insertSubscription(tx, {
    fan_id: fan.id,
    performer_id: wanted.performerId,
    plan_id: plan.id,
    plan_version: plan.version,
    type: plan.type,
    payment_gateway: byCard ? wanted.paymentGateway : 'wallet',
    card_id: card?.id ?? null,
    price_locked: plan.price ?? 0n,
    months: plan.months,
    key: wanted.key,
    body_hash: hash,
  }))!
  if (plan.type === 'free') {
    refuseIf(coupon !== undefined, 'COUPON_NOT_FOR_THIS', { appliesTo: coupon?.applies_to })
    await beginFree(tx, made)
    return made
  }
  const use =
    coupon &&
    (await take(
      tx,
      { payer: fan, coupon, what: paidFor(made), fingerprint: card?.fingerprint ?? null },
      { subscriptionId: made.id },
    ))
  const discount = use?.discount ?? 0n
  if (card && discount < made.price_locked) {
    const first = newPayment(tx, made, card, 1, 0, coupon && { code: coupon.code, discount })
    const payment = await insertPayment(tx, { ...first, return_path: wanted.returnPath ?? null })
    if (use) await bindToPayment(tx, use, payment!.id)
    return made
  }
  await payPeriod(tx, made, 1, { country: fan.country, ...(coupon && { coupon: { code: coupon.code, discount } }) })
  if (use) await usePaid(tx, use)
  return made
}

const paidFor = ({ price_locked, performer_id, plan_id }: SubscriptionRow): PaidFor => ({
  kind: 'subscription',
  price: price_locked,
  performerId: performer_id,
  planId: plan_id!,
})

/** What the first period of this subscription is paid for with a coupon. */
export const paidForFirstPeriod = async (tx: Context, id: string): Promise<PaidFor> =>
  paidFor((await listedSubscription(tx, id))!)

/** The card payment of one period. Its idempotency key is derived from the period and the attempt, so that it is requested once. */
export const newPayment = (
  ctx: Context,
  subscription: SubscriptionRow,
  card: { id: string; gateway: PaymentRow['gateway'] },
  period: number,
  retry: number,
  coupon?: { code: string; discount: bigint },
): Parameters<typeof insertPayment>[1] => ({
  account_id: subscription.fan_id,
  purpose: 'subscription',
  amount: subscription.price_locked - (coupon?.discount ?? 0n),
  discount: coupon?.discount ?? 0n,
  coupon_code: coupon?.code ?? null,
  currency: ctx.settings.get('currency'),
  tokens: tokensOf(ctx, subscription.price_locked - (coupon?.discount ?? 0n)),
  gateway: card.gateway,
  card_id: card.id,
  subscription_id: subscription.id,
  period_number: period,
  key: paymentKey(subscription.id, period, retry),
  body_hash: bodyHash([subscription.id, period, retry]),
})
