import { randomInt } from 'node:crypto'
import { Incoming } from '../incoming.ts'
import type { Publisher } from '../publisher.ts'
import { vp8Payloads } from '../rtp/vp8-packets.ts'
import { RtpWriter } from '../rtp/writer.ts'
import type { Loop } from './loop.ts'

const tickMs = 20
const reportMs = 1_000
const opus = { name: 'opus', payloadType: 111, clock: 48_000, channels: 2, parameters: '' }
const vp8 = { name: 'VP8', payloadType: 96, clock: 90_000, channels: 1, parameters: '' }

/** The streams of a loop, as those of a publisher who offered them. */
export const loopStreams = (): Incoming[] => [
  new Incoming({ kind: 'video', codec: vp8, mid: '0', source: randomInt(1, 2 ** 31) }),
  new Incoming({ kind: 'audio', codec: opus, mid: '1', source: randomInt(1, 2 ** 31) }),
]

interface Track {
  writer: RtpWriter
  clock: number
  perSecond: number
  /** The payloads of one frame. */
  payloads: (at: number) => Buffer[]
  count: number
  sent: number
}

/** Sends a loop as a publisher would, from its beginning each time that it starts. */
export class LoopPlayer {
  readonly #publisher: Pick<Publisher, 'onRtp' | 'onRtcp'>
  readonly #tracks: Track[]
  #timer: NodeJS.Timeout | undefined
  #beganAt = 0
  #reportedAt = 0
  /** What the timestamps go on from, in seconds: they never go back. */
  #playedBefore = 0

  constructor(loop: Loop, streams: readonly Incoming[], publisher: Pick<Publisher, 'onRtp' | 'onRtcp'>) {
    this.#publisher = publisher
    const { video, audio } = loop
    this.#tracks = streams.map(({ kind, source, codec }) => ({
      writer: new RtpWriter({ source, payloadType: codec.payloadType }),
      clock: codec.clock,
      perSecond: kind === 'video' ? video.perSecond : audio.length / loop.seconds,
      payloads: (at) => (kind === 'video' ? vp8Payloads(video.frames[at]!) : [audio[at]!]),
      count: kind === 'video' ? video.frames.length : audio.length,
      sent: 0,
    }))
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined
  }

  start(): void {
    if (this.#timer) return
    this.#beganAt = performance.now()
    this.#reportedAt = -Infinity
    for (const track of this.#tracks) track.sent = 0
    this.#timer = setInterval(() => this.#tick(performance.now()), tickMs)
  }

  stop(): void {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#playedBefore += (performance.now() - this.#beganAt) / 1000
  }

  #tick(now: number): void {
    const seconds = (now - this.#beganAt) / 1000
    if (now - this.#reportedAt >= reportMs) {
      this.#reportedAt = now
      for (const track of this.#tracks) this.#report(track, seconds)
    }
    for (const track of this.#tracks)
      for (; track.sent <= seconds * track.perSecond; track.sent++) this.#send(track, track.sent)
  }

  #send(track: Track, at: number): void {
    const payloads = track.payloads(at % track.count)
    const timestamp = this.#timestamp(track, at / track.perSecond)
    for (const [n, payload] of payloads.entries()) {
      const isMarked = n === payloads.length - 1 && track.clock === vp8.clock
      this.#publisher.onRtp(track.writer.packet(payload, { timestamp, isMarked }))
    }
  }

  #report(track: Track, seconds: number): void {
    this.#publisher.onRtcp(track.writer.report(this.#timestamp(track, seconds), Date.now()))
  }

  #timestamp = ({ clock }: Track, seconds: number): number =>
    Math.floor((this.#playedBefore + seconds) * clock) % 2 ** 32
}
