import * as contract from '@fanlight/contract/payouts'
import { route } from '../../../platform/http/http.ts'
import { connectStripe, viewStripe } from './stripe-account.ts'

export const stripeAccountRoutes = [
  route(contract.connectStripe, async (ctx, { viewer, request }) => ({
    data: await connectStripe(ctx, viewer, request.id),
  })),
  route(contract.viewStripe, async (ctx, { viewer }) => ({ data: await viewStripe(ctx, viewer) })),
]
