import * as contract from '@fanlight/contract/promos'
import { route } from '../../platform/http.ts'
import { receiveSitePicture, sitePurposes } from '../site/pictures.ts'
import { change, make, remove } from './keeping.ts'
import { listForStaff, showing } from './showing.ts'

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
  route(contract.uploadPromoPicture, async (ctx, { viewer, request }) => ({
    data: await receiveSitePicture(ctx, request, viewer, sitePurposes.picture),
  })),
]
