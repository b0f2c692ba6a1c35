/** Identifiers of the header extensions that we take (RFC 8285). */
export const extensionUris = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  transportSequence: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
} as const
export type ExtensionIds = Partial<Record<keyof typeof extensionUris, number>>

/** Reads the one-byte form, which is the only one that we negotiate. What is malformed has no extension. */
export function readExtensions(packet: Buffer, ids: ExtensionIds): { mid?: string; transportSequence?: number } {
  const found: { mid?: string; transportSequence?: number } = {}
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
    if (id === ids.mid) found.mid = packet.toString('latin1', offset, offset + bytes)
    offset += bytes
  }
  return found
}
