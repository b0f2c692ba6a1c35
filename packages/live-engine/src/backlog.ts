import { sequenceDistance } from './rtp/packet.ts'

/** What arrives later than this is held up somewhere on the way: more of it would only arrive later still. */
const behindMs = 700
/** What has not arrived so long after the last that did was lost. */
const lostMs = 3_000
/** A power of two. Who lacks more than that is behind without any doubt. */
const remembered = 2_048

/**
 * How far a viewer is behind the video that they are sent, by their own reports, and whether it is to be held until all of that has arrived. Systems
 * and routers keep seconds of it for a line that is too narrow, and say so to nobody; that it arrives late is the only sign.
 */
export class Backlog {
  readonly #sentAt = new Float64Array(remembered)
  #last: number | undefined
  #highest: number | undefined
  /** Up to here everything has arrived or is lost. */
  #settled: number | undefined
  /** When more arrived, or since when video is held. */
  #movedAt = 0
  #isHeld = false

  /** Notes a sequence number of video as sent. Repeats change nothing. `now` in milliseconds. */
  sent(sequence: number, now: number): void {
    const ahead = this.#last === undefined ? 1 : sequenceDistance(sequence, this.#last)
    // Numbers between have never come to us, or come later: theirs is this time.
    for (let behind = Math.min(ahead, remembered) - 1; behind >= 0; behind--)
      this.#sentAt[(sequence - behind) & (remembered - 1)] = now
    if (ahead > 0) this.#last = sequence
  }

  /** Notes the highest number that has arrived. True where video was held and may go on. */
  reported(highest: number, now: number): boolean {
    if (this.#last === undefined || sequenceDistance(highest, this.#last) > 0) return false
    if (this.#highest === undefined || sequenceDistance(highest, this.#highest) > 0) {
      this.#highest = highest
      this.#movedAt = now
    }
    if (this.#settled === undefined || sequenceDistance(highest, this.#settled) > 0) this.#settled = highest
    if (this.#isHeld) {
      this.#isHeld = this.#settled !== this.#last
      return !this.#isHeld
    }
    if (this.#lag(this.#settled, now) > behindMs) {
      this.#isHeld = true
      this.#movedAt = now
    }
    return false
  }

  /** Whether no video is to be sent at `now`. */
  holds(now: number): boolean {
    if (this.#isHeld && now - this.#movedAt > lostMs) {
      this.#isHeld = false
      this.#settled = this.#last
    }
    return this.#isHeld
  }

  /** The age of the oldest packet that has not arrived: of one that has, a pause of the publisher would be part. */
  #lag(settled: number, now: number): number {
    const waiting = sequenceDistance(this.#last!, settled)
    if (waiting > remembered) return Infinity
    return waiting > 0 ? now - this.#sentAt[(settled + 1) & (remembered - 1)]! : 0
  }
}
