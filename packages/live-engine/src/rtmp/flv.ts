import { type Message, messageTypes } from './chunks.ts'

// What RTMP carries, as the file that ffmpeg reads: FLV has the same bodies, each after a head of its own.

const h264 = 7
const aac = 10
/** In place of the codec's number stands a name of four letters, as for HEVC and AV1. */
const isNamed = 0x80

/** Which of the media that we take a message carries; undefined for those we don't. */
export function mediumOf({ type, payload }: Message): 'video' | 'audio' | undefined {
  if (payload.length < 2) return undefined
  if (type === messageTypes.video)
    return (payload[0]! & isNamed) === 0 && (payload[0]! & 0x0f) === h264 ? 'video' : undefined
  return type === messageTypes.audio && payload[0]! >> 4 === aac ? 'audio' : undefined
}

export const isMedia = ({ type }: Message): boolean => type === messageTypes.video || type === messageTypes.audio

/** The parameters of the codec, which come before all that needs them. */
export const isParameters = (message: Message): boolean => message.payload[1] === 0

export const flvHead = ({ hasAudio }: { hasAudio: boolean }): Buffer =>
  Buffer.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])

export function flvTag({ type, timestamp, payload }: Message): Buffer {
  const tag = Buffer.alloc(11 + payload.length + 4)
  tag[0] = type
  tag.writeUIntBE(payload.length, 1, 3)
  tag.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3)
  tag[7] = timestamp >>> 24
  payload.copy(tag, 11)
  tag.writeUInt32BE(11 + payload.length, 11 + payload.length)
  return tag
}
