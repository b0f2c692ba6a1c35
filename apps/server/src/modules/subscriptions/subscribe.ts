import type { Context } from '../../platform/context.ts'
import { constraintOf } from '../../platform/db.ts'
import { bodyHash } from '../../platform/once.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { holdBetween } from '../access/between.ts'
import { refuseHiddenPerformer } from '../access/door.ts'
import { attempt } from '../payments/attempt.ts'
import { cardOf, insertPayment, type PaymentRow, paymentOfKey } from '../payments/records.ts'
import { accepted, chosenGateway } from '../payments/top-up.ts'
import { beginFree, payPeriod, tokensOf } from './periods.ts'
import {
  dropIncomplete,
  insertSubscription,
  type PlanRow,
  planOf,
  type SubscriptionRow,
  subscriptionOfKey,
} from './store.ts'

export interface NewSubscription {
  performerId: string
  planId: string
  paymentGateway: 'wallet' | 'sandbox' | 'stripe'
  cardId?: string | undefined
  key: string
}

/** Subscribes, once a key and once a pair. By card it is active when the card has paid, which may need its owner. */
export async function subscribe(
  ctx: Context,
  fan: SignedIn,
  wanted: NewSubscription,
): Promise<{ subscriptionId: string; paymentId: string | null }> {
  const hash = bodyHash([wanted.performerId, wanted.planId, wanted.paymentGateway, wanted.cardId ?? null])
  const subscription = (await subscriptionOfKey(ctx, fan.id, wanted.key)) ?? (await begin(ctx, fan, wanted, hash))
  refuseIf(!subscription.body_hash?.equals(hash), 'KEY_REUSED')
  const payment = await paymentOfKey(ctx, fan.id, paymentKey(subscription.id, 1))
  if (payment) accepted(payment.status === 'created' ? await attempt(ctx, payment.id) : payment)
  return { subscriptionId: subscription.id, paymentId: payment?.id ?? null }
}

export const paymentKey = (subscriptionId: string, period: number, retry = 0): string =>
  period === 1 ? `subscription:${subscriptionId}` : `renewal:${subscriptionId}:${period}:${retry}`

async function begin(ctx: Context, fan: SignedIn, wanted: NewSubscription, hash: Buffer): Promise<SubscriptionRow> {
  const { performerId, planId } = wanted
  refuseIf(performerId === fan.id, 'NOT_TO_ONESELF')
  await refuseHiddenPerformer(ctx, fan, performerId)
  const plan = await planOf(ctx, performerId, planId)
  if (!plan || (plan.type === 'free' && !ctx.settings.get('freeSubscriptionEnabled'))) refuse('PLAN_NOT_AVAILABLE')
  const byCard = plan.type !== 'free' && wanted.paymentGateway !== 'wallet'
  if (byCard) {
    chosenGateway(ctx, wanted.paymentGateway as Exclude<NewSubscription['paymentGateway'], 'wallet'>)
    refuseIf(!wanted.cardId, 'NOT_FOUND')
  }
  try {
    return await ctx.transaction((tx) => make(tx, fan, wanted, plan, byCard, hash))
  } catch (error) {
    const again = await subscriptionOfKey(ctx, fan.id, wanted.key)
    if (again) return again
    if (constraintOf(error) === 'subscriptions_live') refuse('ALREADY_SUBSCRIBED')
    throw error
  }
}

async function make(
  tx: Context,
  fan: SignedIn,
  wanted: NewSubscription,
  plan: PlanRow,
  byCard: boolean,
  hash: Buffer,
): Promise<SubscriptionRow> {
  // Asked again where it is charged, and of a free plan here alone.
  await holdBetween(tx, fan.id, wanted.performerId)
  await refuseHiddenPerformer(tx, fan, wanted.performerId)
  const card = byCard ? await cardOf(tx, fan.id, wanted.cardId!) : undefined
  refuseIf(byCard && card?.gateway !== wanted.paymentGateway, 'NOT_FOUND')
  await dropIncomplete(tx, fan.id, wanted.performerId)
  const made = (await insertSubscription(tx, {
    fan_id: fan.id,
    performer_id: wanted.performerId,
    plan_id: plan.id,
    type: plan.type,
    payment_gateway: byCard ? wanted.paymentGateway : 'wallet',
    card_id: card?.id ?? null,
    price_locked: plan.price ?? 0n,
    months: plan.months,
    key: wanted.key,
    body_hash: hash,
  }))!
  if (plan.type === 'free') await beginFree(tx, made)
  else if (card) await insertPayment(tx, newPayment(tx, made, card, 1, 0))
  else await payPeriod(tx, made, 1, { country: fan.country })
  return made
}

/** The card payment of one period. Its key is that of the period and try, so that it is asked for once. */
export const newPayment = (
  ctx: Context,
  subscription: SubscriptionRow,
  card: { id: string; gateway: PaymentRow['gateway'] },
  period: number,
  retry: number,
): Parameters<typeof insertPayment>[1] => ({
  account_id: subscription.fan_id,
  purpose: 'subscription',
  amount: subscription.price_locked,
  currency: ctx.settings.get('currency'),
  tokens: tokensOf(ctx, subscription.price_locked),
  gateway: card.gateway,
  card_id: card.id,
  subscription_id: subscription.id,
  period_number: period,
  key: paymentKey(subscription.id, period, retry),
  body_hash: bodyHash([subscription.id, period, retry]),
})
