import * as contract from '@fanlight/contract/banking'
import type { Context } from '../../../platform/context.ts'
import { route } from '../../../platform/http/http.ts'
import { assert } from '../../../platform/refusal.ts'
import { stepUpSource } from '../../people/accounts/auth/cookies.ts'
import { type Own, presentBanking, presentGateways, presentLook } from './present.ts'
import { readDetails, saveBank, saveGatewaySettings } from './save-details.ts'
import * as store from './stored-details.ts'

export const bankingRoutes = [
  route(contract.getBanking, async (ctx, { viewer }) => ({ data: presentBanking(await own(ctx, viewer.id)) })),
  route(contract.saveBanking, async (ctx, { viewer, body, request }) => {
    await saveBank(ctx, { viewer, requestId: request.id, from: stepUpSource(ctx, request) }, body)
    return { data: presentBanking(await own(ctx, viewer.id)) }
  }),
  route(contract.getGateways, async (ctx, { viewer }) => ({ data: presentGateways(await own(ctx, viewer.id)) })),
  route(contract.saveGateways, async (ctx, { viewer, body, request }) => {
    await saveGatewaySettings(ctx, { viewer, requestId: request.id, from: stepUpSource(ctx, request) }, body)
    return { data: presentGateways(await own(ctx, viewer.id)) }
  }),
  route(contract.viewBanking, async (ctx, { viewer, params, query, request }) => ({
    data: presentLook(await readDetails(ctx, viewer, request.id, params.id, query.reason)),
  })),
]

async function own(ctx: Context, performerId: string): Promise<Own> {
  const [status, bank, gateways] = await Promise.all([
    store.statusOf(ctx, performerId),
    store.read(ctx, performerId, 'bank'),
    store.read(ctx, performerId, 'gateways'),
  ])
  assert(status, 'the requested account is a performer')
  return { status, bank, gateways }
}
