import { readBack } from './read-back.ts'

/** Writes segments of VP8 that go on from each other into one file (WebM) that begins at zero, for what makes something else of it. */
export async function joinAsWebm(
  path: string,
  segments: AsyncIterable<{ init: Buffer; media: Buffer }>,
  { hasAudio }: { hasAudio: boolean },
): Promise<void> {
  const { EncodedAudioPacketSource, EncodedVideoPacketSource, FilePathTarget, Output, WebMOutputFormat } = await import(
    'mediabunny'
  )
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(path) })
  const video = new EncodedVideoPacketSource('vp8')
  const audio = hasAudio ? new EncodedAudioPacketSource('opus') : undefined
  output.addVideoTrack(video)
  if (audio) output.addAudioTrack(audio)
  await output.start()
  let begin: number | undefined
  for await (const { init, media } of segments) {
    const read = await readBack(init, media)
    const from = (begin ??= read.video.packets[0]?.timestamp ?? 0)
    // Not awaited one by one: the library holds one track back until the other has come.
    const added = read.video.packets.map((packet) =>
      video.add(packet.clone({ timestamp: packet.timestamp - from }), { decoderConfig: read.video.config }),
    )
    // What was said before the first picture is left out.
    for (const packet of read.audio)
      if (packet.timestamp >= from)
        added.push(
          audio?.add(packet.clone({ timestamp: packet.timestamp - from }), {
            decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
          }) ?? Promise.resolve(),
        )
    await Promise.race([Promise.all(added), new Promise((done) => setTimeout(done, 100))])
  }
  video.close()
  audio?.close()
  await output.finalize()
}
