import type { PlanChange } from '@fanlight/contract/subscriptions'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { bodyHash, onceByRow } from '../../../platform/once.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { attempt, firstAnswer } from '../payments/attempt.ts'
import { requireCardAllowed, requirePayingAllowed } from '../payments/paying-block.ts'
import { cardOf, insertPayment, paymentOfKey } from '../payments/records.ts'
import { accepted, chosenGateway } from '../payments/top-up.ts'
import { fromMinor, microOf, moneyForTokens, toMinor } from '../wallet/currency.ts'
import { publishSubscription } from './end-subscription.ts'
import { subscriptionChanged } from './events.ts'
import { lockSubscription } from './lock.ts'
import { beginChange, tokensOf } from './periods.ts'
import {
  changeableStatuses,
  changeOfKey,
  dropChange,
  dropWaitingChange,
  insertChange,
  isBeingPaid,
  type PlanChangeRow,
  waitingChange,
} from './plan-change-store.ts'
import { presentPlan } from './present.ts'
import { type PlanRow, planOfVersion, plansOf, type SubscriptionRow } from './store.ts'
import { sumOf, type Unused, unusedOf } from './unused-days.ts'

// Up at once at the full price: the period restarts, and unused days are credited against it and never paid out. Down at the period's end.
// (domain §4)

const hour = 3_600_000
const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hour) * hour)

/** Up is what costs more for its whole period than what is paid now. */
const isUp = (subscription: SubscriptionRow, plan: PlanRow): boolean => (plan.price ?? 0n) > subscription.price_locked

interface Offer {
  plan: PlanRow
  atOnce: boolean
  credits: Unused[]
  /** Minor units. */
  credit: bigint
}

/** What is left is counted to the hour, so that an amount that is shown stays while somebody reads it. */
async function offerOf(ctx: Context, subscription: SubscriptionRow, plan: PlanRow, at: Date): Promise<Offer> {
  const atOnce = isUp(subscription, plan)
  const credits = atOnce ? await unusedOf(ctx, subscription, startOfHour(at)) : []
  const { currency, tokenValue } = ctx.settings.all()
  const left = moneyForTokens(sumOf(credits) * microOf(tokenValue), currency)
  return { plan, atOnce, credits, credit: left < plan.price! ? left : plan.price! }
}

const own = (subscription: SubscriptionRow | undefined, fan: SignedIn): SubscriptionRow =>
  subscription?.fan_id === fan.id ? subscription : refuse('NOT_FOUND')

function requireChangeable(subscription: SubscriptionRow): void {
  refuseIf(subscription.status === 'expired' || subscription.status === 'revoked', 'SUBSCRIPTION_OVER')
  refuseIf(!changeableStatuses.includes(subscription.status), 'SUBSCRIPTION_NOT_CHANGEABLE')
}

/** A plan that is on offer, for money, and is not the one that runs at its price. */
async function requireOther(ctx: Context, subscription: SubscriptionRow, versionId: string): Promise<PlanRow> {
  const plan = await planOfVersion(ctx, subscription.performer_id, versionId)
  if (!plan?.price || isSame(subscription, plan)) refuse('PLAN_NOT_AVAILABLE')
  return plan
}
const isSame = (subscription: SubscriptionRow, plan: PlanRow): boolean =>
  subscription.plan_id === plan.id && subscription.price_locked === plan.price && subscription.months === plan.months

const subscriptionById = (ctx: Context, id: string) =>
  row(ctx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id}`)

/** The plans that this subscription may change to. */
export async function otherPlans(ctx: Context, fan: SignedIn, id: string): Promise<PlanRow[]> {
  const subscription = own(await subscriptionById(ctx, id), fan)
  const plans = await plansOf(ctx, subscription.performer_id, { active: true, sortBy: 'order', sort: 'asc' })
  return plans.filter((plan) => plan.price && !isSame(subscription, plan))
}

/** Both dates and the amount, before anything is decided. */
export async function previewChange(
  ctx: Context,
  fan: SignedIn,
  { id, planId }: { id: string; planId: string },
): Promise<PlanChange> {
  const subscription = own(await subscriptionById(ctx, id), fan)
  await requireVisiblePerformer(ctx, fan, subscription.performer_id)
  requireChangeable(subscription)
  return presentOffer(
    ctx,
    subscription,
    await offerOf(ctx, subscription, await requireOther(ctx, subscription, planId), ctx.clock.now()),
  )
}

async function presentOffer(ctx: Context, subscription: SubscriptionRow, offer: Offer): Promise<PlanChange> {
  const currency = ctx.settings.get('currency')
  const begins = offer.atOnce ? ctx.clock.now() : subscription.current_period_end!
  const { end } = (await row(
    ctx.db,
    sql<{ end: Date }>`SELECT months_after(${begins}::timestamptz, ${offer.plan.months}) AS "end"`,
  ))!
  const due = offer.plan.price! - offer.credit
  return {
    plan: presentPlan(ctx, offer.plan),
    atOnce: offer.atOnce,
    beginsAt: begins.toISOString(),
    periodEnd: end.toISOString(),
    credit: fromMinor(offer.credit, currency),
    due: fromMinor(due, currency),
    dueTokens: fromHundredths(tokensOf(ctx, due)),
    currency,
  }
}

export interface NewPlanChange {
  id: string
  planId: string
  paymentGateway: SubscriptionRow['payment_gateway']
  cardId?: string | undefined
  expectedDue: number
  expectedTerms?: string | undefined
  key: string
}

/** Changes the plan, once a key. By card it is done when the card has paid. */
export async function changePlan(
  ctx: Context,
  fan: SignedIn,
  wanted: NewPlanChange,
): Promise<{ paymentId: string | null }> {
  const { id, planId, paymentGateway, cardId = null, expectedDue, expectedTerms = null } = wanted
  const hash = bodyHash([id, planId, paymentGateway, cardId, expectedDue, expectedTerms])
  const first = () => changeOfKey(ctx, fan.id, wanted.key)
  const change = await onceByRow(hash, first, async () => (await first()) ?? begin(ctx, fan, wanted, hash))
  const payment = await paymentOfKey(ctx, fan.id, paymentKey(change))
  if (payment) accepted(payment.status === 'created' ? await attempt(ctx, payment.id) : await firstAnswer(ctx, payment))
  return { paymentId: payment?.id ?? null }
}

const paymentKey = ({ id }: Pick<PlanChangeRow, 'id'>): string => `plan-change:${id}`

async function begin(ctx: Context, fan: SignedIn, wanted: NewPlanChange, hash: Buffer): Promise<PlanChangeRow> {
  const seen = own(await subscriptionById(ctx, wanted.id), fan)
  await requireVisiblePerformer(ctx, fan, seen.performer_id)
  if (wanted.paymentGateway !== 'wallet') {
    chosenGateway(ctx, wanted.paymentGateway)
    refuseIf(!wanted.cardId, 'NOT_FOUND')
  }
  return ctx.transaction(async (tx) => {
    const subscription = own(await lockSubscription(tx, wanted.id), fan)
    await requireVisiblePerformer(tx, fan, subscription.performer_id)
    requireChangeable(subscription)
    const offer = await shownOffer(tx, subscription, wanted)
    const byCard = wanted.paymentGateway !== 'wallet'
    const card = byCard ? await cardOf(tx, fan.id, wanted.cardId!) : undefined
    refuseIf(byCard && card?.gateway !== wanted.paymentGateway, 'NOT_FOUND')
    await requirePayingAllowed(tx, fan.id)
    if (card) await requireCardAllowed(tx, card.fingerprint)
    const before = await waitingChange(tx, subscription.id)
    if (before) {
      refuseIf(await isBeingPaid(tx, before.id), 'SUBSCRIPTION_NOT_CHANGEABLE')
      await dropChange(tx, before.id)
    }
    const change = await insertChange(
      tx,
      offer.plan,
      {
        subscription_id: subscription.id,
        fan_id: fan.id,
        credit: offer.credit,
        at_once: offer.atOnce,
        payment_gateway: wanted.paymentGateway,
        card_id: card?.id ?? null,
        key: wanted.key,
        body_hash: hash,
      },
      offer.credits,
    )
    await pay(tx, fan, subscription, change, card)
    return change
  })
}

/** What was shown is what is done: another plan, price or amount is refused with what it is now. */
async function shownOffer(tx: Context, subscription: SubscriptionRow, wanted: NewPlanChange): Promise<Offer> {
  const plan = await requireOther(tx, subscription, wanted.planId)
  const now = presentPlan(tx, plan)
  refuseIf(plan.version_id !== wanted.planId, 'PLAN_CHANGED', { plan: now })
  refuseIf(wanted.expectedTerms !== undefined && wanted.expectedTerms !== now.terms, 'PLAN_CHANGED', { plan: now })
  const offer = await offerOf(tx, subscription, plan, tx.clock.now())
  const shown = plan.price! - toMinor(wanted.expectedDue, now.currency)
  if (shown === offer.credit) return offer
  const before = await offerOf(tx, subscription, plan, new Date(tx.clock.now().getTime() - hour))
  if (shown === before.credit) return before
  refuse('PRICE_CHANGED', { price: fromMinor(plan.price! - offer.credit, now.currency), plan: now })
}

async function pay(
  tx: Context,
  fan: SignedIn,
  subscription: SubscriptionRow,
  change: PlanChangeRow,
  card: Awaited<ReturnType<typeof cardOf>>,
): Promise<void> {
  if (!change.at_once) {
    // Who chooses a plan for the time after the end of the period doesn't end with it.
    await sql`UPDATE subscriptions SET cancel_at_period_end = false, pause_months = NULL, access_until = current_period_end + interval '1 hour',
      updated_at = app_now() WHERE id = ${subscription.id}`.execute(tx.db)
    return publishSubscription(tx, subscriptionChanged, subscription)
  }
  const due = change.price - change.credit
  if (!card || due === 0n) {
    await beginChange(tx, subscription, change, { country: fan.country })
    return publishSubscription(tx, subscriptionChanged, subscription)
  }
  const period = subscription.period_number + 1
  await insertPayment(tx, {
    account_id: fan.id,
    purpose: 'subscription',
    amount: due,
    currency: tx.settings.get('currency'),
    tokens: tokensOf(tx, due),
    gateway: card.gateway,
    card_id: card.id,
    subscription_id: subscription.id,
    period_number: period,
    plan_change_id: change.id,
    key: paymentKey(change),
    body_hash: bodyHash([change.id]),
  })
}

/** Stays with the plan that runs. */
export async function keepPlan(ctx: Context, fan: SignedIn, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const subscription = own(await lockSubscription(tx, id), fan)
    const waiting = await waitingChange(tx, id)
    if (!waiting || (await isBeingPaid(tx, waiting.id))) return
    await dropWaitingChange(tx, id)
    await publishSubscription(tx, subscriptionChanged, subscription)
  })
}
