// An RTP packet (RFC 3550 §5.1) stays the bytes it came as: these read and change its header in place.

const headerBytes = 12

/** RTP and RTCP share a port; the second byte tells them apart (RFC 5761 §4). */
export const isRtcp = (packet: Buffer): boolean => packet.length > 1 && packet[1]! >= 192 && packet[1]! <= 223

export const isMarked = (packet: Buffer): boolean => (packet[1]! & 0x80) !== 0
export const payloadTypeOf = (packet: Buffer): number => packet[1]! & 0x7f
export const sequenceOf = (packet: Buffer): number => packet.readUInt16BE(2)
export const timestampOf = (packet: Buffer): number => packet.readUInt32BE(4)
export const sourceOf = (packet: Buffer): number => packet.readUInt32BE(8)

/** How far `sequence` is after `other`, negative where it is before, over the wrap from 65535 to 0. */
export const sequenceDistance = (sequence: number, other: number): number => ((sequence - other) << 16) >> 16

/** Offset of the payload: after contributing sources and the header extension. Undefined where the packet is too short for what it says. */
export function payloadOffset(packet: Buffer): number | undefined {
  if (packet.length < headerBytes || packet[0]! >> 6 !== 2) return undefined
  let offset = headerBytes + (packet[0]! & 0x0f) * 4
  if ((packet[0]! & 0x10) !== 0) {
    if (offset + 4 > packet.length) return undefined
    offset += 4 + packet.readUInt16BE(offset + 2) * 4
  }
  return offset <= packet.length ? offset : undefined
}

/**
 * The packet as viewers get it: without contributing sources, extensions and padding, which are between the publisher and us. It shares the bytes of
 * `packet`. Undefined where the packet is not well formed.
 */
export function withoutExtras(packet: Buffer): Buffer | undefined {
  const offset = payloadOffset(packet)
  if (offset === undefined) return undefined
  let end = packet.length
  if ((packet[0]! & 0x20) !== 0) {
    const padding = packet[end - 1]!
    if (padding === 0 || offset + padding > end) return undefined
    end -= padding
  }
  const start = offset - headerBytes
  packet.copyWithin(start, 0, headerBytes)
  const bare = packet.subarray(start, end)
  bare[0] = 0x80
  return bare
}

/** The payload of a packet that has passed `withoutExtras`. */
export const payloadOf = (bare: Buffer): Buffer => bare.subarray(headerBytes)

/** Where a packet goes and when it belongs: what differs from viewer to viewer. */
export interface Addressing {
  payloadType: number
  sequence: number
  timestamp: number
  source: number
}
const scratch = Buffer.alloc(2048)

/** A packet that has passed `withoutExtras`, addressed anew. The bytes are good until the next call: sending copies them. */
export function readdressed(bare: Buffer, to: Addressing): Buffer {
  bare.copy(scratch)
  scratch[1] = (bare[1]! & 0x80) | to.payloadType
  scratch.writeUInt16BE(to.sequence, 2)
  scratch.writeUInt32BE(to.timestamp, 4)
  scratch.writeUInt32BE(to.source, 8)
  return scratch.subarray(0, bare.length)
}
