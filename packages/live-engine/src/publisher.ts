import { Incoming, type Kind } from './incoming.ts'
import { type Layer, layers } from './layers.ts'
import { type ExtensionIds, type Extensions, extensionUris, readExtensions } from './rtp/extensions.ts'
import { payloadTypeOf, sourceOf, withoutExtras } from './rtp/packet.ts'
import { original } from './rtp/retransmission.ts'
import { packetsOf } from './rtcp/compound.ts'
import { nack } from './rtcp/nack.ts'
import { pictureLossIndication } from './rtcp/picture-loss.ts'
import { receiverReport } from './rtcp/receiver-report.ts'
import { readSenderReport } from './rtcp/sender-report.ts'
import { Arrivals } from './rtcp/transport-feedback.ts'
import type { Taken } from './sdp/answer.ts'
import { chooseCodec, retransmissionOf } from './sdp/codecs.ts'
import type { Offer, OfferedMedia } from './sdp/offer.ts'

/** Codecs that rooms run, the better one first. */
const videoCodecs = ['H264', 'VP8'] as const

/** What a publisher's packets become. */
export interface Forwarding {
  onPacket(stream: Incoming, packet: Buffer): void
  onReport(stream: Incoming): void
}

/** Who sends into a room: takes packets, requests what was lost, and tells the publisher's browser how well it arrives. */
export class Publisher {
  readonly streams: readonly Incoming[]
  readonly #bySource = new Map<number, Incoming>()
  readonly #extensions: ExtensionIds
  readonly #arrivals = new Arrivals()
  readonly #forward: Forwarding
  readonly #send: (packet: Buffer) => boolean

  constructor(of: {
    streams: readonly Incoming[]
    extensions: ExtensionIds
    forward: Forwarding
    send: (packet: Buffer) => boolean
  }) {
    this.streams = of.streams
    this.#extensions = of.extensions
    this.#forward = of.forward
    this.#send = of.send
    for (const stream of of.streams) if (stream.source !== 0) this.#bySource.set(stream.source, stream)
  }

  /** Associates a stream's retransmissions, whose source the offer has announced. */
  knows(retransmissions: number, of: Incoming): void {
    this.#bySource.set(retransmissions, of)
  }

  onRtp(packet: Buffer): void {
    const now = performance.now()
    const extensions = readExtensions(packet, this.#extensions)
    if (extensions.transportSequence !== undefined) this.#arrivals.arrived(extensions.transportSequence, now)
    const stream = this.#bySource.get(sourceOf(packet)) ?? this.#newlyKnown(packet, extensions)
    const bare = stream && withoutExtras(packet)
    if (!stream || !bare) return
    const isRepeat = payloadTypeOf(bare) === stream.retransmission?.payloadType
    if (!isRepeat && payloadTypeOf(bare) !== stream.codec.payloadType) return
    const media = isRepeat ? original(bare, { payloadType: stream.codec.payloadType, source: stream.source }) : bare
    // A payload is needed; twelve bytes of header alone are a probe of the line.
    if (!media || media.length <= 12) return
    stream.take(media, now)
    this.#forward.onPacket(stream, media)
  }

  onRtcp(compound: Buffer): void {
    for (const packet of packetsOf(compound)) {
      const report = readSenderReport(packet)
      const stream = report && this.#bySource.get(report.source)
      if (!report || !stream) continue
      stream.reported(report, performance.now())
      this.#forward.onReport(stream)
    }
  }

  /** Of the size that is named, or of the one that there is. */
  requestKeyframe(layer: Layer = 'full'): void {
    const videos = this.streams.filter(({ kind }) => kind === 'video')
    const video = videos.find((stream) => stream.layer === layer) ?? videos[0]
    if (video?.mayRequestKeyframe(performance.now())) this.#send(pictureLossIndication(video.source))
  }

  /** Every few hundredths of a second: what is missing, and when packets came. */
  feedback(): void {
    for (const stream of this.streams) {
      const due = stream.kind === 'video' ? stream.missing.due(performance.now()) : []
      if (due.length > 0) this.#send(nack(stream.source, due))
    }
    const arrivals = this.#arrivals.feedback(this.streams.find(({ source }) => source !== 0)?.source ?? 0)
    if (arrivals) this.#send(arrivals)
  }

  /** Which sizes of the picture come at `now`. */
  flows(now: number): Record<Layer, boolean> {
    const comes = (layer: Layer) =>
      this.streams.some((stream) => stream.kind === 'video' && stream.layer === layer && stream.flows(now))
    return { full: comes('full'), small: comes('small') }
  }

  /** Twice a second. */
  report(): void {
    for (const stream of this.streams) {
      const block = stream.reception.block(performance.now())
      if (block) this.#send(receiverReport(stream.source, block))
    }
  }

  /** A source that no line of the offer announced is known by the id of its medium, or by the type of its payload. */
  #newlyKnown(packet: Buffer, { mid, layer, repairedLayer }: Extensions): Incoming | undefined {
    const type = payloadTypeOf(packet)
    const isMine = (entry: Incoming, named: string | undefined) =>
      (mid === undefined || entry.mid === mid) &&
      (named === undefined || entry.kind === 'audio' || entry.layer === named)
    const stream = this.streams.find(
      (entry) => entry.source === 0 && entry.codec.payloadType === type && isMine(entry, layer),
    )
    if (stream) {
      stream.source = sourceOf(packet)
      this.#bySource.set(stream.source, stream)
      return stream
    }
    const repeated = this.streams.find(
      (entry) => entry.source !== 0 && entry.retransmission?.payloadType === type && isMine(entry, repairedLayer),
    )
    if (repeated) this.#bySource.set(sourceOf(packet), repeated)
    return repeated
  }
}

/** The streams that a room takes of a publisher's offer: one picture, the full size first where there are two, and one audio. Undefined where there is nothing that it could show. */
export function takeOffer(offer: Offer): { streams: Incoming[]; taken: Taken[]; extensions: ExtensionIds } | undefined {
  const streams: Incoming[] = []
  const extensions: ExtensionIds = {}
  const taken = offer.media.map((media): Taken => {
    const found = streams.some(({ kind }) => kind === media.kind) ? [] : streamsOf(media)
    const [stream] = found
    const known = Object.entries(extensionUris) as [keyof ExtensionIds, string][]
    const used = stream ? media.extensions.filter(({ uri }) => known.some(([, wanted]) => wanted === uri)) : []
    for (const [name, wanted] of known) {
      const id = used.find(({ uri }) => uri === wanted)?.id
      if (id !== undefined) extensions[name] = id
    }
    streams.push(...found)
    return {
      media,
      codecs: stream ? [stream.codec, ...(stream.retransmission ? [stream.retransmission] : [])] : [],
      direction: 'recvonly',
      feedback: media.kind === 'video' ? ['nack', 'nack pli', 'ccm fir', 'transport-cc'] : ['transport-cc'],
      extensions: used,
      ...(found.length > 1 && { layers: media.layers }),
    }
  })
  return streams.length > 0 ? { streams, taken, extensions } : undefined
}

function streamsOf(media: OfferedMedia): Incoming[] {
  const names = media.kind === 'video' ? videoCodecs : media.kind === 'audio' ? ['opus'] : []
  const codec = names.map((name) => chooseCodec(media, name)).find((found) => found !== undefined)
  if (!codec) return []
  const of = { kind: media.kind as Kind, codec, mid: media.mid, retransmission: retransmissionOf(media, codec) }
  // Two sizes under our names. Which of other names is the larger one nobody says: of those one is taken, whichever the program sends then.
  if (media.kind === 'video' && layers.every((name) => media.layers.includes(name)) && media.layers.length === 2)
    return (['full', 'small'] as const).map((layer) => new Incoming({ ...of, layer }))
  return [new Incoming({ ...of, source: media.pair?.media ?? media.sources[0] })]
}
