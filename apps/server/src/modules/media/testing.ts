import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fullSource } from '@fanlight/contract/image-sources'
import type { FileKind, MediaFile } from '@fanlight/contract/media'
import sharp from 'sharp'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { storageOf } from '../../platform/files/storage.ts'
import { type Clip, makeClip } from '../../testing/clip.ts'
import { originalKey } from './intake/receive.ts'
import * as store from './store.ts'
import { insertUpload } from './intake/upload-store.ts'

// Real files for tests, made on the spot, and the rows around them.

async function made(name: string, options: Partial<Clip>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-sample-'))
  try {
    return await readFile(await makeClip(join(folder, name), options))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const samples = {
  /** H.264 and AAC, as a phone makes it. */
  video: ({ size = '1280x720', length = 5 }: { size?: Clip['size']; length?: number } = {}) =>
    made('video.mp4', { size, seconds: length }),
  /** VP8 and Opus, which must be made anew. */
  webm: ({ size = '854x480', length = 2 }: { size?: Clip['size']; length?: number } = {}) =>
    made('video.webm', { size, seconds: length, video: 'vp8', audio: 'opus' }),
  audioNamedAsVideo: () => made('audio.mp4', { seconds: 2, video: null }),
  audio: () => made('audio.mp3', { seconds: 3, video: null, audio: 'mp3' }),
  photo: (width = 1200, height = 800) => gradient(width, height).jpeg({ quality: 80 }).toBuffer(),
  /** Nothing here writes HEIC, so this one was made with heif-enc from ffmpeg's test image, 96 × 64. */
  heic: () => Buffer.from(heic.join(''), 'base64'),
  png: (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3366aa' }, limitInputPixels: false })
      .png()
      .toBuffer(),
  /** Has metadata of location and camera, and is rotated. */
  telltale: () =>
    gradient(600, 400)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'CanaryCam', Artist: 'Jane Canary' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer(),
}

const heic = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAA',
  'Imlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAADPgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmND',
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgA',
  'AAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAANGbWRhdAAA',
  'AzooAa8ZgMC7Ni/SxHuu/8NBu6ySftedqu0by7LPRGykO4SleWCxYCP/iwQNZ2lq96b/3nGIcSZdWGFREZCsZyhUD+LssuvOyyXdqXGRjxre56B7IXADPJ9c',
  'anjrfkQe5JU8XWKBjaq9KWPEmeQyMM7JlPt6nxPnjDEwdSOpyAyxZ2gX/AfmsAcgmvhhPBA9KKUXX9bMPOmEkrOisDjzHbOgl05DqmA8+5QCL2Dx6r5wIWet',
  '4+bTt3gIja0yMaiXWADLs7BoTitDZlDhyhEvWWssKJrWu1GoYyXwNoPD/Le1XcMgr4CRH8rlNHmCB46L+VtzsNTwR/S9niKKdtgJ2o5mk+oLXbpkFlmDTgTh',
  '5TuEt1o3q/MO5yuuHeXWE3Sb1VBYk5v06JMx6iuYCBQRMJU+8ixo0aHQ6qns/sLSZgIaxa8iiAiwYEXg1VbN9Gvd2A5sydyCxfdIYTnclNgoVhZQB0LvoT2V',
  'j/dyBMKZP48MrLW0QldXHT1B1u7OR8UN0zAol/LAIp5jvPYUW8qJOqT8OHxeaW2q01CWUYBbNiGNFh2V4iIO+8PCz2T+W1nVeVGh+e7j3oyXQC1RiYfkeEhG',
  'LaEfytQ7ypCMXyJJfQ6Qoh78wL3e4JbCXqXC+hZp6tl+cEynX2+P340HPDauVEpWS4eCjoHrKjbayVVJ1ZNpR1rMNCnGUWFKYWZPikmaMCldW2yRzV6dKr6b',
  'HMhKMUZh/qehZs59ghllEKJHIDeQg2sbtsAlzKJAs+McrqVeb4E3B9mcP6QRTu3dc3pDkDWDbb6nrl8xVspqF4UkiOLWsTjyX+uNeqHKPdRA8pgctCehnANL',
  'ptbO6Ladeu30tRp8aMfbITvImFw1k8g3YJ1N/Z3200/1qmxL6xH0QyV6yXqpoTYqvVd0ALwI2ZibHjBF9Q68Z7e0g9el9HEgYl10ZlFBDW6Cv4vhvcpJ2fRf',
  'K45XE7qQB6cGde6DuuMgxuKHSSelhdqDzQdWrcFOl2delVfforMLBe3Arx7lFb8lBwOvkYM/cOXylzNiKM8nun6qcEBoaQcQ6ceFtDSIjjz/tO/5XCOfYh6v',
  'LWNLFihVLKrbTkZnJZxpUyHA',
]

function gradient(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1">
    <stop offset="0" stop-color="#d33"/><stop offset="1" stop-color="#27c"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="30%" cy="40%" r="20%" fill="#fd0"/></svg>`
  return sharp(Buffer.from(svg))
}

type OpenFile = Extract<MediaFile, { isLocked: false }>
/** Each image of a file with its address. */
export const imagesOf = (file: OpenFile) =>
  [
    ...file.sources.map((source) => fullSource(file, source, 'image')),
    ...(file.poster ?? []).map((source) => fullSource(file, source, 'poster')),
  ].flatMap(({ name, width, formats }) =>
    formats.map((format) => ({ url: `${file.base}${name}.${format}`, format, width })),
  )
/** What a playlist names, as addresses. */
export const partsOf = (playlistUrl: string, playlist: string): string[] =>
  playlist.split('\n').flatMap((line) => {
    const name = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1] ?? (line.startsWith('#') ? '' : line)
    return name ? new URL(name, new URL(playlistUrl, 'http://localhost')).pathname : []
  })

/** A file as an upload leaves it, without the HTTP. */
export async function buildUploadedFile(
  ctx: Context,
  given: { ownerId: string; kind: FileKind; purpose: string; mime: string; bytes: Buffer; name?: string },
): Promise<string> {
  const [id, key] = [newId(), originalKey()]
  const stored = await storageOf(ctx.config).put(key, Readable.from([given.bytes]), { bytesMax: given.bytes.length })
  await store.insertFile(ctx, {
    id,
    key,
    name: given.name ?? 'holiday in secret town.jpg',
    ...given,
    bytes: stored.bytes,
    sha256: stored.sha256,
  })
  return id
}

export interface ItemOptions {
  performerId: string
  gate?: 'public' | 'followers' | 'subscribers' | 'paid'
  price?: bigint
  status?: 'published' | 'processing' | 'archived' | 'hidden'
  main?: readonly string[]
  teaser?: string
  kind?: 'feed' | 'product' | 'video'
}

/** A published thing around files. */
export async function buildItemAround(ctx: Context, options: ItemOptions): Promise<string> {
  const gate = options.gate ?? 'public'
  const made = await row(
    ctx.db,
    sql<{ id: string }>`INSERT INTO items (kind, performer_id, status, published_at, gate_type, gate_price)
      VALUES (${options.kind ?? 'feed'}, ${options.performerId}, ${options.status ?? 'published'}, app_now(), ${gate}, ${gate === 'paid' ? (options.price ?? 500n) : null}) RETURNING id`,
  )
  for (const fileId of options.main ?? [])
    await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${made!.id}, ${fileId}, 'main')`.execute(ctx.db)
  if (options.teaser)
    await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${made!.id}, ${options.teaser}, 'teaser')`.execute(
      ctx.db,
    )
  return made!.id
}

/** An upload of which nothing has arrived. */
export async function buildUpload(ctx: Context, { id: ownerId }: { id: string }, bytes = 1000): Promise<string> {
  const id = newId()
  await insertUpload(ctx, {
    id,
    ownerId,
    kind: 'photo',
    purpose: 'feed-photo',
    name: 'kiln.jpg',
    bytes,
    isRetained: false,
  })
  const folder = join(ctx.config.dataDir, 'uploads')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, id), '')
  return id
}
