/** What fits into one packet of any network, with room for the headers around it. */
const payloadBytesMax = 1_180
const fragment = 28
const [begins, ends] = [0x80, 0x40]

/** A unit of H264 (NAL) as payloads of RTP: itself, or in fragments where it is long (RFC 6184 §5.6 and §5.8). */
export function h264Payloads(unit: Buffer): Buffer[] {
  if (unit.length <= payloadBytesMax) return [unit]
  const payloads: Buffer[] = []
  const indicator = (unit[0]! & 0xe0) | fragment
  const type = unit[0]! & 0x1f
  const size = payloadBytesMax - 2
  for (let at = 1; at < unit.length; at += size) {
    const position = (at === 1 ? begins : 0) | (at + size >= unit.length ? ends : 0)
    payloads.push(Buffer.concat([Buffer.of(indicator, position | type), unit.subarray(at, at + size)]))
  }
  return payloads
}
