import { randomInt } from 'node:crypto'
import { Backlog } from './backlog.ts'
import type { Incoming } from './incoming.ts'
import { type Layer, LayerChoice } from './layers.ts'
import { Outgoing } from './outgoing.ts'
import { readdressed } from './rtp/packet.ts'
import { packetsOf } from './rtcp/compound.ts'
import { requestedBy } from './rtcp/nack.ts'
import { requestsKeyframe } from './rtcp/picture-loss.ts'
import { received } from './rtcp/received.ts'
import { senderReport } from './rtcp/sender-report.ts'
import type { Taken } from './sdp/answer.ts'
import { chooseCodec } from './sdp/codecs.ts'
import type { Offer } from './sdp/offer.ts'

/** Who is sent what a room's publisher sends. */
export class Viewer {
  readonly #outgoing: readonly Outgoing[]
  readonly #video: Outgoing | undefined
  readonly #send: (packet: Buffer) => boolean
  readonly #wantKeyframe: (layer: Layer) => void
  readonly #onArrived: (now: number) => void
  /** By their last report. */
  #arrived: number | undefined
  /** Of which stream they have the publisher's last reports. */
  readonly #reported = new Map<Outgoing, Incoming>()
  readonly #layers = new LayerChoice()
  readonly #backlog = new Backlog()

  constructor(of: {
    outgoing: readonly Outgoing[]
    send: (packet: Buffer) => boolean
    wantKeyframe: (layer: Layer) => void
    /** Their report says that more of the picture has arrived; of the sound, where there is no picture. */
    onArrived?: (now: number) => void
  }) {
    this.#outgoing = of.outgoing
    this.#video = of.outgoing.find(({ kind }) => kind === 'video')
    this.#send = of.send
    this.#wantKeyframe = of.wantKeyframe
    this.#onArrived = of.onArrived ?? (() => {})
  }

  /** Whether the next keyframe is what they need. Who is behind needs none yet. */
  isWaiting(now: number): boolean {
    return !this.#backlog.holds(now) && (this.#video?.isWaiting === true || this.#layers.isChanging)
  }
  /** The size of the picture that they wait for, or are sent. */
  get layer(): Layer {
    return this.#layers.wanted
  }

  /** Twice a second, with the sizes that come. */
  review(flows: Record<Layer, boolean>, now: number): void {
    this.#layers.review(flows, now)
  }

  forward(stream: Incoming, packet: Buffer, isKeyframe: boolean, now: number): void {
    const outgoing = this.#of(stream)
    if (!outgoing) return
    // Audio goes on: it is little, and a gap in it is heard.
    if (outgoing === this.#video && this.#backlog.holds(now)) return outgoing.pause()
    if (outgoing === this.#video && !this.#layers.takes(stream.layer, isKeyframe)) return
    const to = outgoing.next(stream, packet, isKeyframe, now)
    if (!to || !this.#send(readdressed(packet, to))) return
    if (outgoing === this.#video) this.#backlog.sent(to.sequence, now)
    outgoing.sent.packets++
    outgoing.sent.bytes += packet.length - 12
    if (this.#reported.get(outgoing) === stream || stream.reports.length === 0) return
    // Without them picture and audio would stay apart until the publisher's next reports.
    this.#reported.set(outgoing, stream)
    for (const report of stream.reports.toReversed()) this.#report(outgoing, stream, report)
  }

  onReport(stream: Incoming): void {
    const outgoing = this.#of(stream)
    const report = stream.reports[0]
    if (outgoing && report) this.#report(outgoing, stream, report)
  }

  /** `now` in milliseconds of the clock that `forward` is given. */
  onRtcp(compound: Buffer, now = performance.now()): void {
    for (const packet of packetsOf(compound)) {
      this.#noteArrived(packet, now)
      const seen = this.#video && received(packet, this.#video.source)
      if (seen) {
        this.#layers.reported(seen.fractionLost, now)
        if (this.#backlog.reported(seen.highest, now)) this.#wantKeyframe(this.#layers.wanted)
        if (this.#backlog.holds(now)) this.#layers.tooMuch(now)
      }
      // A keyframe is large, also for all others: who is behind is not sent it.
      if (requestsKeyframe(packet) && !this.#backlog.holds(now)) this.#wantKeyframe(this.#layers.wanted)
      for (const outgoing of this.#outgoing)
        for (const sequence of requestedBy(packet, outgoing.source)) this.#sendAgain(outgoing, sequence)
    }
  }

  #noteArrived(packet: Buffer, now: number): void {
    const outgoing = this.#video ?? this.#outgoing[0]
    const highest = outgoing && received(packet, outgoing.source)?.highest
    if (highest === undefined || highest === this.#arrived) return
    // What the first report says may have come long ago.
    if (this.#arrived !== undefined) this.#onArrived(now)
    this.#arrived = highest
  }

  #sendAgain(outgoing: Outgoing, sequence: number): void {
    const origin = outgoing.origin(sequence)
    const packet = origin?.from.ring.get(origin.sequence)
    if (packet) this.#send(readdressed(packet, outgoing.again(packet)))
  }

  #report(outgoing: Outgoing, stream: Incoming, report: Incoming['reports'][number]): void {
    const theirs = outgoing.report(stream, report)
    if (theirs && outgoing.sent.packets > 0) this.#send(senderReport(theirs, outgoing.sent))
  }

  #of(stream: Incoming): Outgoing | undefined {
    return this.#outgoing.find(({ kind }) => kind === stream.kind)
  }
}

/** How a viewer's offer is answered with the streams that there are. Undefined where it can play none of the pictures. */
export function offerTo(
  offer: Offer,
  streams: readonly Incoming[],
): { outgoing: Outgoing[]; taken: Taken[] } | undefined {
  const outgoing: Outgoing[] = []
  const taken = offer.media.map((media): Taken => {
    const stream = streams.find(({ kind }) => kind === media.kind)
    const isTaken = outgoing.some(({ kind }) => kind === media.kind)
    const codec = stream && !isTaken ? chooseCodec(media, stream.codec.name, stream.codec) : undefined
    const nothing: Taken = { media, codecs: [], direction: 'sendonly', feedback: [], extensions: [] }
    if (!stream || !codec) return nothing
    const source = randomInt(2, 2 ** 32 - 1)
    outgoing.push(new Outgoing({ kind: stream.kind, payloadType: codec.payloadType, source, clock: codec.clock }))
    const feedback = media.kind === 'video' ? ['nack', 'nack pli', 'ccm fir', 'goog-remb'] : []
    return { ...nothing, codecs: [codec], feedback, source }
  })
  const hasPicture = streams.every(({ kind }) => kind !== 'video') || outgoing.some(({ kind }) => kind === 'video')
  return hasPicture && outgoing.length > 0 ? { outgoing, taken } : undefined
}
