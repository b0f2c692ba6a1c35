import * as contract from '@fanlight/contract/payouts'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireFresh } from '../../people/accounts/auth/step-up.ts'
import * as deciding from './deciding.ts'
import { decryptDestination } from './destination.ts'
import * as store from './payout-rows.ts'
import { presentPayout, presentPayoutDetails, presentStaffDetails, presentStaffPayout } from './present.ts'
import { calculate, requestPayout, updatePayout } from './request.ts'

const ownDetails = async (ctx: Context, performerId: string, id: string) => {
  const payout = (await store.readPayout(ctx, performerId, id)) ?? refuse('NOT_FOUND')
  return { data: presentPayoutDetails(payout, await store.eventsOf(ctx, id)) }
}
/**
 * The account in full is shown while staff pay it by hand, or look it up because Stripe has not answered; this is logged. While
 * Stripe pays it is not needed, and their page is loaded again every few seconds.
 */
async function staffDetails(ctx: Context, { viewer, requestId }: deciding.Staff, id: string) {
  const payout = (await store.readStaffPayout(ctx, id)) ?? refuse('NOT_FOUND')
  const isByHand = payout.status === 'processing' && (payout.method !== 'stripe' || payout.needsReview)
  const shown = isByHand && payout.destination ? decryptDestination(ctx, id, payout.destination) : undefined
  const [events, madeOf] = [await store.eventsOf(ctx, id), await store.madeOf(ctx, id)]
  if (shown)
    await audit(ctx, viewer, requestId, {
      action: 'payout_details.viewed',
      target: { type: 'performer', id: payout.performerId },
      reason: payout.number,
    })
  return { data: presentStaffDetails(ctx, viewer, payout, { events, madeOf, destination: shown }) }
}

/** A decision of staff, who logged in or confirmed who they are within ten minutes. */
async function decided(
  ctx: Context,
  { viewer, params, request }: { viewer: SignedIn; params: { id: string }; request: { id: string } },
  decide: (ctx: Context, staff: deciding.Staff, id: string) => Promise<void>,
) {
  await requireFresh(ctx, viewer)
  const staff = { viewer, requestId: request.id }
  await decide(ctx, staff, params.id)
  return staffDetails(ctx, staff, params.id)
}

/** The calls of creators and of staff about payouts. */
export const payoutRoutes = [
  route(contract.calculatePayout, async (ctx, { viewer, body }) => ({
    data: await calculate(ctx, viewer.id, body.tokens),
  })),
  route(contract.searchPayouts, async (ctx, { viewer, query }) => {
    const { found, ...page } = await store.listOwn(ctx, viewer.id, query, pageOf(query))
    return { data: found.map(presentPayout), ...page }
  }),
  route(contract.requestPayout, async (ctx, { viewer, body }) =>
    ownDetails(ctx, viewer.id, await requestPayout(ctx, viewer.id, body)),
  ),
  route(contract.updatePayout, async (ctx, { viewer, params, body }) => {
    await updatePayout(ctx, viewer.id, params.id, body)
    return ownDetails(ctx, viewer.id, params.id)
  }),
  route(contract.viewPayout, (ctx, { viewer, params }) => ownDetails(ctx, viewer.id, params.id)),
  route(contract.checkPendingPayout, async (ctx, { viewer }) => {
    const open = await store.openPayoutOf(ctx, viewer.id)
    const pending = open?.status === 'pending'
    return { data: { pending, id: pending ? open.id : null } }
  }),
  route(contract.listPayouts, async (ctx, { viewer, query }) => {
    const { found, ...page } = await store.listAll(ctx, query, pageOf(query))
    return { data: found.map((payout) => presentStaffPayout(ctx, viewer, payout)), ...page }
  }),
  route(contract.viewStaffPayout, (ctx, { viewer, params, request }) =>
    staffDetails(ctx, { viewer, requestId: request.id }, params.id),
  ),
  route(contract.approvePayout, (ctx, call) => decided(ctx, call, deciding.approve)),
  route(contract.withdrawPayoutApproval, (ctx, call) => decided(ctx, call, deciding.withdrawApproval)),
  route(contract.sendPayout, (ctx, call) => decided(ctx, call, deciding.send)),
  route(contract.rejectPayout, (ctx, call) =>
    decided(ctx, call, (_ctx, staff, id) => deciding.reject(ctx, staff, id, call.body.reason)),
  ),
  route(contract.settlePayout, (ctx, call) =>
    decided(ctx, call, (_ctx, staff, id) => deciding.settleByHand(ctx, staff, id, call.body)),
  ),
  route(contract.reversePayout, (ctx, call) =>
    decided(ctx, call, (_ctx, staff, id) => deciding.reverse(ctx, staff, id, call.body.reason)),
  ),
]
