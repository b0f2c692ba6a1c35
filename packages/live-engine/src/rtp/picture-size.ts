import type { VideoCodec } from './keyframe.ts'
import { readSps } from './sequence-parameters.ts'

export interface Size {
  width: number
  height: number
}

/** The size that a keyframe says it has. Undefined where this payload doesn't say it. */
export const sizeIn = (codec: VideoCodec, payload: Buffer): Size | undefined =>
  codec === 'VP8' ? sizeInVp8(payload) : sizeInH264(payload)

const startOfKeyframe = Buffer.from([0x9d, 0x01, 0x2a])

/** RFC 6386 §9.1: after the start code of a keyframe. */
function sizeInVp8(payload: Buffer): Size | undefined {
  const at = payload.subarray(0, 16).indexOf(startOfKeyframe)
  if (at < 0 || at + 7 > payload.length) return undefined
  return { width: payload.readUInt16LE(at + 3) & 0x3fff, height: payload.readUInt16LE(at + 5) & 0x3fff }
}

const parameters = 7
const aggregate = 24

function sizeInH264(payload: Buffer): Size | undefined {
  const type = (payload[0] ?? 0) & 0x1f
  if (type === parameters) return sizeOf(payload)
  if (type !== aggregate) return undefined
  for (let offset = 1; offset + 3 <= payload.length; ) {
    const end = offset + 2 + payload.readUInt16BE(offset)
    if ((payload[offset + 2]! & 0x1f) === parameters && end <= payload.length)
      return sizeOf(payload.subarray(offset + 2, end))
    offset = end
  }
  return undefined
}

function sizeOf(unit: Buffer): Size | undefined {
  const picture = readSps(unit)
  return picture && { width: picture.width, height: picture.height }
}
