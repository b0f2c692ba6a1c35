import { randomInt } from 'node:crypto'
import { Backlog } from './backlog.ts'
import type { Incoming } from './incoming.ts'
import { Outgoing } from './outgoing.ts'
import { readdressed } from './rtp/packet.ts'
import { packetsOf } from './rtcp/compound.ts'
import { requestedBy } from './rtcp/nack.ts'
import { requestsKeyframe } from './rtcp/picture-loss.ts'
import { highestReceived } from './rtcp/received.ts'
import { senderReport } from './rtcp/sender-report.ts'
import type { Taken } from './sdp/answer.ts'
import { chooseCodec } from './sdp/codecs.ts'
import type { Offer } from './sdp/offer.ts'

/** Who is sent what a room's publisher sends. */
export class Viewer {
  readonly #outgoing: readonly Outgoing[]
  readonly #video: Outgoing | undefined
  readonly #send: (packet: Buffer) => boolean
  readonly #wantKeyframe: () => void
  readonly #onArrived: (now: number) => void
  /** By their last report. */
  #arrived: number | undefined
  readonly #reported = new Set<Outgoing>()
  readonly #backlog = new Backlog()

  constructor(of: {
    outgoing: readonly Outgoing[]
    send: (packet: Buffer) => boolean
    wantKeyframe: () => void
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
    return !this.#backlog.holds(now) && this.#video?.isWaiting === true
  }

  forward(stream: Incoming, packet: Buffer, isKeyframe: boolean, now: number): void {
    const outgoing = this.#of(stream)
    if (!outgoing) return
    // Audio goes on: it is little, and a gap in it is heard.
    if (outgoing === this.#video && this.#backlog.holds(now)) return outgoing.pause()
    const to = outgoing.next(stream, packet, isKeyframe, now)
    if (!to || !this.#send(readdressed(packet, to))) return
    if (outgoing === this.#video) this.#backlog.sent(to.sequence, now)
    outgoing.sent.packets++
    outgoing.sent.bytes += packet.length - 12
    if (this.#reported.has(outgoing) || stream.reports.length === 0) return
    // Without them picture and audio would stay apart until the publisher's next reports.
    this.#reported.add(outgoing)
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
      const highest = this.#video && highestReceived(packet, this.#video.source)
      if (highest !== undefined && this.#backlog.reported(highest, now)) this.#wantKeyframe()
      // A keyframe is large, also for all others: who is behind is not sent it.
      if (requestsKeyframe(packet) && !this.#backlog.holds(now)) this.#wantKeyframe()
      for (const outgoing of this.#outgoing)
        for (const sequence of requestedBy(packet, outgoing.source)) this.#sendAgain(outgoing, sequence)
    }
  }

  #noteArrived(packet: Buffer, now: number): void {
    const outgoing = this.#video ?? this.#outgoing[0]
    const highest = outgoing && highestReceived(packet, outgoing.source)
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
