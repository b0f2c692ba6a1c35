import { sequenceDistance, sequenceOf, timestampOf } from '../rtp/packet.ts'

/** As long as the stream goes on without it, a missing packet is waited for: its repeat may be on the way. */
const waitSeconds = 0.3
/** A jump that is longer is no loss but another beginning. */
const jumpMax = 2_000

/** Hands packets on in the order of their numbers, once each. `isAfterLoss` marks the first one after packets that never came. */
export class Reorder {
  readonly #wait: number
  readonly #hand: (packet: Buffer, isAfterLoss: boolean) => void
  readonly #held = new Map<number, Buffer>()
  #next: number | undefined
  #newest = 0
  #hasLost = false

  /** `clock`: how many of its timestamps are a second. */
  constructor(clock: number, hand: (packet: Buffer, isAfterLoss: boolean) => void) {
    this.#wait = waitSeconds * clock
    this.#hand = hand
  }

  take(packet: Buffer): void {
    const sequence = sequenceOf(packet)
    const ahead = this.#next === undefined ? 0 : sequenceDistance(sequence, this.#next)
    if (ahead > jumpMax || ahead < -jumpMax) {
      this.#held.clear()
      this.#hasLost = true
    } else if (ahead < 0) return
    if (this.#next === undefined || Math.abs(ahead) > jumpMax) this.#next = sequence
    if (this.#held.size === 0 || sinceOf(timestampOf(packet), this.#newest) > 0) this.#newest = timestampOf(packet)
    this.#held.set(sequence, packet)
    this.#handOn()
  }

  #handOn(): void {
    while (this.#held.size > 0) {
      const packet = this.#held.get(this.#next!)
      if (packet) {
        this.#held.delete(this.#next!)
        this.#next = (this.#next! + 1) & 0xffff
        this.#hand(packet, this.#hasLost)
        this.#hasLost = false
        continue
      }
      const first = this.#firstHeld()
      if (sinceOf(this.#newest, timestampOf(this.#held.get(first)!)) <= this.#wait) return
      this.#next = first
      this.#hasLost = true
    }
  }

  #firstHeld(): number {
    const next = this.#next!
    return [...this.#held.keys()].reduce((first, sequence) =>
      sequenceDistance(sequence, next) < sequenceDistance(first, next) ? sequence : first,
    )
  }
}

/** From `earlier` to `timestamp` over the wrap, negative where it is before. */
export const sinceOf = (timestamp: number, earlier: number): number => (timestamp - earlier) | 0
