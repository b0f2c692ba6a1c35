// Opus as a stream of Ogg (RFC 3533, RFC 7845): what ffmpeg reads from a pipe.

const serial = 1
const flags = { none: 0, first: 2 } as const
const segmentMax = 255
const segmentsMax = 255

/** The pages of one stream of stereo, one after another. */
export class OggOpus {
  #page = 0
  #samples = 0n

  /** What comes before the packets. Nothing of them is skipped. */
  head(): Buffer {
    const head = Buffer.alloc(19)
    head.write('OpusHead', 'latin1')
    head[8] = 1
    head[9] = 2
    head.writeUInt32LE(48_000, 12)
    const tags = Buffer.alloc(16)
    tags.write('OpusTags', 'latin1')
    return Buffer.concat([this.#write([head], flags.first), this.#write([tags])])
  }

  /** Packets with how many samples each has. */
  packets(all: readonly { bytes: Buffer; samples: number }[]): Buffer {
    const pages: Buffer[] = []
    let page: Buffer[] = []
    let segments = 0
    for (const { bytes, samples } of all) {
      const count = segmentsOf(bytes)
      if (segments + count > segmentsMax) {
        pages.push(this.#write(page))
        page = []
        segments = 0
      }
      page.push(bytes)
      segments += count
      this.#samples += BigInt(samples)
    }
    if (page.length > 0) pages.push(this.#write(page))
    return Buffer.concat(pages)
  }

  #write(packets: readonly Buffer[], flag: number = flags.none): Buffer {
    const lengths = packets.flatMap(({ length }) => [
      ...Array.from({ length: Math.floor(length / segmentMax) }, () => segmentMax),
      length % segmentMax,
    ])
    const head = Buffer.alloc(27 + lengths.length)
    head.write('OggS', 'latin1')
    head[5] = flag
    head.writeBigUInt64LE(this.#samples, 6)
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(this.#page++, 18)
    head[26] = lengths.length
    head.set(lengths, 27)
    const page = Buffer.concat([head, ...packets])
    page.writeUInt32LE(checksum(page), 22)
    return page
  }
}

/** A packet that is longer than a page has place for is none that a browser sends. */
export const fitsPage = (packet: Buffer): boolean => segmentsOf(packet) <= segmentsMax
const segmentsOf = ({ length }: Buffer): number => Math.floor(length / segmentMax) + 1

const polynomial = 0x04c1_1db7
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit++) rest = rest < 0 ? (rest << 1) ^ polynomial : rest << 1
  return rest >>> 0
})
function checksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ table[((sum >>> 24) ^ byte) & 0xff]!) >>> 0
  return sum
}
