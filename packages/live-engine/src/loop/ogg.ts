const pageHeaderBytes = 27
/** A packet goes on in the next segment while its segments are full (RFC 3533 §6). */
const fullSegment = 255

/** The Opus packets of an Ogg file with one stream, without its two packets of headers (RFC 7845 §3). */
export function readOggOpus(file: Buffer): Buffer[] {
  const packets: Buffer[] = []
  let parts: Buffer[] = []
  for (let offset = 0; offset + pageHeaderBytes <= file.length; ) {
    if (file.toString('latin1', offset, offset + 4) !== 'OggS') throw new Error('This is no Ogg file.')
    const segments = file[offset + 26]!
    const table = file.subarray(offset + pageHeaderBytes, offset + pageHeaderBytes + segments)
    offset += pageHeaderBytes + segments
    for (const size of table) {
      parts.push(file.subarray(offset, offset + size))
      offset += size
      if (size === fullSegment) continue
      packets.push(Buffer.concat(parts))
      parts = []
    }
  }
  return packets.slice(2)
}
