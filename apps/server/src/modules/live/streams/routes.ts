import * as contract from '@fanlight/contract/streaming'
import { getTipMenu, setTipMenu } from '@fanlight/contract/tip-menu'
import type { Context } from '../../../platform/context.ts'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idOf } from '../../../platform/viewer.ts'
import { agoraTokenFor } from './agora-token.ts'
import { anybodyLive } from './anybody-live.ts'
import { durationOf, presentStreams } from './present.ts'
import * as store from './store.ts'
import { presentMenus } from '../../talk/conversations/tip-menu/menu.ts'
import { changeMenu, changeStatus, start, update } from './streaming.ts'
import { join } from './watching.ts'

/** So many are in the list of who is live. */
const liveMax = 500

export const streamRoutes = [
  route(contract.startStream, async (ctx, { viewer, body }) => ({ data: await start(ctx, viewer, body) })),
  route(contract.changeStreamStatus, async (ctx, { viewer, params, body }) => ({
    data: await changeStatus(ctx, viewer, params.id, body.status),
  })),
  route(contract.makeAgoraToken, async (ctx, { viewer, body }) => ({ data: await agoraTokenFor(ctx, viewer, body) })),
  route(contract.updateStream, async (ctx, { viewer, body }) => ({ data: await update(ctx, viewer, body) })),
  route(getTipMenu, async (ctx, { viewer }) => ({ data: await menuOf(ctx, viewer.id) })),
  route(setTipMenu, async (ctx, { viewer, body }) => {
    await changeMenu(ctx, viewer, body.menu)
    return { data: await menuOf(ctx, viewer.id) }
  }),
  route(contract.setStreamDuration, async (ctx, { viewer }) => {
    const stream = (await store.openOf(ctx, viewer.id)) ?? refuse('STREAM_NOT_FOUND')
    return { data: { duration: durationOf(ctx, stream), status: stream.status } }
  }),
  route(contract.joinStream, async (ctx, { viewer, params }) => ({ data: await join(ctx, viewer, params.id) })),
  route(contract.searchStreams, async (ctx, { viewer, query }) => {
    const isNobody = query.followed === true && !(await anybodyLive(ctx))
    const { data, ...page } = pageWithin(isNobody ? [] : await store.live(ctx, viewer, query, liveMax), query)
    return { data: await presentStreams(ctx, idOf(viewer) ?? null, data), ...page }
  }),
]

const menuOf = async (ctx: Context, performerId: string) =>
  (await presentMenus(ctx, performerId, [performerId])).get(performerId) ?? []
