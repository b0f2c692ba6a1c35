import type { PipeOptions } from './pipe.ts'
import { Refusal } from './refusal.ts'
import { Room, type RoomEvent, type RoomOptions, type RoomState } from './room.ts'
import { readOffer } from './sdp/offer.ts'
import { type Grant, grantSecondsMax } from './token.ts'

export type EngineEvent = RoomEvent & { room: string; at: number }
export interface Joined {
  session: string
  answer: string
}
export interface Snapshot {
  state: RoomState
  watching: { user: string; session: string }[]
}

const sweepMs = 1_000
const viewersMaxUsual = 1_000
const seconds = () => Math.floor(Date.now() / 1000)

/** All rooms of one process. It knows no account and no price: who may do what stands in the grants that it is shown. */
export class Engine {
  readonly #rooms = new Map<string, Room>()
  /** When rooms were closed, in seconds: a right to publish from before opens none of them again. */
  readonly #closed = new Map<string, number>()
  readonly #pipes: PipeOptions
  readonly #listeners = new Set<(event: EngineEvent) => void>()
  readonly #sweep = setInterval(() => this.#sweepAll(), sweepMs)

  constructor(pipes: PipeOptions) {
    this.#pipes = pipes
  }

  /** Opening an open room changes nothing. */
  open(options: RoomOptions): void {
    if (this.#rooms.has(options.id)) return
    const emit = (event: RoomEvent) => {
      for (const listener of this.#listeners) listener({ ...event, room: options.id, at: Date.now() })
    }
    this.#rooms.set(options.id, new Room(options, this.#pipes, emit))
  }

  close(id: string): void {
    const room = this.#rooms.get(id)
    this.#closed.set(id, seconds())
    this.#rooms.delete(id)
    room?.close()
  }

  /** Answers an offer (SDP) of someone who holds `grant`. Who may publish opens the room. */
  join(grant: Grant, sdp: string): Promise<Joined> {
    const offer = readOffer(sdp)
    if (!offer) throw new Refusal(400, 'This is not an offer of WebRTC media.')
    if (grant.may === 'control') throw new Refusal(403, 'This is no right to join.')
    if (grant.may === 'publish' && grant.issuedAt > (this.#closed.get(grant.room) ?? 0))
      this.open({ id: grant.room, viewersMax: viewersMaxUsual })
    const room = this.#room(grant.room)
    return grant.may === 'publish' ? room.publish(grant.user, offer) : room.view(grant, offer)
  }

  /** False where there is no such session. */
  leave(session: string): boolean {
    for (const room of this.#rooms.values()) if (room.end(session)) return true
    return false
  }

  remove(id: string, user: string): void {
    this.#rooms.get(id)?.remove(user, seconds())
  }

  snapshot(id: string): Snapshot | undefined {
    const room = this.#rooms.get(id)
    return room && { state: room.state, watching: room.watching }
  }

  /** Every room that is open. */
  snapshots(): (Snapshot & { id: string })[] {
    return [...this.#rooms].map(([id, { state, watching }]) => ({ id, state, watching }))
  }

  on(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  stop(): void {
    clearInterval(this.#sweep)
    for (const id of this.#rooms.keys()) this.close(id)
  }

  #room(id: string): Room {
    const room = this.#rooms.get(id)
    if (!room) throw new Refusal(404, 'There is no such room.')
    return room
  }

  #sweepAll(): void {
    const now = performance.now()
    for (const [id, at] of this.#closed) if (seconds() - at > grantSecondsMax) this.#closed.delete(id)
    for (const [id, room] of this.#rooms) if (room.sweep(now)) this.close(id)
  }
}
