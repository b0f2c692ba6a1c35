import type { ReportBlock } from '../rtp/reception.ts'
import { newPacket, ourSource, rtcpTypes } from './compound.ts'

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
