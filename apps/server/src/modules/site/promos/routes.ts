import * as contract from '@fanlight/contract/promos'
import { route } from '../../../platform/http/http.ts'
import { receiveSiteImage, sitePurposes } from '../settings/images.ts'
import { change, make, remove } from './edit-promos.ts'
import { listForStaff, showing } from './list-promos.ts'

export const promoRoutes = [
  route(contract.searchPromos, async (ctx, { query }) => {
    const data = await showing(ctx, query.position)
    return { data, total: data.length, nextCursor: null }
  }),
  route(contract.listPromos, async (ctx) => {
    const data = await listForStaff(ctx)
    return { data, total: data.length, nextCursor: null }
  }),
  route(contract.makePromo, async (ctx, { body, viewer, request }) => ({
    data: await make(ctx, { staff: viewer, requestId: request.id }, body),
  })),
  route(contract.changePromo, async (ctx, { params, body, viewer, request }) => ({
    data: await change(ctx, { staff: viewer, requestId: request.id }, params.id, body),
  })),
  route(contract.removePromo, async (ctx, { params, viewer, request }) => {
    await remove(ctx, { staff: viewer, requestId: request.id }, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.uploadPromoImage, async (ctx, { viewer, request }) => ({
    data: await receiveSiteImage(ctx, request, viewer, sitePurposes.image),
  })),
]
