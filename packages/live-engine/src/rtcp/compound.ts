/** Types of RTCP packets (RFC 3550 §12.1, RFC 4585 §6.1). */
export const rtcpTypes = {
  senderReport: 200,
  receiverReport: 201,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const

/** The packets of a compound packet. Ends at the first that is not well formed. */
export function* packetsOf(compound: Buffer): Generator<Buffer> {
  for (let offset = 0; offset + 8 <= compound.length; ) {
    const bytes = (compound.readUInt16BE(offset + 2) + 1) * 4
    if (compound[offset]! >> 6 !== 2 || bytes < 8 || offset + bytes > compound.length) return
    yield compound.subarray(offset, offset + bytes)
    offset += bytes
  }
}

export const typeOf = (packet: Buffer): number => packet[1]!
/** The five bits that say the format of feedback, or the number of report blocks. */
export const countOf = (packet: Buffer): number => packet[0]! & 0x1f

/** A packet of `bytes`, a multiple of 4, with its first header word. */
export function newPacket(type: number, count: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes)
  packet[0] = 0x80 | count
  packet[1] = type
  packet.writeUInt16BE(bytes / 4 - 1, 2)
  return packet
}

/** Our own source in what we report. It sends no media. */
export const ourSource = 1
