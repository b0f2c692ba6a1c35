import { countOf, newPacket, ourSource, rtcpTypes, typeOf } from './compound.ts'

const genericNack = 1

/** Requests lost packets again (RFC 4585 §6.2.1). `sequences` ascend, over the wrap. */
export function nack(source: number, sequences: readonly number[]): Buffer {
  const entries: { first: number; followers: number }[] = []
  for (const sequence of sequences) {
    const last = entries.at(-1)
    const after = last ? (sequence - last.first - 1) & 0xffff : 16
    if (last && after < 16) last.followers |= 1 << after
    else entries.push({ first: sequence, followers: 0 })
  }
  const packet = newPacket(rtcpTypes.transportFeedback, genericNack, 12 + 4 * entries.length)
  packet.writeUInt32BE(ourSource, 4)
  packet.writeUInt32BE(source, 8)
  entries.forEach(({ first, followers }, index) => {
    packet.writeUInt16BE(first, 12 + 4 * index)
    packet.writeUInt16BE(followers, 14 + 4 * index)
  })
  return packet
}

/** What a NACK requests, of the stream `source`; nothing where the packet is another. */
export function requestedBy(packet: Buffer, source: number): number[] {
  if (typeOf(packet) !== rtcpTypes.transportFeedback || countOf(packet) !== genericNack) return []
  if (packet.length < 16 || packet.readUInt32BE(8) !== source) return []
  const sequences: number[] = []
  for (let offset = 12; offset + 4 <= packet.length; offset += 4) {
    const first = packet.readUInt16BE(offset)
    sequences.push(first)
    for (let after = 0, rest = packet.readUInt16BE(offset + 2); rest > 0; after++, rest >>= 1)
      if ((rest & 1) !== 0) sequences.push((first + after + 1) & 0xffff)
  }
  return sequences
}
