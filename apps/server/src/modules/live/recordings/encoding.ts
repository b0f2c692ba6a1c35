import { join } from 'node:path'
import { joinAsWebm } from '@fanlight/live-engine/recorder/join'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import { mediaEngine } from '../../media/processing/engines.ts'
import { UnusableFile } from '../../media/processing/failure.ts'
import { readMade } from '../../media/processing/hls-segments.ts'
import { even, kbpsOf } from '../../media/processing/videos.ts'
import { requireSandbox } from '../../media/processing/work-folder.ts'
import { readPlaylist } from '../../media/serving/hls.ts'
import { fileOf, type Piece } from './runs.ts'

// Browsers without H264 send VP8, which none plays out of MP4: it is encoded before it is kept.

export const isVp8 = (init: Buffer): boolean => init.includes('vp08')

/** One piece as H264 and AAC, in its own size. */
export async function encodeVp8(
  ctx: Context,
  { run, init, segments }: Piece,
  into: { init(body: Buffer): Promise<void>; part(body: Buffer, seconds: number): Promise<void> },
): Promise<void> {
  await requireSandbox(ctx)
  const engine = await mediaEngine(ctx.config)
  const work = await storageOf(ctx.config).workFolder()
  try {
    const source = (async function* () {
      for (const { opus } of segments) yield { init, media: await fileOf(ctx, run, opus.file) }
    })()
    await joinAsWebm(join(work.path, 'source'), source, { hasAudio: init.includes('Opus') })
    const probe = await engine.probe(work.path, 'matroska')
    if (!probe.video) throw new UnusableFile('FILE_BROKEN', 'no image inside')
    const [width, height] = [even(probe.video.width), even(probe.video.height)]
    const rung = { name: 'hls', width, height, kbps: kbpsOf(Math.min(width, height)) }
    const out = await jobFolder(work.path, 'out/hls')
    await engine.encode(work.path, 'matroska', probe, [rung], () => {})
    await into.init(await readMade(out, 'init.mp4'))
    for (const { name, seconds } of readPlaylist(String(await readMade(out, 'index.m3u8'))))
      await into.part(await readMade(out, name), seconds)
  } finally {
    await work.remove()
  }
}
