import type { Incoming } from './incoming.ts'
import { sequenceDistance, sequenceOf, payloadOf, timestampOf } from './rtp/packet.ts'
import type { VideoCodec } from './rtp/keyframe.ts'
import { sizeIn, type Size } from './rtp/picture-size.ts'
import { PresentationOrder } from './rtp/presentation-order.ts'

/** `bFrames`: pictures are sent in another order than they are shown, which browsers show in the wrong one. `encoder`: what converts a stream by RTMP has ended. */
export type InputProblem = 'bFrames' | 'encoder'

/** What a publisher sends, over the last seconds. */
export interface InputReading {
  codec: string
  width: number
  height: number
  framesPerSecond: number
  kilobitsPerSecond: number
  /** Between the last two keyframes, or since the last one where that is longer already; null before the first. */
  keyframeSeconds: number | null
  /** The share of packets that did not come, 0 to 1. */
  lost: number
}

const windowMs = 3_000
/** One picture out of order may be a clock that was set; so many are how it is encoded. */
const backMax = 3

/** Watches the video that a publisher sends, and says how it is. */
export class InputHealth {
  readonly #order = new PresentationOrder()
  readonly #codec: string
  #backs = 0
  #pictureAt: number | undefined
  /** How many have begun to come. */
  pictures = 0
  #size: Size = { width: 0, height: 0 }
  #keyframeAt: number | undefined
  #keyframeMs: number | undefined
  #keyframeTimestamp: number | undefined
  /** What came in the window: when, how much, of which picture. */
  #arrived: { at: number; bytes: number; timestamp: number; sequence: number }[] = []

  constructor(codec: string) {
    this.#codec = codec
  }

  /** Takes a packet that has passed `withoutExtras`. Whether its publisher can't be shown. */
  take(stream: Incoming, packet: Buffer, now: number): InputProblem | undefined {
    const [sequence, timestamp] = [sequenceOf(packet), timestampOf(packet)]
    this.#arrived.push({ at: now, bytes: packet.length, timestamp, sequence })
    this.#forget(now)
    if (timestamp !== this.#pictureAt) this.pictures++
    this.#pictureAt = timestamp
    const isKeyframe = stream.beginsKeyframe(packet)
    if (isKeyframe) this.#size = sizeIn(this.#codec.toUpperCase() as VideoCodec, payloadOf(packet)) ?? this.#size
    if (isKeyframe && timestamp !== this.#keyframeTimestamp) {
      if (this.#keyframeAt !== undefined) this.#keyframeMs = now - this.#keyframeAt
      this.#keyframeAt = now
      this.#keyframeTimestamp = timestamp
    }
    if (this.#order.goesBack(sequence, timestamp)) this.#backs++
    return this.#backs >= backMax ? 'bFrames' : undefined
  }

  read(now: number): InputReading {
    this.#forget(now)
    const came = this.#arrived
    const seconds = came.length > 0 ? Math.max(1, (now - came[0]!.at) / 1000) : 1
    const sequences = new Set(came.map(({ sequence }) => sequence))
    const first = came[0]?.sequence ?? 0
    const distances = came.map(({ sequence }) => sequenceDistance(sequence, first))
    const expected = came.length > 0 ? Math.max(...distances) - Math.min(...distances) + 1 : 0
    const since = this.#keyframeAt === undefined ? undefined : now - this.#keyframeAt
    return {
      codec: this.#codec,
      ...this.#size,
      framesPerSecond: Math.round(new Set(came.map(({ timestamp }) => timestamp)).size / seconds),
      kilobitsPerSecond: Math.round((came.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1000 / seconds),
      keyframeSeconds: since === undefined ? null : Math.round(Math.max(this.#keyframeMs ?? 0, since) / 100) / 10,
      lost: expected > 0 ? Math.max(0, 1 - sequences.size / expected) : 0,
    }
  }

  #forget(now: number): void {
    let past = 0
    while (past < this.#arrived.length && now - this.#arrived[past]!.at > windowMs) past++
    if (past > 0) this.#arrived.splice(0, past)
  }
}
