import { countOf, rtcpTypes, typeOf } from './compound.ts'

const blockBytes = 24
/** Who also sends reports what they receive behind what they sent (RFC 3550 §6.4.1). */
const blocksAt = new Map<number, number>([
  [rtcpTypes.receiverReport, 8],
  [rtcpTypes.senderReport, 28],
])

/** The highest sequence number of `source` that has arrived, by a report of its receiver. Undefined where the packet says nothing of that source. */
export function highestReceived(packet: Buffer, source: number): number | undefined {
  const first = blocksAt.get(typeOf(packet))
  if (first === undefined) return undefined
  for (let block = 0, offset = first; block < countOf(packet); block++, offset += blockBytes) {
    if (offset + blockBytes > packet.length) return undefined
    // Above it are the wraps of the number.
    if (packet.readUInt32BE(offset) === source) return packet.readUInt16BE(offset + 10)
  }
  return undefined
}
