import type { Incoming } from '../incoming.ts'
import { payloadOf, timestampOf } from '../rtp/packet.ts'
import { type AccessUnit, H264Pictures, unitType, unitTypes } from './h264.ts'
import type { Cut, Frame, Sound } from './mux.ts'
import { opusSeconds, silence, silenceSeconds } from './opus.ts'
import { Reorder, sinceOf } from './reorder.ts'
import { type Picture, readSps } from '../rtp/sequence-parameters.ts'
import { Timeline } from './timeline.ts'
import { readVp8, Vp8Pictures } from './vp8.ts'

/** Segments are cut at a keyframe, and not sooner than this. */
const secondsMin = 1.5
/** A publisher who sends no keyframe for so long is not recorded until one comes. */
const secondsMax = 20
/** Audio that is later than this behind the picture is taken as silence. */
const lateSeconds = 0.5
const lastFrameSeconds = 1 / 30
const startCode = Buffer.of(0, 0, 0, 1)

/** What one publisher sends, from keyframe to keyframe. */
export class Part {
  readonly #video: Incoming
  readonly #audio: Incoming | undefined
  readonly #cut: (cut: Cut) => void
  readonly #lost: () => void
  readonly #jumped: () => void
  readonly #pictures: H264Pictures | Vp8Pictures
  readonly #isVp8: boolean
  readonly #videoOrder: Reorder
  readonly #audioOrder: Reorder
  readonly #parameters: { sequence?: Buffer; picture?: Buffer } = {}
  #picturesNow: Picture | undefined
  #videoLine: Timeline | undefined
  #audioLine: Timeline | undefined
  /** Milliseconds since 1970, and the timestamp of the first picture. */
  #began = { cameAt: 0, timestamp: 0 }
  #frames: Frame[] = []
  #sounds: Sound[] = []
  #soundUntil = 0

  constructor(of: {
    video: Incoming
    audio: Incoming | undefined
    cut: (cut: Cut) => void
    /** Nothing can be shown before another keyframe. */
    lost: () => void
    /** Its times don't go on: what follows is another part. */
    jumped: () => void
  }) {
    this.#video = of.video
    this.#audio = of.audio
    this.#cut = of.cut
    this.#lost = of.lost
    this.#jumped = of.jumped
    this.#isVp8 = of.video.codec.name.toUpperCase() === 'VP8'
    this.#pictures = new (this.#isVp8 ? Vp8Pictures : H264Pictures)((unit) => this.#picture(unit))
    this.#videoOrder = new Reorder(of.video.codec.clock, (packet, isAfterLoss) => {
      this.#pictures.take(packet, isAfterLoss)
      if (isAfterLoss && this.#pictures.isWaiting) this.#lost()
    })
    this.#audioOrder = new Reorder(of.audio?.codec.clock ?? 48_000, (packet) => this.#sound(packet))
  }

  take(stream: Incoming, packet: Buffer): void {
    if (stream === this.#video) this.#videoOrder.take(packet)
    else if (stream === this.#audio) this.#audioOrder.take(packet)
  }

  /** Hands on what has come since the last cut. */
  end(): void {
    const last = this.#frames.at(-1)
    if (last) this.#finish(last.at + lastFrameSeconds, true)
  }

  #picture({ timestamp, isKeyframe, units }: AccessUnit): void {
    const shape = this.#shapeIn(units, isKeyframe)
    if (!this.#videoLine) {
      if (!isKeyframe || !shape) return
      this.#videoLine = new Timeline(this.#video.codec.clock, timestamp, 0)
      this.#began = { cameAt: Date.now(), timestamp }
    }
    const at = this.#videoLine.seconds(timestamp)
    const last = this.#frames.at(-1)
    if (last && (at > last.at + secondsMax || at < last.at - lateSeconds)) return this.#jumped()
    // Pictures out of order (B-frames) break browsers as well: those are left out.
    if (last && at <= last.at) return
    if (last) last.seconds = at - last.at
    const first = this.#frames[0]
    if (isKeyframe) {
      const isOther = JSON.stringify(shape) !== JSON.stringify(this.#picturesNow)
      if (first && (isOther || at - first.at >= secondsMin)) this.#finish(at)
      this.#picturesNow = shape
    } else if (!first) return
    else if (at - first.at > secondsMax) {
      this.#frames = []
      this.#sounds = []
      return this.#lost()
    }
    const bytes = this.#isVp8 ? units[0]! : stored(units, isKeyframe ? this.#parameters : {})
    this.#frames.push({ bytes, isKeyframe, at, seconds: 0 })
  }

  /** What keyframes are decoded by, as far as it is known. */
  #shapeIn(units: readonly Buffer[], isKeyframe: boolean): Picture | undefined {
    if (this.#isVp8) return isKeyframe ? readVp8(units[0]!) : undefined
    for (const unit of units) {
      if (unitType(unit) === unitTypes.sequenceParameters) this.#parameters.sequence = unit
      if (unitType(unit) === unitTypes.pictureParameters) this.#parameters.picture = unit
    }
    const { sequence, picture } = this.#parameters
    return sequence && picture && readSps(sequence)
  }

  #sound(packet: Buffer): void {
    if (!this.#videoLine) return
    const bytes = payloadOf(packet)
    const seconds = opusSeconds(bytes)
    const timestamp = timestampOf(packet)
    this.#audioLine ??= new Timeline(this.#audio!.codec.clock, timestamp, this.#placeOf(timestamp))
    const at = this.#audioLine.seconds(timestamp)
    if (Math.abs(at - this.#soundUntil) > secondsMax + lateSeconds) {
      this.#audioLine = undefined
      return
    }
    if (seconds === 0 || at < this.#soundUntil - silenceSeconds / 2) return
    // Without a picture nothing is kept.
    if (this.#frames.length === 0) return void (this.#soundUntil = at + seconds)
    this.#silenceUntil(at - silenceSeconds / 2)
    this.#sounds.push({ bytes, at: this.#soundUntil, seconds })
    this.#soundUntil += seconds
  }

  /** Where audio lies beside the picture: by the publisher's own clock where it has said it of both, and otherwise by when it came. */
  #placeOf(timestamp: number): number {
    const [video, audio] = [this.#video.reports[0], this.#audio?.reports[0]]
    if (!video || !audio) return (Date.now() - this.#began.cameAt) / 1000
    const clockOf = ({ ntpSeconds, ntpFraction }: typeof video) => ntpSeconds + ntpFraction / 2 ** 32
    const heard = clockOf(audio) + sinceOf(timestamp, audio.timestamp) / this.#audio!.codec.clock
    const seen = clockOf(video) + sinceOf(this.#began.timestamp, video.timestamp) / this.#video.codec.clock
    return heard - seen
  }

  /** Players stop at a hole in the audio. */
  #silenceUntil(until: number): void {
    for (; this.#soundUntil < until; this.#soundUntil += silenceSeconds)
      this.#sounds.push({ bytes: silence, at: this.#soundUntil, seconds: silenceSeconds })
  }

  #finish(until: number, isLast = false): void {
    const [frames, sounds] = [this.#frames, this.#sounds]
    this.#soundUntil = Math.max(this.#soundUntil, (frames[0]?.at ?? 0) - lateSeconds)
    if (this.#audio) this.#silenceUntil(until - lateSeconds)
    this.#frames = []
    this.#sounds = []
    const [first, last] = [frames[0], frames.at(-1)]
    if (!first || !last || !this.#picturesNow) return
    last.seconds = until - last.at
    this.#cut({
      picture: this.#picturesNow,
      frames,
      sounds,
      hasAudio: this.#audio !== undefined,
      seconds: until - first.at,
      isLast,
      cameAt: this.#began.cameAt + first.at * 1000,
    })
  }
}

/** A keyframe carries the parameters that it is decoded by. */
function stored(units: readonly Buffer[], { sequence, picture }: { sequence?: Buffer; picture?: Buffer }): Buffer {
  const isParameter = (unit: Buffer) =>
    unitType(unit) === unitTypes.sequenceParameters || unitType(unit) === unitTypes.pictureParameters
  const rest = units.filter((unit) => unitType(unit) !== unitTypes.delimiter && !isParameter(unit))
  return Buffer.concat(
    [...(sequence ? [sequence] : []), ...(picture ? [picture] : []), ...rest].flatMap((unit) => [startCode, unit]),
  )
}
