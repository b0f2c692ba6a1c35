import { open, realpath } from 'node:fs/promises'
import { constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Storage } from '../../../platform/files/storage.ts'
import { UnusableFile } from './failure.ts'
import { readPlaylist, writePlaylist } from '../serving/hls.ts'
import type { Rung } from './engine.ts'

// A rendition that is uploaded to storage segment by segment while an engine still writes it, so that people can watch the start while
// the end is being made. Each part arrives before the playlist that names it.

export interface Rendition {
  rung: Rung
  /** The folder in storage. */
  key: string
  segments: { name: string; seconds: number }[]
  bytes: number
  /** Bits of its heaviest second so far. */
  peak: number
  codecs: string
}

const pollIntervalMs = 100
const playlistBytesMax = 2 ** 20

/** Uploads finished segments until `making` ends, then writes the end. `onPart` is called for each, in order. */
export async function hlsSegments(
  storage: Storage,
  folder: string,
  rung: Rung,
  key: string,
  making: Promise<void>,
  onPart: (rendition: Rendition) => Promise<void>,
): Promise<Rendition> {
  const rendition: Rendition = { rung, key, segments: [], bytes: 0, peak: 1, codecs: '' }
  let isOver = false
  const end = making.finally(() => {
    isOver = true
  })
  // Its failure is thrown below, after the parts that were finished.
  end.catch(() => {})
  for (;;) {
    const last = isOver
    if (await takeParts(storage, join(folder, 'out', rung.name), rendition)) {
      await writeList(storage, rendition, false)
      await onPart(rendition)
    }
    if (last) break
    await Promise.race([end.catch(() => {}), new Promise((resolve) => setTimeout(resolve, pollIntervalMs))])
  }
  await end
  if (rendition.segments.length === 0) throw new UnusableFile('FILE_BROKEN', 'no segment was made')
  await writeList(storage, rendition, true)
  return rendition
}

/** Ends a rendition whose rest will never come. */
export const writeList = (storage: Storage, { key, segments }: Rendition, isComplete: boolean): Promise<unknown> =>
  storage.put(`${key}/index.m3u8`, Readable.from([Buffer.from(writePlaylist(segments, isComplete))]), {
    bytesMax: playlistBytesMax,
  })

async function takeParts(storage: Storage, from: string, rendition: Rendition): Promise<boolean> {
  const listed = readPlaylist(await readSmall(join(from, 'index.m3u8')))
  const fresh = listed.slice(rendition.segments.length)
  if (fresh.length === 0) return false
  if (rendition.segments.length === 0) {
    rendition.codecs = codecsOf(Buffer.from(await readSmall(join(from, 'init.mp4')), 'latin1'))
    rendition.bytes += await storage.adopt(join(from, 'init.mp4'), `${rendition.key}/init.mp4`)
  }
  for (const { name, seconds } of fresh) {
    const bytes = await storage.adopt(join(from, name), `${rendition.key}/${name}`)
    rendition.segments.push({ name, seconds })
    rendition.bytes += bytes
    rendition.peak = Math.max(rendition.peak, Math.ceil((bytes * 8) / Math.max(0.5, seconds)))
  }
  return true
}

/** The decoder wrote it: no link is followed, and no more is read than such a file can have. */
async function readSmall(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(playlistBytesMax), 0, playlistBytesMax, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A file that a decoder has made in `folder`: no link is followed, wherever it leads. */
export async function readMade(folder: string, name: string): Promise<Buffer> {
  if ((await realpath(folder)) !== join(await realpath(dirname(dirname(folder))), 'out', basename(folder)))
    throw new UnusableFile('FILE_BROKEN', 'a folder that leads elsewhere')
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Read from the header of the video: `avc1` with profile and level, and what its audio is. */
export function codecsOf(init: Buffer): string {
  const at = init.indexOf('avcC')
  const video = at < 0 ? [] : [`avc1.${init.toString('hex', at + 5, at + 8)}`]
  return [...video, ...(init.includes('mp4a') ? ['mp4a.40.2'] : init.includes('Opus') ? ['opus'] : [])].join(',')
}

export const variantOf = ({ rung, key, bytes, peak, codecs }: Rendition, isComplete: boolean) => ({
  name: rung.name,
  kind: 'hls-rendition',
  storageKey: key,
  mime: 'application/vnd.apple.mpegurl',
  width: rung.width,
  height: rung.height,
  bytes,
  detail: { bitsPerSecond: peak, codecs, ...(!isComplete && { isProgressive: true }) },
})
export const lengthMsOf = ({ segments }: Rendition): number =>
  Math.round(segments.reduce((sum, { seconds }) => sum + seconds, 0) * 1000)
