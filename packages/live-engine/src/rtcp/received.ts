import { countOf, rtcpTypes, typeOf } from './compound.ts'

const blockBytes = 24
/** Who also sends reports what they receive behind what they sent (RFC 3550 §6.4.1). */
const blocksAt = new Map<number, number>([
  [rtcpTypes.receiverReport, 8],
  [rtcpTypes.senderReport, 28],
])

/** What a receiver says of a source: the highest sequence number that has arrived, and how much was lost since the report before, of 256. */
export interface Received {
  highest: number
  fractionLost: number
}

/** Undefined where the packet says nothing of that source. */
export function received(packet: Buffer, source: number): Received | undefined {
  const first = blocksAt.get(typeOf(packet))
  if (first === undefined) return undefined
  for (let block = 0, offset = first; block < countOf(packet); block++, offset += blockBytes) {
    if (offset + blockBytes > packet.length) return undefined
    // Above it are the wraps of the number.
    if (packet.readUInt32BE(offset) === source)
      return { highest: packet.readUInt16BE(offset + 10), fractionLost: packet[offset + 4]! }
  }
  return undefined
}
