export type VideoCodec = 'H264' | 'VP8'

/** Whether a picture that needs no other begins with this payload: a viewer who joins can begin here. */
export const beginsKeyframe = (codec: VideoCodec, payload: Buffer): boolean =>
  codec === 'VP8' ? beginsVp8Keyframe(payload) : beginsH264Keyframe(payload)

/** RFC 7741 §4.2: the first packet of the first partition, whose frame header says "key frame" with a 0. */
function beginsVp8Keyframe(payload: Buffer): boolean {
  const descriptor = payload[0]
  if (descriptor === undefined || (descriptor & 0x10) === 0 || (descriptor & 0x0f) !== 0) return false
  let offset = 1
  if ((descriptor & 0x80) !== 0) {
    const has = payload[offset++] ?? 0
    if ((has & 0x80) !== 0) offset += ((payload[offset] ?? 0) & 0x80) === 0 ? 1 : 2
    if ((has & 0x40) !== 0) offset += 1
    if ((has & 0x30) !== 0) offset += 1
  }
  return offset < payload.length && (payload[offset]! & 1) === 0
}

const sliceOfKeyframe = 5
const parameters = 7
const aggregate = 24
const fragment = 28
const opensKeyframe = (type: number) => type === sliceOfKeyframe || type === parameters

/** RFC 6184 §5.2: alone, the first of several in one packet, or the first fragment. */
function beginsH264Keyframe(payload: Buffer): boolean {
  if (payload.length < 2) return false
  const type = payload[0]! & 0x1f
  if (type === aggregate) return unitsOf(payload).some(opensKeyframe)
  if (type === fragment) return (payload[1]! & 0x80) !== 0 && (payload[1]! & 0x1f) === sliceOfKeyframe
  return opensKeyframe(type)
}

/** The types of the units in an aggregate. */
function unitsOf(payload: Buffer): number[] {
  const types: number[] = []
  for (let offset = 1; offset + 3 <= payload.length; offset += 2 + payload.readUInt16BE(offset))
    types.push(payload[offset + 2]! & 0x1f)
  return types
}
