import { freezePayouts, unfreezePayouts, viewPayoutFreeze } from '@fanlight/contract/ledger'
import { route } from '../../../platform/http/http.ts'
import { freezeByHand, liftFreeze, presentFreeze } from './freeze.ts'

export const ledgerRoutes = [
  route(viewPayoutFreeze, async (ctx) => ({ data: await presentFreeze(ctx) })),
  route(freezePayouts, async (ctx, { body, viewer, request }) => {
    await freezeByHand(ctx, { viewer, requestId: request.id }, body.reason)
    return { data: await presentFreeze(ctx) }
  }),
  route(unfreezePayouts, async (ctx, { body, viewer, request }) => {
    await liftFreeze(ctx, { viewer, requestId: request.id }, body.reason)
    return { data: await presentFreeze(ctx) }
  }),
]
