import type { Plan, Subscription } from '@fanlight/contract/subscriptions'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { hiddenPerformers } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { fromMinor } from '../wallet/currency.ts'
import { tokensOf } from './periods.ts'
import { planTerms } from './plan-terms.ts'
import type { ListedSubscription, PlanRow } from './store.ts'

export function presentPlan(ctx: Context, plan: PlanRow): Plan {
  const currency = ctx.settings.get('currency')
  return {
    _id: plan.version_id,
    planId: plan.id,
    performerId: plan.performer_id,
    name: plan.name,
    type: plan.type,
    interval: plan.type === 'yearly' ? 'year' : 'month',
    months: plan.months,
    price: plan.price === null ? null : fromMinor(plan.price, currency),
    tokens: plan.price === null ? null : fromHundredths(tokensOf(ctx, plan.price)),
    currency,
    discountPct: plan.discount_pct,
    perks: plan.perks,
    active: plan.active,
    order: plan.position,
    terms: planTerms(ctx, { versionId: plan.version_id, price: plan.price }),
  }
}

/** Subscriptions with the faces of those they name, as far as this viewer may know of them. */
export async function presentSubscriptions(
  ctx: Context,
  viewer: SignedIn,
  found: readonly ListedSubscription[],
): Promise<Subscription[]> {
  const performers = found.map((entry) => entry.performer_id)
  const faces = found.flatMap((entry) => [entry.fan_avatar_id, entry.performer_avatar_id])
  const [files, hidden] = await Promise.all([
    loadFiles(ctx, [...new Set(faces.filter((id) => id !== null))]),
    hiddenPerformers(ctx, viewer, performers),
  ])
  const face = (fileId: string | null): string =>
    presentAvatar(ctx, fileId === null ? null : (files.get(fileId) ?? null))
  // Of a performer who is hidden from the viewer by now, it shows the name and nothing that leads on.
  const known = found.map((entry) =>
    hidden.has(entry.performer_id) ? { ...entry, performer_username: null, performer_avatar_id: null } : entry,
  )
  return known.map((entry) =>
    presentSubscription(ctx, entry, { fan: face(entry.fan_avatar_id), performer: face(entry.performer_avatar_id) }),
  )
}

/** What a performer may see of their fans' subscriptions: not how they pay. */
export const presentSubscribers = async (
  ctx: Context,
  viewer: SignedIn,
  found: readonly ListedSubscription[],
): Promise<Subscription[]> =>
  (await presentSubscriptions(ctx, viewer, found)).map((subscription) => ({
    ...subscription,
    cardId: null,
    paymentGateway: '',
  }))

function presentSubscription(
  ctx: Context,
  subscription: ListedSubscription,
  avatar: { fan: string; performer: string },
): Subscription {
  const currency = ctx.settings.get('currency')
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    _id: subscription.id,
    userId: subscription.fan_id,
    performerId: subscription.performer_id,
    planId: subscription.plan_id,
    user:
      subscription.fan_name === null
        ? null
        : {
            _id: subscription.fan_id,
            name: subscription.fan_name,
            username: subscription.fan_username,
            avatar: avatar.fan,
          },
    performer:
      subscription.performer_name === null
        ? null
        : {
            _id: subscription.performer_id,
            name: subscription.performer_name,
            username: subscription.performer_username,
            avatar: avatar.performer,
          },
    type: subscription.type,
    status: subscription.status,
    paymentGateway: subscription.payment_gateway,
    cardId: subscription.card_id,
    price: fromMinor(subscription.price_locked, currency),
    currency,
    months: subscription.months,
    startedAt: subscription.started_at.toISOString(),
    currentPeriodEnd: time(subscription.current_period_end),
    accessUntil: time(subscription.access_until),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    nextRetryAt: time(subscription.next_retry_at),
    retryCount: subscription.retry_count,
    pauseMonths: subscription.pause_months,
    pausedUntil: subscription.status === 'paused' ? time(subscription.paused_until) : null,
    canPause:
      subscription.status === 'active' &&
      !subscription.was_paused &&
      !subscription.cancel_at_period_end &&
      subscription.type !== 'free' &&
      subscription.type !== 'gift',
    nextPlan:
      subscription.next_plan_id === null
        ? null
        : {
            planId: subscription.next_plan_id,
            name: subscription.next_plan_name!,
            type: subscription.next_plan_type!,
            months: subscription.next_plan_months!,
            price: fromMinor(subscription.next_plan_price!, currency),
          },
    createdAt: subscription.created_at.toISOString(),
    updatedAt: subscription.updated_at.toISOString(),
  }
}
