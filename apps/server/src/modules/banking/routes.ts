import * as contract from '@fanlight/contract/banking'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { assert } from '../../platform/refusal.ts'
import { proofFrom } from '../accounts/cookies.ts'
import { type Own, presentBanking, presentGateways, presentLook } from './present.ts'
import { look, saveBank, saveGatewaySettings } from './saving.ts'
import * as store from './store.ts'

export const bankingRoutes = [
  route(contract.getBanking, async (ctx, { viewer }) => ({ data: presentBanking(await own(ctx, viewer.id)) })),
  route(contract.saveBanking, async (ctx, { viewer, body, request }) => {
    await saveBank(ctx, { viewer, requestId: request.id, from: proofFrom(ctx, request) }, body)
    return { data: presentBanking(await own(ctx, viewer.id)) }
  }),
  route(contract.getGateways, async (ctx, { viewer }) => ({ data: presentGateways(await own(ctx, viewer.id)) })),
  route(contract.saveGateways, async (ctx, { viewer, body, request }) => {
    await saveGatewaySettings(ctx, { viewer, requestId: request.id, from: proofFrom(ctx, request) }, body)
    return { data: presentGateways(await own(ctx, viewer.id)) }
  }),
  route(contract.lookAtBanking, async (ctx, { viewer, params, query, request }) => ({
    data: presentLook(await look(ctx, viewer, request.id, params.id, query.reason)),
  })),
]

async function own(ctx: Context, performerId: string): Promise<Own> {
  const [standing, bank, gateways] = await Promise.all([
    store.standingOf(ctx, performerId),
    store.read(ctx, performerId, 'bank'),
    store.read(ctx, performerId, 'gateways'),
  ])
  assert(standing, 'whoever is asked for is a performer')
  return { standing, bank, gateways }
}
