import type { Incoming, Kind } from './incoming.ts'
import { type Addressing, sequenceDistance, sequenceOf, timestampOf } from './rtp/packet.ts'
import type { SenderReport } from './rtcp/sender-report.ts'

/** What one viewer is sent of one kind: one stream without a gap in its numbers and times, whatever publishers come and go behind it. */
export class Outgoing {
  readonly kind: Kind
  readonly payloadType: number
  readonly source: number
  readonly #clock: number
  #from: Incoming | undefined
  #isWaiting = true
  #sequenceOffset = 0
  #timestampOffset = 0
  #lastSequence: number | undefined
  #lastTimestamp = 0
  #lastAt = 0
  /** How many of the last numbers are of the stream as it is sent now. Those before it have other offsets. */
  #ownNumbers = Infinity
  readonly sent = { packets: 0, bytes: 0 }

  constructor(of: { kind: Kind; payloadType: number; source: number; clock: number }) {
    this.kind = of.kind
    this.payloadType = of.payloadType
    this.source = of.source
    this.#clock = of.clock
  }

  /** Nothing is sent before the next keyframe. Audio waits for nothing. */
  get isWaiting(): boolean {
    return this.#isWaiting
  }

  /** How a packet is addressed to this viewer; undefined where it is not sent, because it could not be shown. `now` in milliseconds. */
  next(from: Incoming, packet: Buffer, isKeyframe: boolean, now: number): Addressing | undefined {
    if (from !== this.#from || this.#isWaiting) {
      if (this.kind === 'video' && !isKeyframe) {
        this.#isWaiting = true
        return undefined
      }
      this.#joinAt(from, packet, now)
    }
    const to = this.#addressed(packet)
    const ahead = this.#lastSequence === undefined ? 1 : sequenceDistance(to.sequence, this.#lastSequence)
    // It is late, and its number was given to another one before the stream went on.
    if (-ahead >= this.#ownNumbers) return undefined
    if (ahead > 0) {
      this.#lastSequence = to.sequence
      this.#lastTimestamp = to.timestamp
      this.#lastAt = now
      this.#ownNumbers += ahead
    }
    return to
  }

  /** Sends no more video before the next keyframe, which follows the last packet without a gap in numbers. */
  pause(): void {
    if (this.kind === 'video') this.#isWaiting = true
  }

  /** The stream of the publisher and this packet's number in it; undefined while the viewer is sent nothing, and for what was sent before that. */
  origin(sequence: number): { from: Incoming; sequence: number } | undefined {
    if (!this.#from || this.#isWaiting || this.#lastSequence === undefined) return undefined
    if (((this.#lastSequence - sequence) & 0xffff) >= this.#ownNumbers) return undefined
    return { from: this.#from, sequence: (sequence - this.#sequenceOffset) & 0xffff }
  }

  again(packet: Buffer): Addressing {
    return this.#addressed(packet)
  }

  /** The publisher's report with source and time of what this viewer gets. Undefined where they get another stream. */
  report(from: Incoming, report: SenderReport): SenderReport | undefined {
    if (from !== this.#from) return undefined
    return { ...report, source: this.source, timestamp: (report.timestamp + this.#timestampOffset) >>> 0 }
  }

  /** Goes on, after a pause or with another stream: numbers follow each other, and the times of another stream move on by the time that has passed. */
  #joinAt(from: Incoming, packet: Buffer, now: number): void {
    const isSame = from === this.#from
    this.#from = from
    this.#isWaiting = false
    if (this.#lastSequence === undefined) return
    this.#sequenceOffset = (this.#lastSequence + 1 - sequenceOf(packet)) & 0xffff
    this.#ownNumbers = 0
    if (isSame) return
    const passed = Math.round(((now - this.#lastAt) * this.#clock) / 1000)
    this.#timestampOffset = (this.#lastTimestamp + passed - timestampOf(packet)) >>> 0
  }

  #addressed(packet: Buffer): Addressing {
    return {
      payloadType: this.payloadType,
      sequence: (sequenceOf(packet) + this.#sequenceOffset) & 0xffff,
      timestamp: (timestampOf(packet) + this.#timestampOffset) >>> 0,
      source: this.source,
    }
  }
}
