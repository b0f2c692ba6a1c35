import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { mediaEngine } from './engines.ts'
import { UnusableFile } from './failure.ts'
import { lengthMsOf, type Rendition, variantOf } from './hls-segments.ts'
import { recordedMime } from '../recorded/recorded-files.ts'
import { addRecordedSheet, isShown } from '../recorded/recorded-sheet.ts'
import { readPlaylist, writePlaylist } from '../serving/hls.ts'
import { becomeReady } from './ready.ts'
import { lanes } from '../intake/receive.ts'
import * as store from '../store.ts'
import { type Beginning, type VideoJob, makeVideo, makeHigherQualities } from './videos.ts'
import { inWorkFolder, reporter, requireSandbox, withSideFolder } from './work-folder.ts'
import { fileProgressed } from '../events.ts'
import { addHigherQualitiesJob } from '../jobs.ts'

// A video is shown from its first segment on, in one transaction with its poster. Segments are added while people watch; it is ready when
// its first quality is complete, and gets the others after that. If a later step fails, what is shown stays.

type Work = Pick<VideoJob, 'folder' | 'reader' | 'prefix'>

/** Makes the first quality and shows it while its segments are added. */
export async function showVideo(ctx: Context, file: store.FileRow, work: Work): Promise<void> {
  const storage = storageOf(ctx.config)
  const engine = await mediaEngine(ctx.config)
  // An earlier worker may have been killed while people watched: its segments stay until this one has made as many.
  const before = (await store.variantsOf(ctx, [file.id])).find((entry) => entry.detail.isProgressive)
  const partsBefore = before ? (await playlistAt(ctx, before.storageKey)).length : 0
  await withSideFolder(ctx, work.folder, async (side) => {
    const job: VideoJob = { ...work, storage, engine, side }
    let isShown = false
    const show = async (rendition: Rendition, beginning: Beginning): Promise<void> => {
      if (isShown || rendition.segments.length < partsBefore) return
      isShown = true
      const images = before ? [] : await takeImages(job, beginning)
      await ctx.transaction(async (tx) => {
        const now = await store.lockFile(tx, file.id)
        if (now?.status !== 'processing') return
        await store.insertVariants(tx, file.id, images)
        await store.putVariant(tx, file.id, variantOf(rendition, false))
        await store.setPlayable(tx, file.id, beginning)
        const { progress } = now
        await publish(tx, fileProgressed, {
          fileId: file.id,
          ownerId: file.ownerId,
          status: 'processing',
          progress,
          errorCode: null,
        })
      })
    }
    const { rendition, beginning } = await makeVideo(job, reporter(ctx, file), show)
    await show(rendition, beginning)
    const isStored = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, file.id)
      if (now?.status !== 'processing') return false
      await store.putVariant(tx, file.id, variantOf(rendition, true))
      await becomeReady(tx, file, { ...beginning, durationMs: lengthMsOf(rendition) })
      const options = {
        queue: lanes.higherQualities,
        key: `media-higher:${file.id}`,
        owner: file.ownerId,
      }
      await addHigherQualitiesJob.enqueue(tx, { fileId: file.id }, options)
      return true
    })
    if (!isStored) await storage.remove(work.prefix)
    else if (before) await storage.remove(before.storageKey)
  })
}

async function takeImages({ storage, side }: VideoJob, { images }: Beginning): Promise<store.NewVariant[]> {
  const taken = []
  for (const variant of images) {
    const name = variant.storageKey.slice(variant.storageKey.lastIndexOf('/') + 1)
    taken.push({ ...variant, bytes: await storage.adopt(join(side, 'out', name), variant.storageKey) })
  }
  return taken
}

/** Ends the playlist of a video whose remaining segments will not be made. */
export async function endProgressive(ctx: Context, fileId: string): Promise<void> {
  for (const variant of await store.variantsOf(ctx, [fileId])) {
    if (!variant.detail.isProgressive) continue
    const list = Buffer.from(writePlaylist(await playlistAt(ctx, variant.storageKey), true))
    await storageOf(ctx.config).put(`${variant.storageKey}/index.m3u8`, Readable.from([list]), {
      bytesMax: list.length,
    })
    const { isProgressive: _, ...detail } = variant.detail
    await store.putVariant(ctx, fileId, { ...variant, bytes: Number(variant.bytes), detail })
  }
}

async function playlistAt(ctx: Context, key: string) {
  const chunks: Buffer[] = []
  for await (const chunk of await storageOf(ctx.config).read(`${key}/index.m3u8`)) chunks.push(chunk as Buffer)
  return readPlaylist(Buffer.concat(chunks).toString())
}

/** Adds a video's other qualities. If that fails, what is shown stays. */
export async function addHigherQualities(ctx: Context, fileId: string): Promise<void> {
  await requireSandbox(ctx)
  const file = await store.fileById(ctx, fileId)
  if (file?.mime === recordedMime && isShown(file)) return withoutUnusable(ctx, fileId, addRecordedSheet(ctx, file))
  if (file?.status !== 'ready' || !file.key) return
  const storage = storageOf(ctx.config)
  const present = new Set((await store.variantsOf(ctx, [fileId])).map((entry) => entry.name))
  const adding = inWorkFolder(ctx, file, async (folder, reader, prefix) => {
    const job = { storage, engine: await mediaEngine(ctx.config), folder, side: folder, reader, prefix }
    const made = await makeHigherQualities(job, present, file.durationMs ?? 1)
    const isStored = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, fileId)
      if (now?.status !== 'ready') return false
      const already = new Set((await store.variantsOf(tx, [fileId])).map((entry) => entry.name))
      await store.insertVariants(
        tx,
        fileId,
        made.filter((entry) => !already.has(entry.name)),
      )
      return true
    })
    if (!isStored) await storage.remove(prefix)
  })
  await withoutUnusable(ctx, fileId, adding)
}

/** The first quality is playable; the owner does not need to be notified. */
const withoutUnusable = (ctx: Context, fileId: string, adding: Promise<void>): Promise<void> =>
  adding.catch((error: unknown) => {
    if (!(error instanceof UnusableFile)) throw error
    ctx.log.warn({ err: error, fileId }, 'a video has only its first quality')
  })
