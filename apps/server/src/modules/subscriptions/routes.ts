import * as calls from '@fanlight/contract/subscriptions'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { pageOf, windowOf } from '../../platform/paging.ts'
import { presentPayment } from '../payments/present.ts'
import { listedPayment } from '../payments/records.ts'
import { cancel } from './cancellation.ts'
import { savePlans } from './plans.ts'
import { presentPlan, presentSubscriber, presentSubscription } from './present.ts'
import { listedSubscription, plansOf, searchSubscriptions } from './store.ts'
import { subscribe } from './subscribe.ts'

export const subscriptionRoutes = [
  route(calls.subscribe, async (ctx, { body, viewer, key }) => {
    const { subscriptionId, paymentId } = await subscribe(ctx, viewer, { ...body, key })
    const payment = paymentId ? await listedPayment(ctx, viewer.id, paymentId) : undefined
    return {
      data: {
        subscription: presentSubscription(ctx, (await listedSubscription(ctx, subscriptionId))!),
        payment: payment ? presentPayment(payment) : null,
      },
    }
  }),
  route(calls.cancelSubscription, async (ctx, { params, viewer }) => {
    await cancel(ctx, viewer, params.id)
    return { data: presentSubscription(ctx, (await listedSubscription(ctx, params.id))!) }
  }),
  route(calls.searchOwnSubscriptions, async (ctx, { query, viewer }) => {
    const page = windowOf(query)
    const { found, total } = await searchSubscriptions(ctx, 'fan', viewer.id, query, page)
    return pageOf(
      found.map((one) => presentSubscription(ctx, one)),
      total,
      page,
    )
  }),
  route(calls.searchSubscribers, async (ctx, { query, viewer }) => {
    const page = windowOf(query)
    const { found, total } = await searchSubscriptions(ctx, 'performer', viewer.id, query, page)
    return pageOf(
      found.map((one) => presentSubscriber(ctx, one)),
      total,
      page,
    )
  }),
  route(calls.listPlans, async (ctx, { query, viewer }) => ownPlans(ctx, viewer.id, query)),
  route(calls.savePlans, async (ctx, { body, viewer }) => {
    await savePlans(ctx, viewer.id, body.plans)
    return ownPlans(ctx, viewer.id, { current: 1, pageSize: 100, active: true })
  }),
]

async function ownPlans(
  ctx: Context,
  performerId: string,
  query: { current: number; pageSize: number; active?: boolean | undefined },
) {
  const page = windowOf(query)
  const plans = (await plansOf(ctx, performerId, query.active ?? null)).map((plan) => presentPlan(ctx, plan))
  return pageOf(plans.slice(page.offset, page.offset + page.limit), BigInt(plans.length), page)
}
