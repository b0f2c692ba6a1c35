import * as calls from '@fanlight/contract/subscriptions'
import type { Context } from '../../../platform/context.ts'
import { route } from '../../../platform/http/http.ts'
import { pageOf, pageWithin } from '../../../platform/db/cursor.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentPayment } from '../payments/present.ts'
import { listedPayment } from '../payments/records.ts'
import { cancel } from './cancellation.ts'
import { give } from './gifts.ts'
import { changePlan, keepPlan, otherPlans, previewChange } from './plan-change.ts'
import { savePlans } from './plans.ts'
import { presentPlan, presentSubscribers, presentSubscriptions } from './present.ts'
import { listedSubscription, plansOf, searchSubscriptions } from './store.ts'
import { subscribe } from './subscribe.ts'
import { changePayment, pause, resume } from './upkeep.ts'

export const subscriptionRoutes = [
  route(calls.subscribe, async (ctx, { body, viewer, key }) => {
    const { subscriptionId, paymentId } = await subscribe(ctx, viewer, { ...body, key })
    const payment = paymentId ? await listedPayment(ctx, viewer.id, paymentId) : undefined
    return {
      data: {
        subscription: await presentOne(ctx, viewer, subscriptionId),
        payment: payment ? presentPayment(payment) : null,
      },
    }
  }),
  route(calls.cancelSubscription, async (ctx, { params, viewer }) => {
    await cancel(ctx, viewer, params)
    return { data: await presentOne(ctx, viewer, params.id) }
  }),
  route(calls.resumeSubscription, async (ctx, { params, viewer }) => {
    await resume(ctx, viewer, params.id)
    return { data: await presentOne(ctx, viewer, params.id) }
  }),
  route(calls.pauseSubscription, async (ctx, { params, body, viewer }) => {
    await pause(ctx, viewer, { ...params, ...body })
    return { data: await presentOne(ctx, viewer, params.id) }
  }),
  route(calls.changeSubscriptionPayment, async (ctx, { params, body, viewer }) => {
    await changePayment(ctx, viewer, { ...params, ...body })
    return { data: await presentOne(ctx, viewer, params.id) }
  }),
  route(calls.listPlanChanges, async (ctx, { params, viewer }) => ({
    data: (await otherPlans(ctx, viewer, params.id)).map((plan) => presentPlan(ctx, plan)),
  })),
  route(calls.previewPlanChange, async (ctx, { params, query, viewer }) => ({
    data: await previewChange(ctx, viewer, { ...params, ...query }),
  })),
  route(calls.changePlan, async (ctx, { params, body, viewer, key }) => {
    const { paymentId } = await changePlan(ctx, viewer, { ...params, ...body, key })
    const payment = paymentId ? await listedPayment(ctx, viewer.id, paymentId) : undefined
    return {
      data: {
        subscription: await presentOne(ctx, viewer, params.id),
        payment: payment ? presentPayment(payment) : null,
      },
    }
  }),
  route(calls.dropPlanChange, async (ctx, { params, viewer }) => {
    await keepPlan(ctx, viewer, params.id)
    return { data: await presentOne(ctx, viewer, params.id) }
  }),
  route(calls.giftMonths, async (ctx, { body, viewer }) => {
    const id = await give(ctx, viewer, body)
    return { data: (await presentSubscribers(ctx, viewer, [(await listedSubscription(ctx, id))!]))[0]! }
  }),
  route(calls.searchOwnSubscriptions, async (ctx, { query, viewer }) => {
    const { found, ...page } = await searchSubscriptions(ctx, 'fan', viewer.id, query, pageOf(query))
    return { data: await presentSubscriptions(ctx, viewer, found), ...page }
  }),
  route(calls.searchSubscribers, async (ctx, { query, viewer }) => {
    const { found, ...page } = await searchSubscriptions(ctx, 'performer', viewer.id, query, pageOf(query))
    return { data: await presentSubscribers(ctx, viewer, found), ...page }
  }),
  route(calls.listPlans, async (ctx, { query, viewer }) =>
    ownPlans(ctx, viewer.id, { ...query, sort: query.sort ?? (query.sortBy === 'order' ? 'asc' : 'desc') }),
  ),
  route(calls.savePlans, async (ctx, { body, viewer }) => {
    await savePlans(ctx, viewer.id, body.plans)
    return ownPlans(ctx, viewer.id, { current: 1, pageSize: 100, active: true, sortBy: 'order', sort: 'asc' })
  }),
]

const presentOne = async (ctx: Context, viewer: SignedIn, id: string) =>
  (await presentSubscriptions(ctx, viewer, [(await listedSubscription(ctx, id))!]))[0]!

const ownPlans = async (
  ctx: Context,
  performerId: string,
  query: Parameters<typeof plansOf>[2] & { current: number; pageSize: number; cursor?: string | undefined },
) =>
  pageWithin(
    (await plansOf(ctx, performerId, query)).map((plan) => presentPlan(ctx, plan)),
    query,
  )
