import { sequenceDistance } from '../rtp/packet.ts'
import { newPacket, ourSource, rtcpTypes } from './compound.ts'

const transportWide = 15
const packetsMax = 400
const tickMs = 0.25
const referenceMs = 64
const notReceived = 0
const smallDelta = 1
const largeDelta = 2

/** When packets of a publisher arrived: their congestion control needs it, without it browsers stay at half a megabit for long. */
export class Arrivals {
  readonly #at = new Map<number, number>()
  #reports = 0

  /** `now` in milliseconds. */
  arrived(transportSequence: number, now: number): void {
    this.#at.set(transportSequence, now)
  }

  /** Feedback on everything since the last (draft-holmer-rmcat-transport-wide-cc-extensions §3.1); undefined where nothing came, or too little of too much. */
  feedback(source: number): Buffer | undefined {
    const sequences = [...this.#at.keys()].toSorted(sequenceDistance)
    const first = sequences[0]
    if (first === undefined) return undefined
    const count = sequenceDistance(sequences.at(-1)!, first) + 1
    const times = Array.from({ length: count > packetsMax ? 0 : count }, (_, index) =>
      this.#at.get((first + index) & 0xffff),
    )
    this.#at.clear()
    if (times.length === 0) return undefined
    const reference = Math.floor(times[0]! / referenceMs)
    const { symbols, deltas } = encoded(times, reference * referenceMs)
    const body = Buffer.from([...chunksOf(symbols), ...deltas])
    const packet = newPacket(
      rtcpTypes.transportFeedback,
      transportWide,
      20 + body.length + ((4 - (body.length % 4)) % 4),
    )
    packet.writeUInt32BE(ourSource, 4)
    packet.writeUInt32BE(source, 8)
    packet.writeUInt16BE(first, 12)
    packet.writeUInt16BE(count, 14)
    packet.writeUIntBE(reference & 0xffffff, 16, 3)
    packet[19] = this.#reports++ & 0xff
    body.copy(packet, 20)
    const padding = packet.length - 20 - body.length
    if (padding > 0) {
      packet[0]! |= 0x20
      packet[packet.length - 1] = padding
    }
    return packet
  }
}

/** Of each packet whether it came, and of those that came how long after the one before, in quarters of a millisecond. */
function encoded(times: readonly (number | undefined)[], from: number): { symbols: number[]; deltas: number[] } {
  let before = from
  const symbols: number[] = []
  const deltas: number[] = []
  for (const at of times) {
    if (at === undefined) {
      symbols.push(notReceived)
      continue
    }
    const ticks = Math.max(-32_768, Math.min(32_767, Math.round((at - before) / tickMs)))
    const isSmall = ticks >= 0 && ticks <= 255
    symbols.push(isSmall ? smallDelta : largeDelta)
    if (isSmall) deltas.push(ticks)
    else deltas.push((ticks >> 8) & 0xff, ticks & 0xff)
    before += ticks * tickMs
  }
  return { symbols, deltas }
}

/** Seven symbols of two bits in each 16-bit word. */
function chunksOf(symbols: readonly number[]): number[] {
  const bytes: number[] = []
  for (let first = 0; first < symbols.length; first += 7) {
    let word = 0xc000
    for (let index = 0; index < 7; index++) word |= (symbols[first + index] ?? notReceived) << (12 - 2 * index)
    bytes.push(word >> 8, word & 0xff)
  }
  return bytes
}
