import { newPacket, rtcpTypes, typeOf } from './compound.ts'

/** When a moment of the stream was, on the publisher's clock: what keeps picture and audio together (RFC 3550 §6.4.1). */
export interface SenderReport {
  source: number
  ntpSeconds: number
  ntpFraction: number
  timestamp: number
}

export function readSenderReport(packet: Buffer): SenderReport | undefined {
  if (typeOf(packet) !== rtcpTypes.senderReport || packet.length < 28) return undefined
  return {
    source: packet.readUInt32BE(4),
    ntpSeconds: packet.readUInt32BE(8),
    ntpFraction: packet.readUInt32BE(12),
    timestamp: packet.readUInt32BE(16),
  }
}

/** The middle 32 bits of its time, by which receivers name a report. */
export const nameOf = ({ ntpSeconds, ntpFraction }: SenderReport): number =>
  (((ntpSeconds & 0xffff) << 16) | (ntpFraction >>> 16)) >>> 0

/** The report for one viewer: source, time of the stream and counts are those of what they are sent; the clock is the publisher's. */
export function senderReport(report: SenderReport, sent: { packets: number; bytes: number }): Buffer {
  const packet = newPacket(rtcpTypes.senderReport, 0, 28)
  packet.writeUInt32BE(report.source, 4)
  packet.writeUInt32BE(report.ntpSeconds, 8)
  packet.writeUInt32BE(report.ntpFraction, 12)
  packet.writeUInt32BE(report.timestamp, 16)
  packet.writeUInt32BE(sent.packets >>> 0, 20)
  packet.writeUInt32BE(sent.bytes >>> 0, 24)
  return packet
}
