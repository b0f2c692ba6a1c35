/**
 * A packet as it was first sent, out of its retransmission (RFC 4588 §4): two bytes of the payload are the first sequence number. It shares the bytes of
 * `packet`, which has passed `withoutExtras`. Undefined where it carries nothing: publishers fill the line with empty ones.
 */
export function original(packet: Buffer, first: { payloadType: number; source: number }): Buffer | undefined {
  if (packet.length <= 14) return undefined
  const sequence = packet.readUInt16BE(12)
  packet.copyWithin(2, 0, 12)
  const restored = packet.subarray(2)
  restored[1] = (restored[1]! & 0x80) | first.payloadType
  restored.writeUInt16BE(sequence, 2)
  restored.writeUInt32BE(first.source, 8)
  return restored
}
