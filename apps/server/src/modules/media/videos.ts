import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { photoPixelsMax } from '@fanlight/contract/media'
import { jobFolder } from '../../platform/sandbox-run.ts'
import { mediaEngine, type Probe, type Rung, type Sheet } from './engine.ts'
import { UnusableFile } from './failure.ts'
import { readPlaylist } from './hls.ts'
import { makePictures, pictureVariants } from './photos.ts'
import type { Input } from './sniff.ts'
import type { NewVariant } from './store.ts'

const durationMsMax = 6 * 3_600_000
const remuxBitsPerSecondMax = 8_000_000
const ladder = [
  { side: 240, kbps: 400 },
  { side: 480, kbps: 1200 },
  { side: 720, kbps: 2800 },
  { side: 1080, kbps: 5000 },
]

export interface MadeFile {
  variants: Omit<NewVariant, 'bytes'>[]
  width: number | null
  height: number | null
  durationMs: number | null
  averageColor: string | null
  phash: Buffer | null
}

/** Everything a film needs to be shown: one quality from start to end, and a poster. */
export async function makeFilm(
  folder: string,
  reader: Input['reader'],
  prefix: string,
  onProgress: (share: number) => void,
): Promise<MadeFile> {
  const engine = mediaEngine()
  const probe = await readFilm(folder, reader)
  onProgress(0.1)
  const rung = firstRung(probe)
  await jobFolder(folder, `out/${rung.name}`)
  if (isReadyToPlay(probe)) await engine.remux(folder, reader, probe, rung.name)
  else await engine.encode(folder, reader, probe, [rung], (share) => onProgress(0.1 + share * 0.7))
  const rendition = await describeRendition(folder, rung, prefix)
  // A film that breaks off in the middle ends early without a word.
  if (probe.durationMs && rendition.durationMs < probe.durationMs * 0.9 - 1000)
    throw new UnusableFile('FILE_BROKEN', 'breaks off in the middle')
  onProgress(0.85)

  await engine
    .frame(folder, reader, Math.min(rendition.durationMs / 10, 10_000), 'poster.png')
    .catch(() => engine.frame(folder, reader, 0, 'poster.png'))
  const poster = await makePictures(folder, 'poster.png', 'png', 'poster')
  return {
    variants: [rendition.variant, ...pictureVariants(poster, 'poster', prefix)],
    width: even(probe.video.width),
    height: even(probe.video.height),
    durationMs: rendition.durationMs,
    averageColor: poster.averageColor,
    phash: Buffer.from(poster.phash, 'hex'),
  }
}

/** The other qualities and the scrubbing sheet, once people can already watch. */
export async function makeHigherQualities(
  folder: string,
  reader: Input['reader'],
  prefix: string,
  present: ReadonlySet<string>,
  durationMs: number,
): Promise<MadeFile['variants']> {
  const engine = mediaEngine()
  const probe = await readFilm(folder, reader)
  const missing = rungsOf(probe).filter((rung) => !present.has(rung.name))
  for (const rung of missing) await jobFolder(folder, `out/${rung.name}`)
  if (missing.length > 0) await engine.encode(folder, reader, probe, missing, () => {})
  const variants = []
  for (const rung of missing) variants.push((await describeRendition(folder, rung, prefix)).variant)
  if (!present.has('sprite')) {
    const sheet = sheetFor(probe, durationMs)
    await jobFolder(folder, 'out')
    await engine.tiles(folder, reader, sheet, durationMs, 'out/sprite.jpeg')
    variants.push({
      name: 'sprite',
      kind: 'sprite',
      storageKey: `${prefix}/sprite.jpeg`,
      mime: 'image/jpeg',
      width: sheet.tileWidth * sheet.columns,
      height: sheet.tileHeight * sheet.rows,
      detail: {
        ...sheet,
        count: Math.min(sheet.columns * sheet.rows, Math.max(1, Math.ceil(durationMs / sheet.intervalMs))),
      },
    })
  }
  return variants
}

type Film = Probe & { video: NonNullable<Probe['video']> }

async function readFilm(folder: string, reader: Input['reader']): Promise<Film> {
  const probe = await mediaEngine().probe(folder, reader)
  if (!probe.video) throw new UnusableFile('FILE_BROKEN', 'no picture inside')
  if (probe.video.width * probe.video.height > photoPixelsMax) throw new UnusableFile('FILE_TOO_MANY_PIXELS')
  if (probe.durationMs && probe.durationMs > durationMsMax) throw new UnusableFile('FILE_TOO_LONG')
  return probe as Film
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

function rungAt({ video }: Film, side: number, kbps: number): Rung {
  const scale = side / Math.min(video.width, video.height)
  return { name: `hls-${side}`, width: even(video.width * scale), height: even(video.height * scale), kbps }
}

/** Lowest first, none above the source; a source below the lowest keeps its own size. */
function rungsOf(film: Film): Rung[] {
  const side = even(Math.min(film.video.width, film.video.height))
  const reached = ladder.filter((one) => one.side <= side)
  const rungs = reached.length > 0 ? reached : [{ side, kbps: 400 }]
  return rungs.map((one) => rungAt(film, one.side, one.kbps))
}

function firstRung(film: Film): Rung {
  const lowest = rungsOf(film)[0]!
  if (!isReadyToPlay(film)) return lowest
  const side = even(Math.min(film.video.width, film.video.height))
  return { ...rungAt(film, side, 0), name: `hls-${side}` }
}

/** Already what browsers play: repacking it takes seconds and loses nothing. */
function isReadyToPlay({ video, audio }: Film): boolean {
  return (
    video.codec === 'h264' &&
    video.pixelFormat === 'yuv420p' &&
    /^(Constrained Baseline|Baseline|Main|High)$/.test(video.profile) &&
    Math.min(video.width, video.height) <= 1080 &&
    (video.bitsPerSecond ?? Infinity) <= remuxBitsPerSecondMax &&
    (audio === null || (audio.codec === 'aac' && audio.profile === 'LC'))
  )
}

async function describeRendition(folder: string, rung: Rung, prefix: string) {
  const path = join(folder, 'out', rung.name)
  const names = await readdir(path)
  if (!names.includes('index.m3u8') || !names.includes('init.mp4'))
    throw new UnusableFile('FILE_BROKEN', 'nothing to play came out')
  const segments = readPlaylist(await readFile(join(path, 'index.m3u8'), 'utf8'))
  if (segments.length === 0) throw new UnusableFile('FILE_BROKEN', 'nothing to play came out')
  let peak = 1
  for (const segment of segments)
    peak = Math.max(peak, ((await stat(join(path, segment.name))).size * 8) / Math.max(0.5, segment.seconds))
  const init = await readFile(join(path, 'init.mp4'))
  return {
    durationMs: Math.round(segments.reduce((sum, segment) => sum + segment.seconds, 0) * 1000),
    variant: {
      name: rung.name,
      kind: 'hls-rendition',
      storageKey: `${prefix}/${rung.name}`,
      mime: 'application/vnd.apple.mpegurl',
      width: rung.width,
      height: rung.height,
      detail: { bitsPerSecond: Math.ceil(peak), codecs: codecsOf(init) },
    },
  }
}

/** Read from the head of the film: `avc1` with profile and level, `mp4a` where there is sound. */
function codecsOf(init: Buffer): string {
  const at = init.indexOf('avcC')
  const video = at < 0 ? [] : [`avc1.${init.toString('hex', at + 5, at + 8)}`]
  return [...video, ...(init.includes('mp4a') ? ['mp4a.40.2'] : [])].join(',')
}

function sheetFor({ video }: Film, durationMs: number): Sheet {
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
