/** Silence of 20 ms (RFC 6716 §3.1: CELT, full band, one frame). */
export const silence = Buffer.of(0xf8, 0xff, 0xfe)
export const silenceSeconds = 0.02
/** The same of 2.5 ms. */
export const shortSilence = Buffer.of(0xe0, 0xff, 0xfe)
export const shortSilenceSeconds = 0.0025

const silkMs = [10, 20, 40, 60]
const hybridMs = [10, 20]
const celtMs = [2.5, 5, 10, 20]

/** How long a packet of Opus is, by its first byte (RFC 6716 §3.1); 0 where it is none. */
export function opusSeconds(packet: Buffer): number {
  if (packet.length === 0) return 0
  const config = packet[0]! >> 3
  const ms = config < 12 ? silkMs[config & 3]! : config < 16 ? hybridMs[config & 1]! : celtMs[config & 3]!
  const code = packet[0]! & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 0x3f
  return (ms * frames) / 1000
}
