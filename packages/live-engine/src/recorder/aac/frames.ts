import type { Sound } from '../mux.ts'

export const aacCodec = 'mp4a.40.2'
/** Low complexity, 48 kHz, stereo (ISO 14496-3 §1.6.2.1). */
export const aacDescription = Buffer.of(0x11, 0x90)
export const frameSeconds = 1024 / 48_000
/** A frame of stereo in which nothing is heard. */
export const silentFrame = Buffer.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80)

/** Gives the frames of one encoder their times. */
export class AacFrames {
  #next: number
  /** What others have handed on before is left out. */
  #from: number | undefined
  #isPrimed = false

  /** The first packet was of the second `begin`. Frames are wanted from `from` on, which is where those of another encoder have ended. */
  constructor(begin: number, from?: number) {
    this.#next = begin
    this.#from = from
  }

  place(frames: readonly Buffer[]): Sound[] {
    const placed: Sound[] = []
    for (const bytes of frames) {
      // The first one only primes the decoder.
      if (!this.#isPrimed) {
        this.#isPrimed = true
        continue
      }
      const at = this.#next
      this.#next += frameSeconds
      if (this.#from !== undefined) {
        if (at < this.#from - frameSeconds / 2) continue
        // Half a frame at most: no hole is left between the two.
        const isNext = at - this.#from < frameSeconds / 2
        if (isNext) this.#next = this.#from + frameSeconds
        placed.push({ bytes, at: isNext ? this.#from : at, seconds: frameSeconds })
        this.#from = undefined
      } else placed.push({ bytes, at, seconds: frameSeconds })
    }
    return placed
  }
}
