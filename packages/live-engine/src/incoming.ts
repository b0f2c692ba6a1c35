import type { Layer } from './layers.ts'
import { type VideoCodec, beginsKeyframe } from './rtp/keyframe.ts'
import { MissingPackets } from './rtp/missing.ts'
import { payloadOf, sequenceOf } from './rtp/packet.ts'
import { Reception } from './rtp/reception.ts'
import { PacketRing } from './rtp/ring.ts'
import { type SenderReport, nameOf } from './rtcp/sender-report.ts'
import type { OfferedCodec } from './sdp/offer.ts'

export type Kind = 'audio' | 'video'

const keyframeRequestMs = 400
/** A size of the picture of which nothing came for so long is not sent at the moment. */
const flowingMs = 1_000

/** One stream that a publisher sends: what has arrived of it, and what has not. */
export class Incoming {
  readonly kind: Kind
  /** Which of the sizes of a picture. */
  readonly layer: Layer
  readonly codec: OfferedCodec
  readonly mid: string
  readonly retransmission: OfferedCodec | undefined
  /** 0 until its first packet where the offer announced none. */
  source: number
  readonly ring = new PacketRing()
  readonly missing = new MissingPackets()
  readonly reception = new Reception()
  /** The last two, the newest first: a viewer who joins is sent both. */
  reports: SenderReport[] = []
  #keyframeRequestedAt = -Infinity
  #tookAt = -Infinity

  constructor(of: {
    kind: Kind
    codec: OfferedCodec
    mid: string
    retransmission?: OfferedCodec | undefined
    source?: number | undefined
    layer?: Layer | undefined
  }) {
    this.kind = of.kind
    this.layer = of.layer ?? 'full'
    this.codec = of.codec
    this.mid = of.mid
    this.retransmission = of.retransmission
    this.source = of.source ?? 0
  }

  /** Takes a packet that has passed `withoutExtras`. */
  take(packet: Buffer, now: number): void {
    const sequence = sequenceOf(packet)
    this.#tookAt = now
    this.missing.arrived(sequence, now)
    this.reception.arrived(sequence)
    this.ring.put(packet)
  }

  beginsKeyframe(packet: Buffer): boolean {
    return this.kind === 'video' && beginsKeyframe(this.codec.name.toUpperCase() as VideoCodec, payloadOf(packet))
  }

  reported(report: SenderReport, now: number): void {
    this.reception.reported(nameOf(report), now)
    this.reports = [report, ...this.reports.slice(0, 1)]
  }

  /** Whether packets come, at `now` in milliseconds. */
  flows(now: number): boolean {
    return now - this.#tookAt < flowingMs
  }

  /** Whether to request a keyframe now: a publisher who is asked all the time sends nothing else. */
  mayRequestKeyframe(now: number): boolean {
    if (this.kind !== 'video' || this.source === 0 || now - this.#keyframeRequestedAt < keyframeRequestMs) return false
    this.#keyframeRequestedAt = now
    return true
  }
}
