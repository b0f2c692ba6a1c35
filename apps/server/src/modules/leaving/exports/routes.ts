import { requestExport, getExport, makeExportAddress } from '@fanlight/contract/exports'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { route } from '../../../platform/http/http.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { stepUpSource } from '../../people/accounts/auth/cookies.ts'
import { withRetryAfter } from '../../people/accounts/auth/login-attempts.ts'
import { address, startExport, type ExportRequest, isRunning, nextExportAt } from './request.ts'
import * as store from './store.ts'

export const exportRoutes = [
  route(getExport, async (ctx, { viewer }) => ({ data: await present(ctx, viewer) })),
  route(requestExport, async (ctx, { body, viewer, request, reply }) => {
    await withRetryAfter(reply, startExport(ctx, viewer, exportRequestOf(ctx, request), body))
    return { data: await present(ctx, viewer) }
  }),
  route(makeExportAddress, async (ctx, { body, viewer, request, reply }) => ({
    data: { link: await withRetryAfter(reply, address(ctx, viewer, exportRequestOf(ctx, request), body)) },
  })),
]

const exportRequestOf = (ctx: Context, request: FastifyRequest): ExportRequest => ({
  from: stepUpSource(ctx, request),
  requestId: request.id,
})

async function present(ctx: Context, viewer: SignedIn) {
  const last = await store.newestOf(ctx, viewer.id)
  const time = (at: Date | null | undefined) => at?.toISOString() ?? null
  // Its week may be over before the clock that tidies up comes by.
  const isOver = last?.status === 'ready' && last.expiresAt! <= ctx.clock.now()
  return {
    state: !last
      ? ('none' as const)
      : isRunning(last)
        ? ('running' as const)
        : isOver
          ? ('expired' as const)
          : (last.status as 'ready' | 'failed' | 'expired' | 'withdrawn'),
    progress: last?.progress ?? 0,
    bytes: last?.bytes === null || last?.bytes === undefined ? null : Number(last.bytes),
    requestedAt: time(last?.requestedAt),
    expiresAt: time(last?.expiresAt),
    mayAskAt: time(nextExportAt(ctx, last)),
  }
}
