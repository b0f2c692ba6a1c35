/** What fits into one packet of any network, with room for the headers around it. */
const payloadBytesMax = 1_180
const beginsPartition = 0x10

/** A VP8 frame as payloads of RTP: each after a byte that says whether it begins the frame (RFC 7741 §4.2). */
export function vp8Payloads(frame: Buffer): Buffer[] {
  const payloads: Buffer[] = []
  for (let offset = 0; offset < frame.length; offset += payloadBytesMax)
    payloads.push(
      Buffer.concat([Buffer.of(offset === 0 ? beginsPartition : 0), frame.subarray(offset, offset + payloadBytesMax)]),
    )
  return payloads
}
