import { vp8Codec } from './vp8.ts'
import { aacCodec, aacDescription } from './aac/frames.ts'
import type { Picture } from '../rtp/sequence-parameters.ts'

/** A picture in its stored form: units each after four bytes `00 00 00 01`. */
export interface Frame {
  bytes: Buffer
  isKeyframe: boolean
  /** Seconds. */
  at: number
  seconds: number
}
export interface Sound {
  bytes: Buffer
  at: number
  seconds: number
}
/** What lies between two keyframes or more. */
export interface Cut {
  /** With `description`, frames are as they lie in a file, which says it once. */
  picture: Picture & { description?: Uint8Array | undefined }
  frames: Frame[]
  sounds: Sound[]
  /** Whether the stream has audio, also where this stretch has none. */
  hasAudio: boolean
  seconds: number
  /** Nothing goes on from it. */
  isLast: boolean
  /** When its first picture came, in milliseconds since 1970. */
  cameAt: number
}

/** How the sounds of a cut are coded. */
export type SoundCodec = 'opus' | 'aac'
const soundConfigs = {
  opus: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
  aac: { codec: aacCodec, numberOfChannels: 2, sampleRate: 48_000, description: aacDescription },
} as const

/** Longer than any segment: each is one fragment. */
const wholeSeconds = 3_600

/** A segment as fragmented MP4, and the initialisation that players read before it. The library is loaded when something is recorded. */
export async function mux(cut: Cut, sound: SoundCodec = 'opus'): Promise<{ init: Buffer; media: Buffer }> {
  const { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, NullTarget, Output } =
    await import('mediabunny')
  const init: Uint8Array[] = []
  const media: Uint8Array[] = []
  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: wholeSeconds,
      onFtyp: (bytes) => init.push(bytes.slice()),
      onMoov: (bytes) => init.push(bytes.slice()),
      onMoof: (bytes) => media.push(bytes.slice()),
      onMdat: (bytes) => media.push(bytes.slice()),
    }),
    target: new NullTarget(),
  })
  const { codec, width: codedWidth, height: codedHeight, description } = cut.picture
  const video = new EncodedVideoPacketSource(codec === vp8Codec ? 'vp8' : 'avc')
  const audio = cut.hasAudio ? new EncodedAudioPacketSource(sound) : undefined
  output.addVideoTrack(video)
  if (audio) output.addAudioTrack(audio)
  await output.start()
  // Not awaited one by one: the library holds one track back until the other has come.
  await Promise.all([
    (async () => {
      for (const { bytes, isKeyframe, at, seconds } of cut.frames)
        await video.add(new EncodedPacket(bytes, isKeyframe ? 'key' : 'delta', at, seconds), {
          decoderConfig: { codec, codedWidth, codedHeight, ...(description && { description }) },
        })
      video.close()
    })(),
    (async () => {
      for (const { bytes, at, seconds } of cut.sounds)
        await audio?.add(new EncodedPacket(bytes, 'key', at, seconds), {
          decoderConfig: soundConfigs[sound],
        })
      audio?.close()
    })(),
  ])
  await output.finalize()
  return { init: Buffer.concat(init), media: Buffer.concat(media) }
}
