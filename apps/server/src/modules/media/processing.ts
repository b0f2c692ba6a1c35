import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FileError } from '@fanlight/contract/media'
import type { Context } from '../../platform/context.ts'
import { publish } from '../../platform/events.ts'
import { enqueue } from '../../platform/queue.ts'
import { assert } from '../../platform/refusal.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { describeSandbox } from '../../platform/sandbox-run.ts'
import { storageOf } from '../../platform/storage.ts'
import { UnusableFile } from './failure.ts'
import { matchPort } from './known-illegal.ts'
import { makePictures, pictureVariants } from './photos.ts'
import { enqueueProcessing, lanes } from './receive.ts'
import { pictureKind } from './registry.ts'
import { type Input, sniff } from './sniff.ts'
import { makeSound } from './sounds.ts'
import * as store from './store.ts'
import { type MadeFile, makeFilm, makeHigherQualities } from './videos.ts'

// The life of a file: uploaded → scanning → processing → ready | failed | blocked. Each stage looks at the state first and
// shows its result in one transaction, so a process may be killed anywhere and the next one begins the stage again.

const triesMax = 3
const progressEveryMs = 500

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

/** Adds a film's other qualities. Whatever happens here, what is shown stays shown. */
export async function addHigherQualities(ctx: Context, fileId: string): Promise<void> {
  await requireSandbox(ctx)
  const file = await store.fileById(ctx, fileId)
  if (file?.status !== 'ready' || !file.key) return
  const present = new Set((await store.variantsOf(ctx, [fileId])).map((one) => one.name))
  await inWorkFolder(ctx, file, async (folder, reader, prefix) => {
    const made = await makeHigherQualities(folder, reader, prefix, present, file.durationMs ?? 1)
    if (made.length === 0) return
    const variants = await adopt(ctx, folder, prefix, made)
    await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, fileId)
      const already = new Set((await store.variantsOf(tx, [fileId])).map((one) => one.name))
      if (now?.status === 'ready')
        await store.insertVariants(
          tx,
          fileId,
          variants.filter((one) => !already.has(one.name)),
        )
    })
  }).catch((error: unknown) => {
    // The lower quality plays; there is nothing to tell the owner.
    if (!(error instanceof UnusableFile)) throw error
    ctx.log.warn({ err: error, fileId }, 'a film keeps its first quality alone')
  })
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
  assert(file.sha256 && file.key, 'an uploaded file has its hash and its place')
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
  // Moving comes first; after a crash in between the next run finds it already there.
  if ((await storage.size(file.key!)) !== undefined && file.key !== key) await storage.move(file.key!, key)
  await ctx.transaction(async (tx) => {
    const now = await store.lockFile(tx, file.id)
    if (!now || now.status === 'blocked' || now.status === 'deleted') return
    await store.setKey(tx, file.id, key)
    await advance(tx, now, 'blocked', 0, 'FILE_BLOCKED')
    await publish(tx, 'file.blocked', { fileId: file.id, ownerId: file.ownerId, purpose: file.purpose })
  })
}

async function makeAndShow(ctx: Context, fileId: string): Promise<void> {
  const file = await store.fileById(ctx, fileId)
  if (file?.status !== 'processing' || !file.key) return
  await inWorkFolder(ctx, file, async (folder, reader, prefix) => {
    const made = await make(file, folder, reader, prefix, reporter(ctx, file))
    if (sabotaged('U2')) await store.setReady(ctx, fileId, made)
    const variants = await adopt(ctx, folder, prefix, made.variants)
    const shown = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, fileId)
      if (now?.status !== 'processing') return false
      await store.insertVariants(tx, fileId, variants)
      await store.setReady(tx, fileId, made)
      if (file.purpose === 'avatar' || file.purpose === 'cover' || file.purpose === 'welcome-video')
        await store.setProfileFile(tx, file.purpose, file.ownerId, fileId)
      await publish(tx, 'file.progressed', {
        fileId,
        ownerId: file.ownerId,
        status: 'ready',
        progress: 100,
        errorCode: null,
      })
      await publish(tx, 'file.ready', { fileId, ownerId: file.ownerId, purpose: file.purpose })
      if (file.kind === 'video' || file.kind === 'teaser')
        await enqueue(
          tx,
          'media.higher-qualities',
          { fileId },
          { queue: lanes.higherQualities, key: `media-higher:${fileId}`, attemptsMax: 6 },
        )
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
  file: store.FileRow,
  folder: string,
  reader: Input['reader'],
  prefix: string,
  report: (share: number) => void,
): Promise<MadeFile> {
  switch (file.kind) {
    case 'video':
    case 'teaser':
      return makeFilm(folder, reader, prefix, report)
    case 'audio':
      return makeSound(folder, reader, prefix, report)
    case 'photo':
    case 'thumbnail': {
      const use = file.purpose === 'avatar' || file.purpose === 'cover' ? file.purpose : 'photo'
      const picture = await makePictures(folder, 'source', reader, use)
      return {
        variants: pictureVariants(picture, pictureKind(file.purpose), prefix),
        width: picture.width,
        height: picture.height,
        durationMs: null,
        averageColor: picture.averageColor,
        phash: Buffer.from(picture.phash, 'hex'),
      }
    }
    // Kept as they are and never decoded.
    case 'document':
    case 'digital':
      return nothingMade
  }
}

/** A folder with the original as `source`, and the place where what comes out of it will lie. */
async function inWorkFolder(
  ctx: Context,
  file: store.FileRow,
  work: (folder: string, reader: Input['reader'], prefix: string) => Promise<void>,
) {
  const storage = storageOf(ctx.config)
  const folder = await storage.workFolder()
  try {
    await storage.checkOut(file.key!, join(folder.path, 'source'))
    const input = await sniff(file.kind, await firstBytes(ctx, file))
    if (!input) throw new UnusableFile('UNSUPPORTED_MEDIA')
    await work(folder.path, input.reader, `variants/${file.id.slice(-2)}/${file.id}/${randomBytes(8).toString('hex')}`)
  } finally {
    await folder.remove()
  }
}

async function firstBytes(ctx: Context, file: store.FileRow): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await storageOf(ctx.config).read(file.key!, {
    start: 0,
    end: Math.min(Number(file.bytes), 65_536) - 1,
  }))
    chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Everything that was made moves to its place at once; each variant learns its weight. */
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
  for (const one of made) variants.push({ ...one, bytes: (await storage.size(one.storageKey)) ?? 0 })
  return variants
}

async function fail(ctx: Context, fileId: string, error: unknown): Promise<void> {
  const unusable = error instanceof UnusableFile
  ctx.log[unusable ? 'info' : 'error']({ err: error, fileId }, 'a file could not be processed')
  const code: FileError = unusable ? error.code : 'PROCESSING_FAILED'
  const isFinal = await ctx.transaction(async (tx) => {
    const file = await store.lockFile(tx, fileId)
    if (file?.status !== 'processing') return true
    await store.countFailure(tx, fileId)
    if (!unusable && file.attempts + 1 < triesMax) return false
    await advance(tx, file, 'failed', 0, code)
    await publish(tx, 'file.failed', { fileId, ownerId: file.ownerId, purpose: file.purpose, errorCode: code })
    return true
  })
  if (!isFinal) throw error
}

async function advance(
  tx: Context,
  file: store.FileRow,
  status: store.FileRow['status'],
  progress: number,
  errorCode: FileError | null = null,
) {
  await store.setStatus(tx, file.id, status, progress, errorCode)
  await publish(tx, 'file.progressed', { fileId: file.id, ownerId: file.ownerId, status, progress, errorCode })
}

/** Tells how far it is, twice a second at most. A report that gets lost is followed by another. */
function reporter(ctx: Context, file: store.FileRow): (share: number) => void {
  let lastMs = 0
  let lastProgress = 5
  return (share) => {
    const progress = Math.min(99, 5 + Math.round(share * 94))
    if (Date.now() - lastMs < progressEveryMs || progress <= lastProgress) return
    lastMs = Date.now()
    lastProgress = progress
    void ctx
      .transaction(async (tx) => {
        if (await store.setProgress(tx, file.id, progress))
          await publish(tx, 'file.progressed', {
            fileId: file.id,
            ownerId: file.ownerId,
            status: 'processing',
            progress,
            errorCode: null,
          })
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'progress was not told'))
  }
}

async function requireSandbox(ctx: Context): Promise<void> {
  if (ctx.config.mode !== 'production' || ctx.config.allowWeakSandbox) return
  const { isWeak, sentence } = await describeSandbox()
  if (isWeak) throw new Error(`${sentence} Production waits for that; ALLOW_WEAK_SANDBOX=true says otherwise.`)
}

/** Finds files whose job was lost, such as by a restored backup. */
export async function resumeUnfinished(ctx: Context): Promise<void> {
  for (const { id, kind } of await store.unfinishedFiles(ctx)) await enqueueProcessing(ctx, id, kind)
}

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
    // A part of a film belongs to the folder it lies in.
    const folder = key.slice(0, key.lastIndexOf('/'))
    const known = await store.variantKeysKnown(ctx, [key, folder])
    if (known.size === 0) await storage.remove(key)
  }
}

/** Whether everything an item shows can be played: then it may be published. */
export const filesReady = (ctx: Context, itemId: string): Promise<boolean> => store.itemFilesReady(ctx, itemId)
