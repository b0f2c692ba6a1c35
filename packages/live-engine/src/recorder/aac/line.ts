import type { Sound } from '../mux.ts'
import { shortSilence, shortSilenceSeconds, silence, silenceSeconds } from '../opus.ts'
import type { AacEncoder, OpenAac } from './encoder.ts'
import { AacFrames, frameSeconds, silentFrame } from './frames.ts'

/** A hole that is longer is no hole but another beginning. */
const holeSecondsMax = 20
const overlapSecondsMax = 0.03
/** Silence after the last sound, so that the encoder holds none of it back. */
const flushPackets = 5
/** What an encoder that ended may have held is told to the next one. */
const toldAgain = 12

/** What a stretch of sound has become. `isSilent`: no encoder could be had, and players go on without sound. */
export interface AacSounds {
  sounds: Sound[]
  isSilent: boolean
}

/** The sound of a recording as AAC, in step with its Opus: each frame has the time of what was said in it. */
export class AacLine {
  readonly #open: OpenAac
  readonly #failed: (error: unknown) => void
  #encoder: AacEncoder | undefined
  #frames = new AacFrames(0)
  /** In seconds: until where the encoder was told. */
  #told = 0
  /** Until where frames were handed on. */
  #until: number | undefined
  #last: Sound[] = []

  constructor(of: { open: OpenAac; failed: (error: unknown) => void }) {
    this.#open = of.open
    this.#failed = of.failed
  }

  /** Stretches come one after another: this is not called again before it has resolved. After the last one another line begins. */
  async take(sounds: readonly Sound[], isLast: boolean): Promise<AacSounds> {
    const [first, last] = [sounds[0], sounds.at(-1)]
    if (!first || !last) return { sounds: [], isSilent: false }
    const gap = first.at - this.#told
    if (gap > holeSecondsMax || gap < -overlapSecondsMax) this.#beginAnew()
    for (let tries = 0; tries < 2; tries++) {
      try {
        const made = await this.#encode(sounds, isLast)
        this.#last = [...this.#last, ...sounds].slice(-toldAgain)
        return { sounds: made, isSilent: false }
      } catch (error) {
        this.#failed(error)
        this.#forget()
      }
    }
    this.#last = []
    return { sounds: this.#silenceUntil(first.at, last.at + last.seconds), isSilent: true }
  }

  /** What comes next does not go on from what was. */
  close(): void {
    this.#beginAnew()
  }

  async #encode(sounds: readonly Sound[], isLast: boolean): Promise<Sound[]> {
    if (this.#encoder) return this.#tell(this.#encoder, sounds, isLast)
    this.#encoder = await this.#open()
    const all = [...this.#last, ...sounds]
    this.#told = all[0]!.at
    this.#frames = new AacFrames(this.#told, this.#until)
    return this.#tell(this.#encoder, all, isLast)
  }

  async #tell(encoder: AacEncoder, sounds: readonly Sound[], isLast: boolean): Promise<Sound[]> {
    const packets: Buffer[] = []
    const tell = (bytes: Buffer, seconds: number) => {
      packets.push(bytes)
      this.#told += seconds
    }
    for (const { bytes, at, seconds } of sounds) {
      while (at - this.#told >= silenceSeconds) tell(silence, silenceSeconds)
      while (at - this.#told >= shortSilenceSeconds) tell(shortSilence, shortSilenceSeconds)
      tell(bytes, seconds)
    }
    const until = isLast ? this.#told : Infinity
    for (let n = 0; isLast && n < flushPackets; n++) tell(silence, silenceSeconds)
    const made = this.#frames.place(await encoder.encode(packets)).filter(({ at }) => at < until)
    const end = made.at(-1)
    if (end) this.#until = end.at + frameSeconds
    return made
  }

  #silenceUntil(from: number, until: number): Sound[] {
    const made: Sound[] = []
    for (let at = this.#until ?? from; at + frameSeconds <= until; at += frameSeconds) {
      made.push({ bytes: silentFrame, at, seconds: frameSeconds })
      this.#until = at + frameSeconds
    }
    this.#told = until
    return made
  }

  #beginAnew(): void {
    this.#forget()
    this.#until = undefined
    this.#last = []
  }

  #forget(): void {
    this.#encoder?.close()
    this.#encoder = undefined
  }
}
