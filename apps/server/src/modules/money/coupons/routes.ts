import * as calls from '@fanlight/contract/coupons'
import type { Context } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { apply, drop } from './apply.ts'
import { look } from './look.ts'
import { auditCoupon, change, end, make } from './manage.ts'
import { presentCoupon, presentSummary } from './present.ts'
import * as store from './store.ts'

const done = { data: { success: true as const } }
const shown = async (ctx: Context, id: string) => ({ data: presentCoupon(ctx, (await store.one(ctx, id))!) })
async function list(
  ctx: Context,
  performerId: string | null,
  query: Parameters<typeof pageOf>[0] & store.CouponSearch,
) {
  const { found, ...page } = await store.search(ctx, performerId, query, pageOf(query))
  return { data: found.map((coupon) => presentCoupon(ctx, coupon)), ...page }
}

export const couponRoutes = [
  route(calls.applyCoupon, async (ctx, { viewer, params, body }) => ({
    data: await apply(ctx, viewer, params.code, body),
  })),
  route(calls.lookAtCoupon, async (ctx, { viewer, params, query }) => ({
    data: await look(ctx, viewer, params.code, query.performerId),
  })),
  route(calls.dropCoupon, async (ctx, { viewer, params }) => {
    await drop(ctx, viewer, params.code)
    return done
  }),

  route(calls.searchCoupons, (ctx, { viewer, query }) => list(ctx, viewer.id, query)),
  route(calls.summarizeCoupons, async (ctx, { viewer }) => ({
    data: presentSummary(ctx, await store.summaryOf(ctx, viewer.id)),
  })),
  route(calls.findCoupon, async (ctx, { params }) => ({
    data: { isFree: !(await store.isTaken(ctx, params.code)) },
  })),
  route(calls.makeCoupon, async (ctx, { viewer, body }) => {
    const { id } = await ctx.transaction((tx) => make(tx, viewer, viewer.id, body))
    return shown(ctx, id)
  }),
  route(calls.changeCoupon, async (ctx, { viewer, params, body }) => {
    await ctx.transaction((tx) => change(tx, params.id, viewer.id, body))
    return shown(ctx, params.id)
  }),
  route(calls.endCoupon, async (ctx, { viewer, params }) => {
    await ctx.transaction((tx) => end(tx, params.id, viewer.id))
    return shown(ctx, params.id)
  }),

  route(calls.searchSiteCoupons, (ctx, { query }) => list(ctx, query.performerId ?? null, query)),
  route(calls.makeSiteCoupon, async (ctx, { viewer, request, body }) => {
    const by = { staff: viewer, requestId: request.id }
    const { id } = await ctx.transaction(async (tx) => {
      const made = await make(tx, viewer, null, body)
      await auditCoupon(tx, by, 'coupon.made', made.id, { after: { ...body } })
      return made
    })
    return shown(ctx, id)
  }),
  route(calls.changeAnyCoupon, async (ctx, { viewer, request, params, body }) => {
    const by = { staff: viewer, requestId: request.id }
    await ctx.transaction(async (tx) => {
      const { max_uses, ends_at } = await change(tx, params.id, undefined, body)
      const before = { maxUses: max_uses, endsAt: ends_at?.toISOString() ?? null }
      await auditCoupon(tx, by, 'coupon.changed', params.id, { before, after: { ...body } })
    })
    return shown(ctx, params.id)
  }),
  route(calls.endAnyCoupon, async (ctx, { viewer, request, params, body }) => {
    const by = { staff: viewer, requestId: request.id }
    await ctx.transaction(async (tx) => {
      const { code } = await end(tx, params.id, undefined)
      await auditCoupon(tx, by, 'coupon.ended', params.id, { reason: body.reason, before: { code } })
    })
    return shown(ctx, params.id)
  }),
]
