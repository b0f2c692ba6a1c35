// As much of STUN (RFC 8489) as tells whose connection it is.

const headerBytes = 20
const bindingRequest = 0x0001
const magicCookie = 0x2112_a442
const username = 0x0006

/** STUN shares its way with DTLS and media: its first byte is below 4 (RFC 7983 §7). */
export const isStun = (packet: Buffer): boolean => packet.length > 0 && packet[0]! < 4

/**
 * Our name (ufrag) in the check of a peer, whose USERNAME is `ours:theirs` (RFC 8445 §7.2.2). Undefined where the packet is not a well-formed binding
 * request with such a name. Whether the peer knows the password that belongs to it is checked by the library that answers.
 */
export function askedUfrag(packet: Buffer): string | undefined {
  if (packet.length < headerBytes || packet.readUInt16BE(0) !== bindingRequest) return undefined
  if (packet.readUInt32BE(4) !== magicCookie) return undefined
  const length = packet.readUInt16BE(2)
  if (length % 4 !== 0 || headerBytes + length !== packet.length) return undefined
  for (let offset = headerBytes; offset + 4 <= packet.length; ) {
    const start = offset + 4
    const end = start + packet.readUInt16BE(offset + 2)
    if (end > packet.length) return undefined
    if (packet.readUInt16BE(offset) === username)
      return /^([A-Za-z0-9+/]{4,256}):/.exec(packet.toString('latin1', start, end))?.[1]
    // Attributes begin at multiples of four bytes.
    offset = (end + 3) & ~3
  }
  return undefined
}
