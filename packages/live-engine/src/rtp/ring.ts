import { sequenceOf } from './packet.ts'

/** The last packets of a stream, shared by all its viewers: a lost one is looked up and sent again (RFC 4585 §6.2.1). */
export class PacketRing {
  readonly #packets: (Buffer | undefined)[]

  /** `size` is a power of two: at 150 packets a second 1024 are seven seconds. */
  constructor(size = 1024) {
    this.#packets = Array.from({ length: size })
  }

  put(packet: Buffer): void {
    this.#packets[sequenceOf(packet) & (this.#packets.length - 1)] = packet
  }

  get(sequence: number): Buffer | undefined {
    const packet = this.#packets[sequence & (this.#packets.length - 1)]
    return packet && sequenceOf(packet) === sequence ? packet : undefined
  }
}
