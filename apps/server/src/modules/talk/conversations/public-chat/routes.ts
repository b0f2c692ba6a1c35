import * as contract from '@fanlight/contract/public-chat'
import type { Context } from '../../../../platform/context.ts'
import { type Call, route } from '../../../../platform/http/http.ts'
import { idOf, type Viewer } from '../../../../platform/viewer.ts'
import { clear, send, update } from './chatting.ts'
import * as held from './held-store.ts'
import { presentPublicMessages } from './present.ts'
import { publicChatOf } from './opening.ts'
import { readable } from './reading.ts'
import * as store from './store.ts'

const presentedOf = async (ctx: Context, viewer: Viewer, id: string) => ({ data: await publicChatOf(ctx, viewer, id) })

type ListCall = Pick<Call<typeof contract.listChatMessages>, 'viewer' | 'params' | 'query'>
async function list(ctx: Context, { viewer, params, query }: ListCall) {
  await readable(ctx, viewer, params.id)
  const found = await store.messages(ctx, viewer, params.id, query)
  const isFull = found.length === query.limit
  return {
    data: await presentPublicMessages(ctx, idOf(viewer) ?? null, found),
    total: await store.total(ctx, viewer, params.id),
    nextCursor: isFull ? String(found.at(-1)!.sequence) : null,
  }
}

export const publicChatRoutes = [
  route(contract.getPublicChat, (ctx, { viewer, params }) => presentedOf(ctx, viewer, params.id)),
  route(contract.updatePublicChat, async (ctx, { viewer, params, body, request }) => {
    await update(ctx, { viewer, requestId: request.id }, params.id, body)
    return presentedOf(ctx, viewer, params.id)
  }),
  route(contract.listChatMessages, list),
  route(contract.listPublicMessages, list),
  route(contract.sendPublicMessage, async (ctx, { viewer, params, body }) => {
    const id = await send(ctx, viewer, params.id, body)
    const sent = (await store.visibleMessage(ctx, viewer, params.id, id)) ?? (await held.byId(ctx, id))
    return { data: (await presentPublicMessages(ctx, viewer.id, [sent!]))[0]! }
  }),
  route(contract.clearPublicMessages, async (ctx, { viewer, params, request }) => {
    await clear(ctx, { viewer, requestId: request.id }, params.id)
    return { data: { success: true as const } }
  }),
]
