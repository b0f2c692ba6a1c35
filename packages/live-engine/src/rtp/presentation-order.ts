import { sequenceDistance } from './packet.ts'

/** How far a timestamp is after another one, over its wrap. */
const timestampDistance = (timestamp: number, other: number): number => (timestamp - other) | 0

/**
 * Finds pictures that are shown before one that was sent earlier (B-frames): packets are numbered in the order of sending, and their timestamps say when they
 * are shown. What the network has reordered or repeated is told apart by the numbers.
 */
export class PresentationOrder {
  #newest: { sequence: number; timestamp: number } | undefined

  /** Whether this packet is the newest that was sent and is shown before the one sent before it. */
  goesBack(sequence: number, timestamp: number): boolean {
    const before = this.#newest
    if (before && sequenceDistance(sequence, before.sequence) <= 0) return false
    this.#newest = { sequence, timestamp }
    return before !== undefined && timestampDistance(timestamp, before.timestamp) < 0
  }
}
