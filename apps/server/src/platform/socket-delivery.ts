import { type LiveMessageName, liveMessages } from '@fanlight/contract/live'
import { socketLimits, syncSince } from '@fanlight/contract/sockets'
import type { Namespace, Socket } from 'socket.io'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { EventFeed, FeedEntry } from './event-feed.ts'
import { type Cursor, eventsBetween, type PublishedEvent } from './events.ts'
import { command, type Delivery, type Room, type SocketCommand, type Topics } from './live.ts'
import { endSocket } from './socket-limits.ts'

// How an event becomes messages to the sockets of this process, at once or later for those who were away.

/** A message as it leaves: it fits its schema. */
interface Addressed extends Delivery {
  name: LiveMessageName
  data: { id: string; seq: string }
}
/** Unknown fields are no less a mistake than missing ones: nothing leaves that is not declared. */
const strictMessages = new Map<string, z.ZodType<Addressed['data']>>(
  Object.entries(liveMessages).map(([name, schema]) => [name, schema.strict()]),
)

export async function messagesOf(
  ctx: Context,
  topics: Topics,
  event: PublishedEvent,
  here: () => string[],
): Promise<Addressed[]> {
  const messages = (await topics[event.topic]?.(ctx, event, here)) ?? []
  // The id does not depend on the other recipients of the event: a client that gets the message again recognizes it.
  const counts = new Map<string, number>()
  return messages.map(({ data, ...message }) => {
    const kind = `${message.room} ${message.name}`
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return { ...message, data: fitting(message.name, data, `${event.id}.${message.name}${count ? `.${count}` : ''}`) }
  })
}

export const fitting = (name: LiveMessageName, data: object, id: string) =>
  strictMessages.get(name)!.parse({ ...data, id, seq: '0.0' })

export function deliver(spaces: Namespace[], message: Addressed, position: string): void {
  const { room, except = [], leave, name, data, disconnect } = message
  for (const space of spaces) {
    if (leave) leaveRoom(space, { room, leave, name, data: { ...data, seq: position } })
    else
      space
        .to(room)
        .except([...except])
        .emit(name, { ...data, seq: position })
    if (disconnect) for (const id of space.adapter.rooms.get(room) ?? []) endSocket(space.sockets.get(id))
  }
}

function leaveRoom(space: Namespace, { room, leave, name, data }: Addressed & { leave: Room }): void {
  for (const id of space.adapter.rooms.get(room) ?? []) {
    const socket = space.sockets.get(id)
    if (!socket?.rooms.has(leave)) continue
    socket.emit(name, data)
    void socket.leave(leave)
  }
}

/** A handler that takes `here` finds by itself whom an event concerns; others send to those whom the event names. */
const concernsMany = (handler: Topics[string]): boolean => handler.length > 2

/** Whether an event can lead to a message to anyone who is connected here. */
export function concernsAny(topics: Topics, { event, ids }: FeedEntry, spaces: Namespace[]): boolean {
  const handler = topics[event.topic]
  if (!handler) return false
  if (concernsMany(handler)) return true
  return spaces.some(({ adapter: { rooms } }) =>
    [...ids].some((id) => rooms.has(`account:${id}`) || rooms.has(`session:${id}`) || rooms.has(`conversation:${id}`)),
  )
}

/** Sends what this socket's rooms were sent since `seq` or `at`, or says that it was too much and has to be fetched. */
export const catchUp = (topics: Topics, socket: Socket, feed: EventFeed): SocketCommand =>
  command(syncSince, async (ctx, { viewer, payload }) => {
    const from = 'at' in payload ? payload.at - socketLimits.skewMs : cursorOf(payload.seq)
    // What is still being handled here comes by itself, as this socket is in its rooms; but of who was here before, a handler may know less.
    const recent = feed
      .since(from)
      ?.filter(({ isHandled, event }) => isHandled || (topics[event.topic] && concernsMany(topics[event.topic]!)))
    const events =
      recent?.map(({ event }) => event) ?? (typeof from === 'number' ? undefined : await olderEvents(ctx, from))
    if (!events) return { complete: false }
    const own = [viewer.id, viewer.sessionId]
    for (const event of events) {
      const handler = topics[event.topic]
      if (!handler || !(concernsMany(handler) || names(event, own))) continue
      for (const { room, name, data, disconnect, leave } of await messagesOf(ctx, topics, event, () =>
        sessionsOf([socket]),
      ))
        if (!disconnect && !leave && socket.rooms.has(room)) socket.emit(name, { ...data, seq: feed.position() })
    }
    return { complete: true }
  })

function cursorOf(seq: string): Cursor {
  const [xid, id] = seq.split('.') as [string, string]
  return { xid, id: BigInt(id) }
}
const names = ({ payload }: PublishedEvent, ids: readonly string[]): boolean => {
  const text = JSON.stringify(payload)
  return ids.some((id) => text.includes(id))
}
/** No event has a place beyond these: who sends one made it up. */
const xidMax = 2n ** 64n - 1n
const idMax = 2n ** 63n - 1n
const olderEvents = (ctx: Context, cursor: Cursor) =>
  cursor.xid === '0' || BigInt(cursor.xid) > xidMax || cursor.id > idMax
    ? undefined
    : eventsBetween(ctx, cursor, socketLimits.gapMax)

export const socketsOf = (spaces: Namespace[]): Socket[] => spaces.flatMap((space) => [...space.sockets.values()])
export const sessionsOf = (sockets: Socket[]): string[] => [
  ...new Set(sockets.map((socket) => socket.data.sessionId as string | undefined).filter((id) => id !== undefined)),
]
