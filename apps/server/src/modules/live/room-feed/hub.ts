import { roomConnectionsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import type { PublishedEvent } from '../../../platform/events/events.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { roomKeyEnded } from './events.ts'
import { type KeyHolder, stillOpen } from './keys.ts'
import { concernedBy, messagesOf, type RoomMessage } from './messages.ts'

// The connections of this process that follow live rooms. Each event is read once for all who follow its room, in the order in which events were read.

/** What no event says, such as that an account was suspended, is found so soon. */
const sweepMs = 5_000
/** Who tries again after this may find a connection gone. */
const retrySeconds = 10
const waitingMax = 1_000

export interface Follower {
  readonly holder: KeyHolder
  send(event: PublishedEvent, messages: readonly RoomMessage[], position: string): void
  end(): void
}

export class Hub {
  readonly #ctx: Context
  readonly #rooms = new Map<string, Set<Follower>>()
  readonly #queues = new Map<string, { last: Promise<void>; waiting: number }>()
  #sweep: NodeJS.Timeout | undefined
  /** Up to where all events were read here. */
  position = () => '0.0'
  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Follows the room of the holder's creator from now on. */
  enter(follower: Follower): () => void {
    const { id, performerId } = follower.holder
    const room = this.#rooms.get(performerId) ?? new Set()
    if ([...room].filter(({ holder }) => holder.id === id).length >= roomConnectionsMax)
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: retrySeconds }, undefined, retrySeconds)
    this.#rooms.set(performerId, room.add(follower))
    this.#sweep ??= setInterval(() => void this.endDead(), sweepMs).unref()
    return () => {
      room.delete(follower)
      if (room.size === 0 && this.#rooms.get(performerId) === room) this.#rooms.delete(performerId)
    }
  }

  take(event: PublishedEvent): void {
    if (this.#rooms.size === 0) return
    if (event.topic === roomKeyEnded.name) return this.#endOf(new Set([event.payload['keyId'] as string]))
    const position = this.position()
    for (const performerId of concernedBy(event))
      if (this.#rooms.has(performerId)) this.#hand(performerId, event, position)
  }

  #hand(performerId: string, event: PublishedEvent, position: string): void {
    const queue = this.#queues.get(performerId) ?? { last: Promise.resolve(), waiting: 0 }
    this.#queues.set(performerId, queue)
    // Those who follow it come back and are told how it stands.
    if (++queue.waiting > waitingMax) for (const follower of this.#rooms.get(performerId) ?? []) follower.end()
    queue.last = queue.last
      .then(() => (this.#rooms.has(performerId) ? messagesOf(this.#ctx, event, performerId) : []))
      .then((messages) => {
        if (messages.length === 0) return
        for (const follower of this.#rooms.get(performerId) ?? []) follower.send(event, messages, position)
      })
      .catch((error: unknown) =>
        this.#ctx.log.error({ err: error, topic: event.topic }, 'an event of a room was not sent'),
      )
      .finally(() => {
        if (--queue.waiting === 0) this.#queues.delete(performerId)
      })
  }

  #endOf(keyIds: ReadonlySet<string>): void {
    for (const { holder, end } of this.#all()) if (keyIds.has(holder.id)) end()
  }
  #all(): Follower[] {
    return [...this.#rooms.values()].flatMap((room) => [...room])
  }

  /** Ends what follows with a key that opens nothing any more. */
  async endDead(): Promise<void> {
    const ids = [...new Set(this.#all().map(({ holder }) => holder.id))]
    if (ids.length === 0) return
    try {
      const open = await stillOpen(this.#ctx, ids)
      this.#endOf(new Set(ids.filter((id) => !open.has(id))))
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'the keys of rooms were not looked at')
    }
  }

  stop(): void {
    clearInterval(this.#sweep)
    for (const { end } of this.#all()) end()
  }
}

const hubs = new WeakMap<Context, Hub>()
/** One a process. */
export function hubOf(ctx: Context): Hub {
  const hub = hubs.get(ctx) ?? new Hub(ctx)
  hubs.set(ctx, hub)
  return hub
}

/** Hands every event that this process reads to those who follow a room. */
export function followRoomFeed(ctx: Context, position: () => string): (event: PublishedEvent) => void {
  const hub = hubOf(ctx)
  hub.position = position
  return (event) => hub.take(event)
}
