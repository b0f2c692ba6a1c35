// AAC as a stream of frames that each say their length (ISO 13818-7 §6.2): what encoders write into a pipe.

const headBytes = 7
const [rate48000, stereo, lowComplexity] = [3, 2, 2]

/** Takes a stream in pieces of any size, and hands on each frame without its head. Throws where it is no such stream. */
export class AdtsReader {
  #rest = Buffer.alloc(0)

  take(bytes: Buffer): Buffer[] {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const frames: Buffer[] = []
    while (rest.length >= headBytes) {
      if (rest[0] !== 0xff || (rest[1]! & 0xf6) !== 0xf0) throw new Error('These are no frames of AAC.')
      const length = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5)
      const head = (rest[1]! & 1) === 1 ? headBytes : headBytes + 2
      if (length < head) throw new Error('These are no frames of AAC.')
      if (rest.length < length) break
      frames.push(Buffer.from(rest.subarray(head, length)))
      rest = rest.subarray(length)
    }
    this.#rest = Buffer.from(rest)
    return frames
  }
}

/** A frame of stereo at 48 kHz with its head. */
export function withAdtsHead(frame: Buffer): Buffer {
  const length = frame.length + headBytes
  const head = Buffer.of(
    0xff,
    0xf1,
    ((lowComplexity - 1) << 6) | (rate48000 << 2) | (stereo >> 2),
    ((stereo & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  )
  return Buffer.concat([head, frame])
}
