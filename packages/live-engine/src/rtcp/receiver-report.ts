import type { ReportBlock } from '../rtp/reception.ts'
import { countOf, newPacket, ourSource, rtcpTypes, typeOf } from './compound.ts'

/** Tells the sender of `source` what arrived (RFC 3550 §6.4.2). */
export function receiverReport(source: number, block: ReportBlock): Buffer {
  const packet = newPacket(rtcpTypes.receiverReport, 1, 32)
  packet.writeUInt32BE(ourSource, 4)
  packet.writeUInt32BE(source, 8)
  packet[12] = block.fractionLost
  packet.writeUIntBE(block.lost, 13, 3)
  packet.writeUInt32BE(block.highest, 16)
  packet.writeUInt32BE(block.lastReport, 24)
  packet.writeUInt32BE(block.sinceReport, 28)
  return packet
}

/** The highest sequence number of `source` that a viewer reports as received; undefined where the packet doesn't say. */
export function highestReceived(packet: Buffer, source: number): number | undefined {
  const start = { [rtcpTypes.receiverReport]: 8, [rtcpTypes.senderReport]: 28 }[typeOf(packet)]
  if (start === undefined) return undefined
  for (let block = 0, offset = start; block < countOf(packet) && offset + 24 <= packet.length; block++, offset += 24)
    if (packet.readUInt32BE(offset) === source) return packet.readUInt16BE(offset + 10)
  return undefined
}
