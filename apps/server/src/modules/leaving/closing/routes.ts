import { requestClosing, getClosing, takeBackClosing } from '@fanlight/contract/closing'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { stepUpSource } from '../../people/accounts/auth/cookies.ts'
import { withRetryAfter } from '../../people/accounts/auth/login-attempts.ts'
import { startClosing, cancelClosing, closingEffects } from './closing.ts'

export const closingRoutes = [
  route(getClosing, async (ctx, { viewer }) => ({ data: await present(ctx, viewer) })),
  route(requestClosing, async (ctx, { body, viewer, request, reply }) => {
    const stepUpRequest = { from: stepUpSource(ctx, request), requestId: request.id }
    await withRetryAfter(reply, startClosing(ctx, viewer, stepUpRequest, body))
    return { data: await present(ctx, viewer) }
  }),
  route(takeBackClosing, async (ctx, { viewer, request }) => {
    await cancelClosing(ctx, viewer, request.id)
    return { data: { success: true as const } }
  }),
]

async function present(ctx: Context, viewer: SignedIn) {
  const found = await closingEffects(ctx, viewer.id)
  const { subscribers, posts, soldPosts } = found
  return {
    closesAt: found.closesAt?.toISOString() ?? null,
    tokens: fromHundredths(found.balance),
    subscriptions: found.subscriptions,
    purchases: found.purchases,
    creator:
      viewer.role === 'performer'
        ? {
            subscribers,
            posts,
            soldPosts,
            pending: fromHundredths(found.pending),
            available: fromHundredths(found.available),
          }
        : null,
  }
}
