import { freezePayouts, unfreezePayouts, viewPayoutFreeze } from '@fanlight/contract/ledger'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http.ts'
import { currentFreeze, freezeByHand, liftFreeze } from './freeze.ts'

export const ledgerRoutes = [
  route(viewPayoutFreeze, async (ctx) => ({ data: await presented(ctx) })),
  route(freezePayouts, async (ctx, { body, viewer, request }) => {
    await freezeByHand(ctx, { viewer, requestId: request.id }, body.reason)
    return { data: await presented(ctx) }
  }),
  route(unfreezePayouts, async (ctx, { body, viewer, request }) => {
    await liftFreeze(ctx, { viewer, requestId: request.id }, body.reason)
    return { data: await presented(ctx) }
  }),
]

const presented = async (ctx: Context) => {
  const freeze = await currentFreeze(ctx)
  return {
    frozen: freeze !== undefined,
    frozenAt: freeze ? new Date(freeze.frozenAt).toISOString() : null,
    byChecker: freeze !== undefined && freeze.frozenBy === null,
    frozenBy: freeze?.frozenBy?.name ?? null,
    reason: freeze?.reason ?? null,
    violations: freeze?.findings.count ?? 0,
    rules: freeze?.findings.rules ?? [],
  }
}
