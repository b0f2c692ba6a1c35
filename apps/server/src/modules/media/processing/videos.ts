import { join } from 'node:path'
import { photoPixelsMax } from '@fanlight/contract/media'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import { hasSilence, isSparse, type MediaEngine, nearEndSeconds, type Probe, type Rung, type Sheet } from './engine.ts'
import { UnusableFile } from './failure.ts'
import { lengthMsOf, type Rendition, hlsSegments, variantOf } from './hls-segments.ts'
import { makeImages, imageVariants } from './photos.ts'
import type { Input } from '../intake/sniff.ts'
import type { NewVariant } from '../store.ts'

const durationMsMax = 6 * 3_600_000
const remuxBitsPerSecondMax = 8_000_000
const ladder = [
  { side: 240, kbps: 400 },
  { side: 360, kbps: 700 },
  { side: 480, kbps: 1200 },
  { side: 720, kbps: 2800 },
  { side: 1080, kbps: 5000 },
]

/** What a video whose shorter side is this long may take a second. */
export const kbpsOf = (side: number): number => (ladder.find((rung) => rung.side >= side) ?? ladder.at(-1)!).kbps

export interface MadeFile {
  variants: Omit<NewVariant, 'bytes'>[]
  width: number | null
  height: number | null
  durationMs: number | null
  averageColor: string | null
  phash: Buffer | null
}

export interface Beginning {
  width: number
  height: number
  durationMs: number | null
  averageColor: string
  phash: Buffer
  /** Poster and locked preview; their files are in the side folder's `out`. */
  images: MadeFile['variants']
}
/** A job's two folders: processes beside the encoder have limits of their own. Both contain the upload as `source`. */
export interface VideoJob {
  storage: Storage
  engine: MediaEngine
  folder: string
  side: string
  reader: Input['reader']
  prefix: string
}

/**
 * One quality from start to end, uploaded segment by segment. `onPart` is first called when the video can be shown: complete as far
 * as can be determined, with a poster, and playable from its start.
 */
export async function makeVideo(
  job: VideoJob,
  onProgress: (share: number) => void,
  onPart: (rendition: Rendition, beginning: Beginning) => Promise<void>,
): Promise<{ rendition: Rendition; beginning: Beginning }> {
  const { storage, engine, folder, reader, prefix } = job
  const probe = await readVideo(engine, folder, reader)
  onProgress(0.02)
  const rung = firstRung(probe)
  await jobFolder(folder, `out/${rung.name}`)
  const making = isReadyToPlay(probe)
    ? engine.remux(folder, reader, probe, rung.name)
    : engine.encode(folder, reader, probe, [rung], (share) => onProgress(0.02 + share * 0.97))
  const begun = begin(job, probe)
  // Both are awaited together with the segments; until then their rejections must not count as unhandled.
  for (const promise of [making, begun]) promise.catch(() => {})
  const rendition = await hlsSegments(storage, folder, rung, `${prefix}/${rung.name}`, making, async (grown) =>
    onPart(grown, await begun),
  )
  const beginning = await begun
  if (probe.durationMs && lengthMsOf(rendition) < probe.durationMs * 0.9 - 1000)
    throw new UnusableFile('FILE_BROKEN', 'breaks off in the middle')
  return { rendition, beginning }
}

async function begin({ engine, side, reader, prefix }: VideoJob, probe: Video): Promise<Beginning> {
  // Of one that is shorter than what is looked at near the end, the end says nothing.
  const isCutShort = probe.isCut && (probe.durationMs ?? 0) <= nearEndSeconds * 1000
  if (isCutShort || !(await engine.isWhole(side, reader, probe)))
    throw new UnusableFile('FILE_BROKEN', 'breaks off in the middle')
  const atMs = Math.min((probe.durationMs ?? 0) / 10, 10_000)
  const frameAt = (ms: number) => engine.frame(side, reader, probe, ms, 'poster.png')
  await frameAt(atMs).catch(() => frameAt(0))
  const poster = await makeImages(side, 'poster.png', 'png', 'poster')
  return {
    width: even(probe.video.width),
    height: even(probe.video.height),
    durationMs: probe.durationMs,
    averageColor: poster.averageColor,
    phash: Buffer.from(poster.phash, 'hex'),
    images: imageVariants(poster, 'poster', prefix),
  }
}

/** The other qualities and the scrubbing sheet, once people can already watch. */
export async function makeHigherQualities(
  { storage, engine, folder, reader, prefix }: VideoJob,
  present: ReadonlySet<string>,
  durationMs: number,
): Promise<NewVariant[]> {
  const probe = await readVideo(engine, folder, reader)
  const missing = rungsOf(probe).filter((rung) => !present.has(rung.name))
  for (const rung of missing) await jobFolder(folder, `out/${rung.name}`)
  const making = missing.length > 0 ? engine.encode(folder, reader, probe, missing, () => {}) : Promise.resolve()
  // One decode for all of them; the segments of each are moved to storage as they are made, and it is shown when it is complete.
  const renditions = await Promise.all(
    missing.map((rung) => hlsSegments(storage, folder, rung, `${prefix}/${rung.name}`, making, async () => {})),
  )
  const variants: NewVariant[] = renditions.map((rendition) => variantOf(rendition, true))
  if (!present.has('sprite')) {
    await jobFolder(folder, 'out')
    variants.push(await makeSheet({ storage, engine, folder, reader, prefix }, probe, durationMs))
  }
  return variants
}

/** The scrubbing sheet. */
export async function makeSheet(
  { storage, engine, folder, reader, prefix }: Omit<VideoJob, 'side'>,
  probe: Video,
  durationMs: number,
): Promise<NewVariant> {
  const sheet = sheetFor(probe, durationMs)
  await engine.tiles(folder, reader, probe, sheet, durationMs, 'out/sprite.jpeg')
  const bytes = await storage.adopt(join(folder, 'out/sprite.jpeg'), `${prefix}/sprite.jpeg`)
  return {
    name: 'sprite',
    kind: 'sprite',
    storageKey: `${prefix}/sprite.jpeg`,
    mime: 'image/jpeg',
    bytes,
    width: sheet.tileWidth * sheet.columns,
    height: sheet.tileHeight * sheet.rows,
    detail: {
      ...sheet,
      count: Math.min(sheet.columns * sheet.rows, Math.max(1, Math.ceil(durationMs / sheet.intervalMs))),
    },
  }
}

type Video = Probe & { video: NonNullable<Probe['video']> }

/** Rejects what is no video, or too large a one. */
export async function readVideo(engine: MediaEngine, folder: string, reader: Input['reader']): Promise<Video> {
  const probe = await engine.probe(folder, reader)
  if (!probe.video) throw new UnusableFile(probe.audio ? 'FILE_NO_IMAGE' : 'FILE_BROKEN', 'no image inside')
  if (probe.video.width * probe.video.height > photoPixelsMax) throw new UnusableFile('FILE_TOO_MANY_PIXELS')
  if (probe.durationMs && probe.durationMs > durationMsMax) throw new UnusableFile('FILE_TOO_LONG')
  return probe as Video
}

export const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

function rungAt({ video }: Video, side: number, kbps: number): Rung {
  const scale = side / Math.min(video.width, video.height)
  return { name: `hls-${side}`, width: even(video.width * scale), height: even(video.height * scale), kbps }
}

/** Lowest first, none above the source; a source below the lowest is not enlarged. */
function rungsOf(video: Video): Rung[] {
  const side = even(Math.min(video.video.width, video.video.height))
  const reached = ladder.filter((entry) => entry.side <= side)
  const rungs = reached.length > 0 ? reached : [{ side, kbps: 400 }]
  return rungs.map((rung) => rungAt(video, rung.side, rung.kbps))
}

/** Good enough to watch and quick to make. */
const firstSide = 360

function firstRung(video: Video): Rung {
  if (!isReadyToPlay(video))
    return rungsOf(video).findLast((rung) => Math.min(rung.width, rung.height) <= firstSide) ?? rungsOf(video)[0]!
  const side = even(Math.min(video.video.width, video.video.height))
  return { ...rungAt(video, side, 0), name: `hls-${side}` }
}

/** Already what browsers play, from beginning to end: repacking it takes seconds and loses nothing, and shows nothing that was trimmed away. */
function isReadyToPlay(probe: Video): boolean {
  const { video, audio } = probe
  return (
    !probe.isTrimmed &&
    !probe.hasGaps &&
    !probe.isLate &&
    !isSparse(probe) &&
    !hasSilence(probe) &&
    video.upright === '' &&
    video.transfer === 'sdr' &&
    video.codec === 'h264' &&
    video.pixelFormat === 'yuv420p' &&
    /^(Constrained Baseline|Baseline|Main|High)$/.test(video.profile) &&
    Math.min(video.width, video.height) <= 1080 &&
    (video.bitsPerSecond ?? Infinity) <= remuxBitsPerSecondMax &&
    (audio === null || (audio.codec === 'aac' && audio.profile === 'LC'))
  )
}

function sheetFor({ video }: Video, durationMs: number): Sheet {
  const tileWidth = video.width >= video.height ? 160 : 90
  const intervalMs = Math.max(1000, Math.ceil(durationMs / 100))
  const count = Math.max(1, Math.ceil(durationMs / intervalMs))
  const columns = Math.min(10, count)
  return {
    columns,
    rows: Math.ceil(count / columns),
    tileWidth,
    tileHeight: even((tileWidth * video.height) / video.width),
    intervalMs,
  }
}
