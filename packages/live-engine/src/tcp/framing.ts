/** More fits into no packet of a network that anyone streams over. */
export const frameBytesMax = 1_500

const lengthBytes = 2

/** A packet as it goes over a stream: its length in two bytes before it (RFC 4571 §2). */
export function framed(packet: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(lengthBytes + packet.length)
  frame.writeUInt16BE(packet.length, 0)
  packet.copy(frame, lengthBytes)
  return frame
}

/** Takes packets out of a stream, in whatever pieces it comes. It keeps one unfinished packet and no more. */
export class FrameReader {
  #rest: Buffer | undefined

  /**
   * The packets that `chunk` completes, which may share its bytes. Undefined where a frame says that it is longer than a packet can be: nothing after it
   * could be told apart. Empty frames (RFC 4571 §2) are left out.
   */
  read(chunk: Buffer): Buffer[] | undefined {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const packets: Buffer[] = []
    let offset = 0
    while (offset + lengthBytes <= bytes.length) {
      const length = bytes.readUInt16BE(offset)
      if (length > frameBytesMax) return undefined
      const end = offset + lengthBytes + length
      if (end > bytes.length) break
      if (length > 0) packets.push(bytes.subarray(offset + lengthBytes, end))
      offset = end
    }
    // A copy: a few bytes would otherwise keep a whole chunk.
    this.#rest = offset < bytes.length ? Buffer.from(bytes.subarray(offset)) : undefined
    return packets
  }
}
