import type { VideoCodec } from './keyframe.ts'
import { BitReader } from './bit-reader.ts'

export interface Size {
  width: number
  height: number
}

/** The size that a keyframe says it has. Undefined where this payload doesn't say it. */
export const sizeIn = (codec: VideoCodec, payload: Buffer): Size | undefined =>
  codec === 'VP8' ? sizeInVp8(payload) : sizeInH264(payload)

/** RFC 6386 §9.1: after the start code of a keyframe. */
function sizeInVp8(payload: Buffer): Size | undefined {
  const at = payload.subarray(0, 16).indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  if (at < 0 || at + 7 > payload.length) return undefined
  return { width: payload.readUInt16LE(at + 3) & 0x3fff, height: payload.readUInt16LE(at + 5) & 0x3fff }
}

const parameters = 7
const aggregate = 24

function sizeInH264(payload: Buffer): Size | undefined {
  const type = (payload[0] ?? 0) & 0x1f
  if (type === parameters) return sizeOfParameters(payload)
  if (type !== aggregate) return undefined
  for (let offset = 1; offset + 3 <= payload.length; ) {
    const end = offset + 2 + payload.readUInt16BE(offset)
    if ((payload[offset + 2]! & 0x1f) === parameters && end <= payload.length)
      return sizeOfParameters(payload.subarray(offset + 2, end))
    offset = end
  }
  return undefined
}

/** Profiles whose parameters name a colour format (H.264 §7.3.2.1.1). */
const profilesWithFormat = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])

/** The sequence parameter set (H.264 §7.3.2.1.1), of which the engine needs the size alone. Undefined where it is cut off or holds what we don't read. */
function sizeOfParameters(unit: Buffer): Size | undefined {
  const bits = new BitReader(unit.subarray(1))
  const profile = bits.read(8)
  bits.read(16)
  bits.exponential()
  let format = 1
  if (profilesWithFormat.has(profile)) {
    format = bits.exponential()
    if (format === 3) bits.read(1)
    bits.exponential()
    bits.exponential()
    bits.read(1)
    // Scaling lists: nobody who streams sends them.
    if (bits.read(1) === 1) return undefined
  }
  bits.exponential()
  const order = bits.exponential()
  if (order === 0) bits.exponential()
  else if (order === 1) {
    bits.read(1)
    bits.exponential()
    bits.exponential()
    for (let left = Math.min(255, bits.exponential()); left > 0; left--) bits.exponential()
  }
  bits.exponential()
  bits.read(1)
  const [columns, rows] = [bits.exponential() + 1, bits.exponential() + 1]
  const isProgressive = bits.read(1)
  if (isProgressive === 0) bits.read(1)
  bits.read(1)
  const isCropped = bits.read(1) === 1
  const [left, right, top, bottom] = isCropped
    ? [bits.exponential(), bits.exponential(), bits.exponential(), bits.exponential()]
    : [0, 0, 0, 0]
  if (bits.isOver) return undefined
  const across = format === 1 || format === 2 ? 2 : 1
  const down = (format === 1 ? 2 : 1) * (2 - isProgressive)
  return {
    width: columns * 16 - (left + right) * across,
    height: rows * 16 * (2 - isProgressive) - (top + bottom) * down,
  }
}
