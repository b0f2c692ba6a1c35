import type { Loop } from './loop/loop.ts'
import type { InputProblem, InputReading } from './input-health.ts'
import type { PipeOptions } from './pipe.ts'
import { Refusal } from './refusal.ts'
import type { Keyframe } from './recorder/keyframe.ts'
import type { KeptRecording, Recordings } from './recorder/recordings.ts'
import type { RecordingState } from './recorder/room-recording.ts'
import { Room, type RoomOptions, type RoomState } from './room.ts'
import { Feeds } from './rtmp/feeds.ts'
import { readOffer } from './sdp/offer.ts'
import { type Grant, grantSecondsMax } from './token.ts'

export interface Joined {
  session: string
  answer: string
}
export interface Snapshot {
  id: string
  state: RoomState
  publishing: { user: string; session: string } | null
  watching: { user: string; session: string }[]
  opening: string
  received: { user: string; ms: number }[]
  input: { reading: InputReading | null; problem: InputProblem | null }
  recording: RecordingState
}

const sweepMs = 1_000
export const viewersMaxUsual = 1_000
const seconds = () => Math.floor(Date.now() / 1000)

/** All rooms of one process. It knows no account and no price: who may do what stands in the grants that it is shown. */
export class Engine {
  readonly #rooms = new Map<string, Room>()
  /** What is sent by RTMP. */
  readonly feeds = new Feeds()
  /** When rooms were closed, in seconds: a right to publish from before opens none of them again. */
  readonly #closed = new Map<string, number>()
  readonly #pipes: PipeOptions
  readonly #sweep = setInterval(() => this.#sweepAll(), sweepMs)

  readonly #recordings: Recordings | undefined
  readonly #encodersMax: number

  /** Without `recordings` nothing is recorded, and nobody watches by HLS. */
  constructor(pipes: PipeOptions, recordings?: Recordings, { encodersMax = 0 }: { encodersMax?: number } = {}) {
    this.#pipes = pipes
    this.#recordings = recordings
    this.#encodersMax = encodersMax
  }

  /** Of a room that is open already only whether it is recorded is changed, where that is said. */
  open(options: RoomOptions): void {
    const open = this.#rooms.get(options.id)
    if (open && options.record !== undefined) open.record(options.record)
    if (open) return
    this.#rooms.set(options.id, new Room(options, this.#pipes, this.#recordings))
  }

  /** Shows a loop in a room, which it opens. */
  play(id: string, loop: Loop): void {
    this.open({ id, viewersMax: viewersMaxUsual })
    this.#room(id).play(loop)
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
    if (grant.may === 'publish') return this.#roomToPublish(grant).publish(grant, offer)
    if (grant.may !== 'view') throw new Refusal(403, 'This is no right to join.')
    return this.#room(grant.room).view(grant, offer)
  }

  /** Takes what is sent by RTMP under this id into the room of `grant`, for who holds it. Returns the session. */
  takeFeed(grant: Grant, id: string): string {
    if (grant.may !== 'publish') throw new Refusal(403, 'This is no right to publish.')
    const feed = this.feeds.waiting(id)
    if (!feed) throw new Refusal(404, 'Nothing is sent under this name.')
    if (this.feeds.taken >= this.#encodersMax) throw new Refusal(503, 'This server converts no more streams at once.')
    return this.#roomToPublish(grant).publishFeed(grant, feed)
  }

  /** Who may publish opens the room. */
  #roomToPublish(grant: Grant): Room {
    if (grant.issuedAt > (this.#closed.get(grant.room) ?? 0))
      this.open({
        id: grant.room,
        viewersMax: viewersMaxUsual,
        ...(grant.records !== undefined && { record: grant.records }),
      })
    return this.#room(grant.room)
  }

  /** A file of the HLS of a room, for a viewer of the product. */
  hls(id: string, file: string, viewer: { user: string; session: string }): Promise<Buffer> {
    return this.#room(id).hls(file, viewer)
  }

  /** The next picture of a room that needs no other, as a file. */
  keyframe(id: string): Promise<Keyframe> {
    return this.#room(id).keyframe()
  }

  /** What there was to end: `replaced` where another publisher took the place of this one, `unknown` where there is no such session any more. */
  leave(session: string): 'ended' | 'replaced' | 'unknown' {
    const rooms = [...this.#rooms.values()]
    if (rooms.some((room) => room.end(session))) return 'ended'
    return rooms.some((room) => room.wasReplaced(session)) ? 'replaced' : 'unknown'
  }

  /** Sessions of the product, as the grants name them. */
  remove(id: string, sessions: readonly string[]): void {
    this.#rooms.get(id)?.remove(new Set(sessions), seconds())
  }

  /** What was recorded and is still here. */
  recordings(): Promise<KeptRecording[]> {
    return this.#recordings?.kept() ?? Promise.resolve([])
  }

  /** A file of a recording. Throws a refusal where there is none. */
  recorded(room: string, at: string, file: string): Promise<Buffer> {
    if (!this.#recordings) throw new Refusal(404, 'Nothing is recorded here.')
    return this.#recordings.read(room, at, file)
  }

  /** Deletes what was recorded of a room. What is being written goes on in a new recording, unless the room was closed before. */
  async forget(room: string): Promise<void> {
    await this.#recordings?.remove(room)
  }

  /** Every room that is open. */
  snapshots(): Snapshot[] {
    return [...this.#rooms].map(([id, { opening, state, publishing, watching, received, input, recording }]) => ({
      id,
      opening,
      state,
      publishing,
      watching,
      received,
      input,
      recording,
    }))
  }

  /** Resolves when what was recorded is written. */
  async stop(): Promise<void> {
    clearInterval(this.#sweep)
    for (const id of this.#rooms.keys()) this.close(id)
    await this.#recordings?.written()
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
