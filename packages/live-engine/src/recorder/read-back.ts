import type { EncodedPacket, Input } from 'mediabunny'

/** A segment as what it was made of: the packets of each track with their times. */
export interface ReadBack {
  video: { packets: EncodedPacket[]; config: VideoDecoderConfig }
  audio: EncodedPacket[]
}

/** Reads a segment that `mux` has made. */
export async function readBack(init: Buffer, media: Buffer): Promise<ReadBack> {
  const { BufferSource, EncodedPacketSink, Input: InputOf, MP4 } = await import('mediabunny')
  const input: Input = new InputOf({ formats: [MP4], source: new BufferSource(Buffer.concat([init, media])) })
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const config = await video?.getDecoderConfig()
    if (!video || !config) throw new Error('A segment of a recording can’t be read.')
    const all = async (track: typeof video | NonNullable<typeof audio>) => {
      const packets: EncodedPacket[] = []
      for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
      return packets
    }
    return { video: { packets: await all(video), config }, audio: audio ? await all(audio) : [] }
  } finally {
    input.dispose()
  }
}
