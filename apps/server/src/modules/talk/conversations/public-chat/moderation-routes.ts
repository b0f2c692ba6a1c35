import * as contract from '@fanlight/contract/public-chat'
import { cut, pageOf } from '../../../../platform/db/cursor.ts'
import { route } from '../../../../platform/http/http.ts'
import { refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { clear, pin } from './chatting.ts'
import * as held from './held-store.ts'
import { approveHeld, refuseHeld } from './holding.ts'
import { type Moderator, moderates, removeStanding, setStanding } from './moderating.ts'
import * as people from './people-store.ts'
import { presentPeople, presentPublicChat, presentPublicMessages } from './present.ts'
import { readable, visibleChat } from './reading.ts'
import * as store from './store.ts'

const moderatorOf = ({ viewer, request }: { viewer: SignedIn; request: { id: string } }): Moderator => ({
  viewer,
  requestId: request.id,
})
const done = { data: { success: true as const } }

export const moderationRoutes = [
  route(contract.pinMessage, async (ctx, call) => {
    const { viewer, params, body } = call
    await pin(ctx, moderatorOf(call), params.id, body.messageId)
    return { data: await presentPublicChat(ctx, viewer, params.id, await visibleChat(ctx, viewer, params.id)) }
  }),
  route(contract.clearChat, async (ctx, call) => {
    await clear(ctx, moderatorOf(call), call.params.id)
    return done
  }),
  route(contract.listRoomPeople, async (ctx, { viewer, params, query }) => {
    refuseIf(!moderates(viewer, params.id, await readable(ctx, viewer, params.id)), 'NOT_ALLOWED')
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await people.list(ctx, params.id, query.standing, query, page)
    const { shown, nextCursor } = cut(found, page)
    return {
      data: await presentPeople(ctx, shown),
      total: await people.total(ctx, params.id, query.standing),
      nextCursor,
    }
  }),
  route(contract.setRoomPerson, async (ctx, call) => {
    const { id, userId } = call.params
    return { data: (await presentPeople(ctx, [await setStanding(ctx, moderatorOf(call), id, userId, call.body)]))[0]! }
  }),
  route(contract.removeRoomPerson, async (ctx, call) => {
    await removeStanding(ctx, moderatorOf(call), call.params.id, call.params.userId)
    return done
  }),
  route(contract.listHeldMessages, async (ctx, { viewer, params, query }) => {
    const all = moderates(viewer, params.id, await readable(ctx, viewer, params.id))
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await held.list(ctx, viewer, params.id, all, { order: query, page })
    const { shown, nextCursor } = cut(found, page)
    return {
      data: await presentPublicMessages(ctx, viewer.id, shown),
      total: await held.total(ctx, viewer, params.id, all),
      nextCursor,
    }
  }),
  route(contract.approveHeldMessage, async (ctx, call) => {
    const { id, messageId } = call.params
    await approveHeld(ctx, moderatorOf(call), id, messageId)
    const shown = await store.visibleMessage(ctx, call.viewer, id, messageId)
    return { data: (await presentPublicMessages(ctx, call.viewer.id, [shown!]))[0]! }
  }),
  route(contract.refuseHeldMessage, async (ctx, call) => {
    await refuseHeld(ctx, moderatorOf(call), call.params.id, call.params.messageId)
    return done
  }),
]
