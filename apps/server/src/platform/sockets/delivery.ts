import { type SocketMessageName, socketMessages } from '@fanlight/contract/socket-messages'
import { socketLimits, syncSince } from '@fanlight/contract/sockets'
import type { Namespace, Socket } from 'socket.io'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { EventFeed, FeedEntry } from '../events/event-feed.ts'
import { type Cursor, type DeclaredEvent, eventsBetween, type PublishedEvent } from '../events/events.ts'
import { command, type Delivery, type MessageReader, type SocketCommand } from './declarations.ts'
import type { Room } from './rooms.ts'
import { endSocket } from './limits.ts'

// How an event becomes messages to the sockets of this process, at once or later for those who were away.

/** A message as it leaves: it fits its schema. */
interface Addressed extends Delivery {
  name: SocketMessageName
  data: { id: string; seq: string }
}
/** Unknown fields are no less a mistake than missing ones: nothing leaves that is not declared. */
const strictMessages = new Map<string, z.ZodType<Addressed['data']>>(
  Object.entries(socketMessages).map(([name, schema]) => [name, schema.strict()]),
)

/** The readers of events for sockets, by the name of their event. */
export type MessageReaders = ReadonlyMap<string, MessageReader>

export async function messagesOf(
  ctx: Context,
  readers: MessageReaders,
  event: PublishedEvent,
  here: () => string[],
): Promise<Addressed[]> {
  const found = readers.get(event.topic)
  if (!found) return []
  const messages = await found.read(event, ctx, { here })
  const named = roomsNamed(found.event, event)
  // A message that leaves to others than the declared recipients would go out at once and be missing for those who come back.
  for (const { room } of messages)
    if (named !== 'many' && !named.has(room)) throw new Error(`${event.topic} does not declare the recipients ${room}`)
  // The id does not depend on the other recipients of the event: a client that gets the message again recognizes it.
  const counts = new Map<string, number>()
  return messages.map(({ data, ...message }) => {
    const kind = `${message.room} ${message.name}`
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return { ...message, data: fitting(message.name, data, `${event.id}.${message.name}${count ? `.${count}` : ''}`) }
  })
}

export const fitting = (name: SocketMessageName, data: object, id: string) =>
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

/** The rooms that an event names as its recipients; `many` where a query finds them. */
function roomsNamed({ to }: DeclaredEvent, { payload }: PublishedEvent): ReadonlySet<string> | 'many' {
  if (to === 'many') return to
  const named = (field: string) => [payload[field]].flat().filter((value) => typeof value === 'string')
  return new Set<Room>([
    ...(to.accounts ?? []).flatMap(named).map((id) => `account:${id}` as const),
    ...(to.sessions ?? []).flatMap(named).map((id) => `session:${id}` as const),
    ...(to.rooms ?? []).flatMap(({ room, field }) => named(field).map((id) => room.of(id))),
  ])
}

/** Whether an event can lead to a message to anyone who is connected here. */
export function concernsAny(readers: MessageReaders, { event }: FeedEntry, spaces: Namespace[]): boolean {
  const found = readers.get(event.topic)
  if (!found) return false
  const named = roomsNamed(found.event, event)
  return named === 'many' || spaces.some(({ adapter: { rooms } }) => [...named].some((room) => rooms.has(room)))
}

/** Sends what this socket's rooms were sent since `seq` or `at`, or says that it was too much and has to be fetched. */
export const catchUp = (readers: MessageReaders, socket: Socket, feed: EventFeed): SocketCommand =>
  command(syncSince, async (ctx, { viewer, payload }) => {
    const from = 'at' in payload ? payload.at - socketLimits.skewMs : cursorOf(payload.seq)
    // What is still being handled here comes by itself, as this socket is in its rooms; but of who was here before, a reader may know less.
    const recent = feed
      .since(from)
      ?.filter(({ isHandled, event }) => isHandled || readers.get(event.topic)?.event.to === 'many')
    const events =
      recent?.map(({ event }) => event) ?? (typeof from === 'number' ? undefined : await olderEvents(ctx, from))
    if (!events) return { complete: false }
    const own = [`account:${viewer.id}`, `session:${viewer.sessionId}`]
    for (const event of events) {
      const found = readers.get(event.topic)
      if (!found) continue
      const named = roomsNamed(found.event, event)
      if (named !== 'many' && !own.some((room) => named.has(room))) continue
      for (const { room, name, data, disconnect, leave } of await messagesOf(ctx, readers, event, () =>
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
