import { countOf, newPacket, ourSource, rtcpTypes, typeOf } from './compound.ts'

const pictureLoss = 1
const fullIntra = 4

/** Asks for a keyframe (RFC 4585 §6.3.1). */
export function pictureLossIndication(source: number): Buffer {
  const packet = newPacket(rtcpTypes.payloadFeedback, pictureLoss, 12)
  packet.writeUInt32BE(ourSource, 4)
  packet.writeUInt32BE(source, 8)
  return packet
}

/** Either of the two ways to request a keyframe. */
export const requestsKeyframe = (packet: Buffer): boolean =>
  typeOf(packet) === rtcpTypes.payloadFeedback && (countOf(packet) === pictureLoss || countOf(packet) === fullIntra)
