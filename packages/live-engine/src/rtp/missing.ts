import { sequenceDistance } from './packet.ts'

const repeatMs = 50
const giveUpMs = 1_500
const triesMax = 6
/** A gap this long is no loss but a break: a keyframe mends it, not a hundred repeats. */
const gapMax = 100

/** Which packets of a stream have not arrived, and which of them are due to be requested (again). */
export class MissingPackets {
  readonly #missing = new Map<number, { since: number; tries: number; triedAt: number }>()
  #newest: number | undefined

  /** Notes an arrival. True where it is the newest so far. */
  arrived(sequence: number, now: number): boolean {
    if (this.#newest === undefined) {
      this.#newest = sequence
      return true
    }
    const ahead = sequenceDistance(sequence, this.#newest)
    if (ahead <= 0) {
      this.#missing.delete(sequence)
      return false
    }
    if (ahead < gapMax)
      for (let behind = 1; behind < ahead; behind++)
        this.#missing.set((this.#newest + behind) & 0xffff, { since: now, tries: 0, triedAt: -Infinity })
    else this.#missing.clear()
    this.#newest = sequence
    return true
  }

  /** What is to be requested now, in ascending order. What was requested in vain for too long is given up. */
  due(now: number): number[] {
    const due: number[] = []
    for (const [sequence, entry] of this.#missing) {
      if (entry.tries >= triesMax || now - entry.since > giveUpMs) this.#missing.delete(sequence)
      else if (now - entry.triedAt >= repeatMs) {
        entry.tries++
        entry.triedAt = now
        due.push(sequence)
      }
    }
    return due
  }
}
