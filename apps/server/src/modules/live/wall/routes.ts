import * as contract from '@fanlight/contract/live-wall'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { withheldFrom } from '../../staff/reports/queue.ts'
import { countsOf, presentRooms, presentSuspended } from './listing.ts'
import { watch } from './looking.ts'
import { canMakeStills, keptSince } from './stills.ts'
import { lift, stopRoom } from './stopping.ts'
import * as store from './store.ts'

const success = { data: { success: true as const } }
const by = (viewer: SignedIn, { id }: { id: string }) => ({ viewer, requestId: id })

export const liveWallRoutes = [
  route(contract.listLiveRooms, async (ctx, { viewer, query }) => {
    const rooms = await store.liveRooms(ctx, withheldFrom(viewer))
    const asked = rooms.filter(
      ({ type, reports }) => (!query.type || type === query.type) && (!query.reported || reports > 0),
    )
    const { data, ...page } = pageWithin(asked, query)
    return {
      data: await presentRooms(ctx, data),
      ...page,
      counts: countsOf(rooms),
      makesStills: await canMakeStills(ctx),
      suspended: await presentSuspended(ctx, await store.suspended(ctx)),
    }
  }),
  route(contract.stopLiveRoom, async (ctx, { params, body, viewer, request }) => {
    const { reason, suspend } = body
    const until = suspend?.until ?? null
    await stopRoom(ctx, by(viewer, request), params.id, {
      reason,
      ...(suspend && { suspend: { until: until === null ? null : new Date(until) } }),
    })
    return success
  }),
  route(contract.watchLiveRoom, async (ctx, { params, body, viewer, request }) => ({
    data: await watch(ctx, by(viewer, request), params.id, body.reason),
  })),
  route(contract.listStills, async (ctx, { params, query }) => {
    if (!(await store.roomOf(ctx, params.id))) refuse('NOT_FOUND')
    const { data, ...page } = pageWithin(await store.stillsOf(ctx, params.id, keptSince(ctx)), query)
    return { data: data.map(({ id, createdAt }) => ({ _id: id, at: createdAt.toISOString() })), ...page }
  }),
  route(contract.readStill, async (ctx, { params, reply }) => {
    const still = (await store.stillById(ctx, params.id)) ?? refuse('NOT_FOUND')
    if (still.createdAt < keptSince(ctx)) refuse('NOT_FOUND')
    if ((await storageOf(ctx.config).size(still.storageKey)) === undefined) refuse('NOT_FOUND')
    reply.type('image/jpeg').header('cache-control', 'private, max-age=3600, immutable')
    return storageOf(ctx.config).read(still.storageKey)
  }),
  route(contract.liftLiveSuspension, async (ctx, { params, body, viewer, request }) => {
    await lift(ctx, by(viewer, request), params.id, body.reason)
    return success
  }),
]
