import { type Commands, type MessageReader, answering, sendOn } from '../../../platform/sockets/declarations.ts'
import type { RoomRules } from '../../../platform/sockets/rooms.ts'
import { refuse } from '../../../platform/refusal.ts'
import { bannedFromRoom, publicChat, tipShown } from '../../talk/conversations/public-chat/events.ts'
import { leaving } from '../../talk/conversations/public-chat/sockets.ts'
import { streamChanged, streamEnded, streamLive, streamRoom, streamViewersChanged } from './events.ts'
import { presentGoal, presentStream } from './present.ts'
import * as store from './store.ts'
import { requireWatching, stillWatching } from './watching.ts'

export const streamRules: RoomRules = {
  room: streamRoom,
  async mayJoin(ctx, viewer, id) {
    await requireWatching(ctx, viewer, (await store.byId(ctx, id)) ?? refuse('STREAM_NOT_FOUND'))
  },
  async mayStay(ctx, stays) {
    const watches = stays.map(({ id, sessionId }) => ({ streamId: id, sessionId }))
    return (await stillWatching(ctx, watches)).map(({ streamId, sessionId }) => ({ id: streamId, sessionId }))
  },
  left: (streamId) => ({ name: 'stream/left', data: { streamId } }),
}

const becomes = { 'stream/started': streamLive, 'stream/updated': streamChanged, 'stream/ended': streamEnded } as const
export const streamMessages: MessageReader[] = [
  ...(Object.keys(becomes) as (keyof typeof becomes)[]).map((name) =>
    sendOn(becomes[name], async (ctx, { streamId, performerId }) => {
      const stream = await store.byId(ctx, streamId)
      if (!stream) return []
      const shownTo = async (viewerId: string | null) => ({
        streamId,
        stream: await presentStream(ctx, viewerId, stream),
      })
      return [
        { room: streamRoom.of(streamId), name, data: await shownTo(null) },
        { room: `account:${performerId}` as const, name, data: await shownTo(performerId) },
      ]
    }),
  ),
  sendOn(tipShown, async (ctx, { conversationId: performerId }) => {
    const stream = await store.openOf(ctx, performerId)
    const goal = stream && presentGoal(stream)
    if (!stream || !goal) return []
    return [{ room: publicChat.of(performerId), name: 'goal/updated', data: { streamId: stream.id, goal } }]
  }),
  // Chat and video end together.
  sendOn(bannedFromRoom, async (ctx, { conversationId: performerId, accountId }) => {
    const account = `account:${accountId}` as const
    const chat = leaving(account, performerId)
    const stream = await store.openOf(ctx, performerId)
    if (!stream) return [chat]
    const leave = streamRoom.of(stream.id)
    return [chat, { room: account, name: 'stream/left', data: { streamId: stream.id }, leave }]
  }),
  sendOn(streamViewersChanged, (_ctx, { streamId, performerId, viewers }) => [
    { room: streamRoom.of(streamId), name: 'stream/viewers', data: { streamId, viewers } },
    { room: `account:${performerId}` as const, name: 'stream/viewers', data: { streamId, viewers } },
  ]),
]

export const streamCommands: Commands = answering({
  'stream/join': (_ctx, { payload, rooms }) => rooms.join(streamRoom, payload.streamId),
  'stream/leave': async (_ctx, { payload, rooms }) => rooms.leave(streamRoom, payload.streamId),
})
