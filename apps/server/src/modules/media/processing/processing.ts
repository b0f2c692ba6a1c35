import { join } from 'node:path'
import type { FileError } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { assert } from '../../../platform/refusal.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { hasEngine, mediaEngine } from './engines.ts'
import { UnusableFile } from './failure.ts'
import { endProgressive, showVideo } from './progressive-video.ts'
import { recordedMime } from '../recorded/recorded-files.ts'
import { makeRecordedImages } from '../recorded/recorded-images.ts'
import { matchPort } from '../intake/known-illegal.ts'
import { makeImages, imageVariants, useOf } from './photos.ts'
import { becomeReady } from './ready.ts'
import { enqueueProcessing } from '../intake/receive.ts'
import { imageKind } from '../serving/registry.ts'
import type { Input } from '../intake/sniff.ts'
import { makeAudio } from './audio.ts'
import * as store from '../store.ts'
import { inWorkFolder, reporter, requireSandbox } from './work-folder.ts'
import type { MadeFile } from './videos.ts'
import { fileBlocked, fileProgressed } from '../events.ts'

// The states of a file: uploaded → scanning → processing → ready | failed | blocked. Each stage checks the state first and
// shows its result in one transaction, so a process may be killed anywhere and the next one begins the stage again.

const triesMax = 3

/** Takes a file from upload to shown. Does nothing where that is already done. */
export async function processFile(ctx: Context, fileId: string): Promise<void> {
  await requireSandbox(ctx)
  if (!(await scan(ctx, fileId))) return
  try {
    await makeAndShow(ctx, fileId)
  } catch (error) {
    await fail(ctx, fileId, error)
  }
}

/** Compared with known illegal material before anything of it can be seen. True where processing may begin. */
async function scan(ctx: Context, fileId: string): Promise<boolean> {
  const file = await ctx.transaction(async (tx) => {
    const found = await store.lockFile(tx, fileId)
    if (found?.status === 'uploaded') await advance(tx, found, 'scanning', 1)
    return found
  })
  if (!file || !['uploaded', 'scanning', 'processing', 'failed'].includes(file.status)) return false
  if (file.status === 'processing') return true
  assert(file.sha256 && file.key, 'an uploaded file has its hash and its storage key')
  if (await matchPort(ctx).isKnown({ sha256: file.sha256, kind: file.kind })) {
    await quarantine(ctx, file)
    return false
  }
  return ctx.transaction(async (tx) => {
    const now = await store.lockFile(tx, fileId)
    if (!now || !['scanning', 'failed'].includes(now.status)) return now?.status === 'processing'
    await advance(tx, now, 'processing', 5)
    return true
  })
}

async function quarantine(ctx: Context, file: store.FileRow): Promise<void> {
  const storage = storageOf(ctx.config)
  const key = `quarantine/${file.id.slice(-2)}/${file.id}`
  // The file is moved first; after a crash in between, the next run finds it moved.
  if ((await storage.size(file.key!)) !== undefined && file.key !== key) await storage.move(file.key!, key)
  await ctx.transaction(async (tx) => {
    const now = await store.lockFile(tx, file.id)
    if (!now || now.status === 'blocked' || now.status === 'deleted') return
    await store.setKey(tx, file.id, key)
    await advance(tx, now, 'blocked', 0, 'FILE_BLOCKED')
    await publish(tx, fileBlocked, { fileId: file.id, ownerId: file.ownerId, purpose: file.purpose })
  })
}

async function makeAndShow(ctx: Context, fileId: string): Promise<void> {
  const file = await store.fileById(ctx, fileId)
  if (file?.status !== 'processing') return
  if (file.mime === recordedMime) return makeRecordedImages(ctx, file)
  if (!file.key) return
  await inWorkFolder(ctx, file, async (folder, reader, prefix) => {
    if (file.kind === 'video' || file.kind === 'teaser') return showVideo(ctx, file, { folder, reader, prefix })
    const made = await make(ctx, file, folder, reader, prefix)
    const variants = await adopt(ctx, folder, prefix, made.variants)
    const shown = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, fileId)
      if (now?.status !== 'processing') return false
      await store.insertVariants(tx, fileId, variants)
      await becomeReady(tx, file, made)
      return true
    })
    if (!shown) await storageOf(ctx.config).remove(prefix)
  })
}

const nothingMade: MadeFile = {
  variants: [],
  width: null,
  height: null,
  durationMs: null,
  averageColor: null,
  phash: null,
}

async function make(
  ctx: Context,
  file: store.FileRow,
  folder: string,
  reader: Input['reader'],
  prefix: string,
): Promise<MadeFile> {
  switch (file.kind) {
    case 'audio':
      return makeAudio(await mediaEngine(ctx.config), folder, reader, prefix, reporter(ctx, file))
    case 'photo':
    case 'thumbnail': {
      const image = await makeImages(folder, 'source', reader, useOf(file.purpose), file.crop)
      return {
        variants: imageVariants(image, imageKind(file.purpose), prefix),
        width: image.width,
        height: image.height,
        durationMs: null,
        averageColor: image.averageColor,
        phash: Buffer.from(image.phash, 'hex'),
      }
    }
    // Stored unchanged and never decoded.
    default:
      return nothingMade
  }
}

/** Moves all created files to their final location at once; the size in bytes of each variant is recorded. */
async function adopt(
  ctx: Context,
  folder: string,
  prefix: string,
  made: MadeFile['variants'],
): Promise<store.NewVariant[]> {
  if (made.length === 0) return []
  const storage = storageOf(ctx.config)
  await storage.adopt(join(folder, 'out'), prefix)
  const variants = []
  for (const variant of made) variants.push({ ...variant, bytes: (await storage.size(variant.storageKey)) ?? 0 })
  return variants
}

async function fail(ctx: Context, fileId: string, error: unknown): Promise<void> {
  const unusable = error instanceof UnusableFile
  const code: FileError = unusable ? error.code : 'PROCESSING_FAILED'
  const isOurs = !unusable || code === 'NO_VIDEO_ENGINE'
  ctx.log[isOurs ? 'error' : 'info']({ err: error, fileId }, 'a file could not be processed')
  const isFinal = await ctx.transaction(async (tx) => {
    const file = await store.lockFile(tx, fileId)
    if (file?.status !== 'processing') return true
    await store.countFailure(tx, fileId)
    if (!unusable && file.attempts + 1 < triesMax) return false
    await advance(tx, file, 'failed', 0, code)
    return true
  })
  if (!isFinal) throw error
  await endProgressive(ctx, fileId)
}

async function advance(
  tx: Context,
  file: store.FileRow,
  status: store.FileRow['status'],
  progress: number,
  errorCode: FileError | null = null,
) {
  await store.setStatus(tx, file.id, status, progress, errorCode)
  await publish(tx, fileProgressed, { fileId: file.id, ownerId: file.ownerId, status, progress, errorCode })
}

/** Finds files whose job was lost, such as by a restored backup, and those that came while no worker could read them, once one can. */
export async function resumeUnfinished(ctx: Context): Promise<void> {
  for (const file of await store.unfinishedFiles(ctx)) await enqueueProcessing(ctx, file)
  if (!(await hasEngine(ctx.config))) return
  for (const file of await store.filesWithoutEngine(ctx)) await enqueueProcessing(ctx, file)
}

/** Parts of uploads whose process was killed. */
export const removeKilledUploads = (ctx: Context): Promise<void> => storageOf(ctx.config).sweepKilled()

/** Originals and variants that no row knows are what killed processes left; after a day they go. */
export async function removeUnknownBytes(ctx: Context): Promise<void> {
  const storage = storageOf(ctx.config)
  const before = new Date(Date.now() - 24 * 3_600_000)
  await storage.sweep(before)
  for await (const key of storage.list('originals', before)) {
    const known = await store.keysKnown(ctx, [key])
    if (!known.has(key)) await storage.remove(key)
  }
  for await (const key of storage.list('variants', before)) {
    // A part of a video belongs to the folder it is in.
    const folder = key.slice(0, key.lastIndexOf('/'))
    const known = await store.variantKeysKnown(ctx, [key, folder])
    if (known.size === 0) await storage.remove(key)
  }
}

/** Whether everything an item shows can be played: then it may be published. */
export const filesReady = (ctx: Context, itemId: string): Promise<boolean> => store.itemFilesReady(ctx, itemId)
