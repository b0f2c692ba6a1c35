/** Identifiers of the header extensions that we take (RFC 8285). */
export const extensionUris = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  layer: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  repairedLayer: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  transportSequence: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
} as const
export type ExtensionIds = Partial<Record<keyof typeof extensionUris, number>>

/** What a packet says of itself. */
export interface Extensions {
  mid?: string
  layer?: string
  /** Of which layer it repeats a packet. */
  repairedLayer?: string
  transportSequence?: number
}

/** Reads the one-byte form, which is the only one that we negotiate. What is malformed has no extension. */
export function readExtensions(packet: Buffer, ids: ExtensionIds): Extensions {
  const found: Extensions = {}
  let offset = 12 + (packet[0]! & 0x0f) * 4
  if ((packet[0]! & 0x10) === 0 || offset + 4 > packet.length || packet.readUInt16BE(offset) !== 0xbede) return found
  const end = Math.min(packet.length, offset + 4 + packet.readUInt16BE(offset + 2) * 4)
  offset += 4
  while (offset < end) {
    const head = packet[offset++]!
    if (head === 0) continue
    const id = head >> 4
    const bytes = (head & 0x0f) + 1
    if (id === 15 || offset + bytes > end) break
    if (id === ids.transportSequence && bytes === 2) found.transportSequence = packet.readUInt16BE(offset)
    const text = () => packet.toString('latin1', offset, offset + bytes)
    if (id === ids.mid) found.mid = text()
    if (id === ids.layer) found.layer = text()
    if (id === ids.repairedLayer) found.repairedLayer = text()
    offset += bytes
  }
  return found
}
