import type { Context } from '../../../platform/context.ts'
import {
  type PublishedEvent,
  type Reader,
  reader,
  readersByName,
  type DeclaredEvent,
} from '../../../platform/events/events.ts'
import type { z } from 'zod'
import { accountBlocked } from '../../people/blocks/events.ts'
import {
  bannedFromRoom,
  roomStandingChanged,
  streamMessageDeleted,
  streamMessageSent,
  streamMessagesCleared,
  tipShown,
} from '../../talk/conversations/public-chat/events.ts'
import {
  hasSaid,
  isHiddenInRoom,
  linesOf,
  lineOf,
  type RoomLine,
} from '../../talk/conversations/public-chat/room-lines.ts'
import { tipOrderDecided } from '../../talk/conversations/tip-menu/events.ts'
import { streamPollChanged } from '../polls/events.ts'
import { shownPoll } from '../polls/polling.ts'
import { streamChanged, streamEnded, streamLive, streamViewersChanged } from '../streams/events.ts'
import { presentGoal } from '../streams/present.ts'
import { byId, openOf, wasOpenAt } from '../streams/streaming.ts'
import { roomKeyEnded } from './events.ts'

// What programs of a creator hear of their live room. Everything is read when it is said: what was deleted meanwhile is not in it. Private shows and what waits
// for approval are other events, which nobody reads here.

export interface RoomMessage {
  name: string
  data: Readonly<Record<string, unknown>>
}
type RoomReader = Reader<[ctx: Context, performerId: string], Promise<RoomMessage[]>>
const on = <S extends z.ZodObject>(
  event: DeclaredEvent<S>,
  messages: (ctx: Context, payload: z.output<S>, performerId: string) => Promise<RoomMessage[]>,
): RoomReader => reader(event, (payload, ctx: Context, performerId: string) => messages(ctx, payload, performerId))

type OpenStream = NonNullable<Awaited<ReturnType<typeof openOf>>>
const presentState = (stream: OpenStream) => ({
  streamId: stream.id,
  title: stream.title,
  type: stream.type,
  status: stream.status,
  viewers: stream.viewers,
  goal: presentGoal(stream),
  startedAt: stream.startedAt?.toISOString() ?? null,
  endedAt: stream.endedAt?.toISOString() ?? null,
})
const stateAs =
  (name: string) =>
  async (ctx: Context, { streamId }: { streamId: string }): Promise<RoomMessage[]> => {
    const stream = await byId(ctx, streamId)
    return stream ? [{ name, data: { stream: presentState(stream) } }] : []
  }

const hidden = (accountId: string): RoomMessage => ({ name: 'chat/hidden', data: { senderId: accountId } })

function said({ id, at, sender, text, tokens, isOrder, orderId }: RoomLine): RoomMessage[] {
  if (tokens === null) return [{ name: 'chat/message', data: { messageId: id, at, sender, text } }]
  const tip = { name: 'tip/received', data: { messageId: id, at, sender, text, tokens, isOrder } }
  return isOrder ? [tip, { name: 'menu/ordered', data: { orderId, sender, title: text, tokens } }] : [tip]
}

const readers: readonly RoomReader[] = [
  on(streamLive, stateAs('stream/started')),
  on(streamChanged, stateAs('stream/updated')),
  on(streamEnded, stateAs('stream/ended')),
  on(streamViewersChanged, async (_ctx, { streamId, viewers }) => [
    { name: 'stream/viewers', data: { streamId, viewers } },
  ]),
  on(tipShown, async (ctx, _payload, performerId) => {
    const stream = await openOf(ctx, performerId)
    const goal = stream && presentGoal(stream)
    return stream && goal ? [{ name: 'goal/updated', data: { streamId: stream.id, goal } }] : []
  }),
  on(streamMessageSent, async (ctx, { messageId }, performerId) => {
    const line = await lineOf(ctx, performerId, messageId)
    // Between streams the chat is no part of a room.
    return line && (await wasOpenAt(ctx, performerId, new Date(line.at))) ? said(line) : []
  }),
  on(streamMessageDeleted, async (_ctx, { messageId }) => [{ name: 'chat/deleted', data: { messageId } }]),
  on(streamMessagesCleared, async () => [{ name: 'chat/cleared', data: {} }]),
  on(roomStandingChanged, async (ctx, { accountId }, performerId) =>
    (await isHiddenInRoom(ctx, performerId, accountId)) ? [hidden(accountId)] : [],
  ),
  on(bannedFromRoom, async (_ctx, { accountId }) => [hidden(accountId)]),
  // Of whom nothing is shown, nothing is said: their block is their own affair.
  on(accountBlocked, async (ctx, { blockerId, blockedId }, performerId) => {
    const other = blockerId === performerId ? blockedId : blockerId
    const stream = await openOf(ctx, performerId)
    return stream?.startedAt && (await hasSaid(ctx, performerId, other, stream.startedAt)) ? [hidden(other)] : []
  }),
  on(tipOrderDecided, async (_ctx, { orderId, status }) => [{ name: 'menu/decided', data: { orderId, status } }]),
  on(streamPollChanged, async (ctx, { pollId }) => {
    const poll = await shownPoll(ctx, pollId)
    return poll ? [{ name: 'poll/updated', data: { poll } }] : []
  }),
]
const byName = readersByName(readers)
export const roomFeedEvents: readonly DeclaredEvent[] = [roomKeyEnded, ...readers.map(({ event }) => event)]
/** The names of the events of which programs hear. */
export const topics: readonly string[] = [...byName.keys()]

/** Accounts in whose rooms an event may be heard of. */
export const concernedBy = (event: PublishedEvent): ReadonlySet<string> =>
  byName.get(event.topic)?.event.idsOf(event.payload) ?? new Set()

/** What an event says to those who follow the room of this creator. */
export async function messagesOf(ctx: Context, event: PublishedEvent, performerId: string): Promise<RoomMessage[]> {
  const { performerId: named, conversationId } = event.payload
  // An account that is only the fan of an event has no room in it.
  const of = named ?? conversationId
  if (of !== undefined && of !== performerId) return []
  return (await byName.get(event.topic)?.read(event, ctx, performerId)) ?? []
}

/** How the room stands, for who has heard nothing of it before. */
export async function stateOf(ctx: Context, performerId: string) {
  const stream = await openOf(ctx, performerId)
  const lines = stream?.startedAt ? await linesOf(ctx, performerId, stream.startedAt) : []
  return {
    name: 'room/state',
    data: {
      stream: stream ? presentState(stream) : null,
      chat: lines.flatMap((line) => said(line).slice(0, 1)).map(({ data }) => data),
    },
  }
}
