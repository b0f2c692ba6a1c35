import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { matchPort } from '../intake/known-illegal.ts'
import { lanes, plainName } from '../intake/receive.ts'
import { processFileJob } from '../jobs.ts'
import { deleteRow } from '../vault/delete-row.ts'
import * as store from '../store.ts'
import { readSegments, type Segment, writeSegments } from './segment-list.ts'

// A recorded stream is a video of its creator whose only quality is what was sent: its segments are served as they came. It has no original.

/** How such a file is known. */
export const recordedMime = 'application/vnd.apple.mpegurl'
export const listName = 'index.m3u8'

export interface RecordedVideo {
  id: string
  ownerId: string
  title: string
  sha256: Buffer
  bytes: number
  width: number
  height: number
  durationMs: number
  /** The folder of its list and segments, from `recordedFolder`. */
  folder: string
  bitsPerSecond: number
  codecs: string
}

export const recordedFolder = (fileId: string, { width, height }: { width: number; height: number }): string =>
  `variants/${fileId.slice(-2)}/${fileId}/${randomBytes(8).toString('hex')}/${nameOf(width, height)}`
const nameOf = (width: number, height: number): string => `hls-${Math.min(width, height)}`

/** Compared with known illegal material before anything of it can be seen. */
export const isKnownIllegal = (ctx: Context, sha256: Buffer): Promise<boolean> =>
  matchPort(ctx).isKnown({ sha256, kind: 'video' })

/** It can be played at once; its images follow. What is known to be illegal is kept from everyone. */
export async function insertRecorded(tx: Context, video: RecordedVideo, isIllegal: boolean): Promise<void> {
  const { id, ownerId } = video
  const file = { id, ownerId, kind: 'video', purpose: 'feed-video' } as const
  await store.insertRecorded(tx, {
    ...file,
    ...video,
    name: plainName(video.title),
    mime: recordedMime,
    status: isIllegal ? 'blocked' : 'processing',
    errorCode: isIllegal ? 'FILE_BLOCKED' : null,
  })
  await store.putVariant(tx, id, {
    name: nameOf(video.width, video.height),
    kind: 'hls-rendition',
    storageKey: video.folder,
    mime: recordedMime,
    width: video.width,
    height: video.height,
    bytes: video.bytes,
    detail: { bitsPerSecond: video.bitsPerSecond, codecs: video.codecs },
  })
  if (!isIllegal)
    await processFileJob.enqueue(tx, { fileId: id }, { queue: lanes.quick, key: `media:${id}`, owner: ownerId })
}

/** The folder of a recorded file; undefined where it is gone. */
export async function folderOf(ctx: Context, fileId: string): Promise<string | undefined> {
  const variants = await store.variantsOf(ctx, [fileId])
  return variants.find(({ kind }) => kind === 'hls-rendition')?.storageKey
}

export async function segmentsIn(ctx: Context, folder: string): Promise<Segment[]> {
  return readSegments((await buffer(await storageOf(ctx.config).read(`${folder}/${listName}`))).toString())
}

export async function writeList(ctx: Context, folder: string, segments: readonly Segment[]): Promise<void> {
  const list = Buffer.from(writeSegments(segments))
  await storageOf(ctx.config).put(`${folder}/${listName}`, Readable.from([list]), { bytesMax: list.length })
}

/** Writes what stays of a file that is being cut. */
export const setCut = (tx: Context, fileId: string, cut: { durationMs: number; bytes: number }): Promise<void> =>
  store.setCut(tx, fileId, cut)

/** Lists what stays, and deletes the other segments. Doing it again changes nothing. */
export async function cutFiles(ctx: Context, folder: string, stays: (segment: Segment) => boolean): Promise<void> {
  const all = await segmentsIn(ctx, folder)
  const kept = all.filter(stays)
  if (kept.length > 0 && kept.length < all.length) await writeList(ctx, folder, kept)
  const files = new Set([listName, ...kept.flatMap(({ file, init }) => [file, init])])
  const storage = storageOf(ctx.config)
  for await (const key of storage.list(folder, new Date(Date.now() + 60_000)))
    if (!files.has(key.slice(folder.length + 1))) await storage.remove(key)
}

/** Deletes segments that were written for a file and aren't shown: each run of what makes it has a folder of its own. Its images, which may come just now, stay. */
export async function removeUnfinished(ctx: Context, fileId: string, known: string | null): Promise<void> {
  const shown = known ? await store.variantsOf(ctx, [known]) : []
  const isShown = (key: string) =>
    shown.some(({ storageKey }) => key === storageKey || key.startsWith(`${storageKey}/`))
  const storage = storageOf(ctx.config)
  for await (const key of storage.list(`variants/${fileId.slice(-2)}/${fileId}`, new Date(Date.now() + 60_000)))
    if (isSegments.test(key) && !isShown(key)) await storage.remove(key)
}
const isSegments = /^variants\/[^/]+\/[^/]+\/[0-9a-f]{16}\/hls-\d+\//

/** Deletes a recorded file; its bytes go when `removeBytes` is called after the transaction. */
export const deleteRecorded = (tx: Context, fileId: string): Promise<string[]> => deleteRow(tx, fileId)
export async function removeBytes(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storageOf(ctx.config).remove(key)
}

/** What was recorded as files that any player takes: another one begins at each break. */
export async function* asFiles(ctx: Context, fileId: string): AsyncGenerator<Readable> {
  const folder = await folderOf(ctx, fileId)
  if (!folder) return
  const runs: string[][] = []
  let init = ''
  for (const segment of await segmentsIn(ctx, folder)) {
    if (segment.init !== init) runs.push([segment.init])
    init = segment.init
    runs.at(-1)!.push(segment.file)
  }
  for (const names of runs) yield Readable.from(bytesOf(ctx, folder, names))
}

async function* bytesOf(ctx: Context, folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) yield* await storageOf(ctx.config).read(`${folder}/${name}`)
}
