import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readIvf } from '@fanlight/live-engine/loop/ivf'
import { readOggOpus } from '@fanlight/live-engine/loop/ogg'
import type { OpenAac } from '@fanlight/live-engine/recorder/aac/encoder'
import { Recorder } from '@fanlight/live-engine/recorder/recorder'
import { pictureOf, rtp, testStreams } from '@fanlight/live-engine/recorder/testing'

// For tests: what an engine has left on the disk of a stream that has ended.

const asset = (name: string) =>
  readFile(new URL(`../../../../../../demo/assets/live-teo-dough.${name}`, import.meta.url))
const pieceBytes = 1_000
const perSecond = 30

/** One run of a room: pictures that something decodes where they are VP8, and sound in both. */
export async function buildRun(
  { dataDir }: { dataDir: string },
  streamId: string,
  {
    codec,
    seconds,
    openAac,
    at = Date.now(),
  }: { codec: 'VP8' | 'H264'; seconds: number; openAac?: OpenAac | undefined; at?: number },
): Promise<void> {
  let failure: unknown
  let written = 0
  const recorder = new Recorder({
    folder: join(resolve(dataDir), 'live', 'recordings', streamId, String(at)),
    keeps: true,
    wantKeyframe() {},
    wrote: () => written++,
    failed: (error) => (failure ??= error),
    openAac,
  })
  const { streams, video, audio } = testStreams(codec)
  const { frames, perSecond: framesASecond } = readIvf(await asset('ivf'))
  const sounds = readOggOpus(await asset('opus'))
  let sequence = 0
  for (let n = 0, sound = 0; n < seconds * perSecond; n++) {
    const isKeyframe = n % (2 * perSecond) === 0
    // So fast no disk is.
    if (isKeyframe)
      while (written < n / (2 * perSecond) - 1 && !failure) await new Promise((done) => setTimeout(done, 5))
    if (codec === 'H264') for (const packet of pictureOf(n, { isKeyframe })) recorder.take(streams, video, packet)
    else {
      const frame = frames[Math.floor((n * framesASecond) / perSecond) % frames.length]!
      for (let from = 0; from < frame.length; from += pieceBytes) {
        const descriptor = Buffer.of(from === 0 ? 0x10 : 0)
        const isLast = from + pieceBytes >= frame.length
        const payload = Buffer.concat([descriptor, frame.subarray(from, from + pieceBytes)])
        recorder.take(
          streams,
          video,
          rtp(payload, { sequence: sequence++, timestamp: n * (90_000 / perSecond), isLast }),
        )
      }
    }
    for (; sound * 0.02 < (n + 1) / perSecond; sound++)
      recorder.take(streams, audio, rtp(sounds[sound % sounds.length]!, { sequence: sound, timestamp: sound * 960 }))
  }
  await recorder.finish()
  if (failure) throw failure
}
