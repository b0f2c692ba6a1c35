import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { ownImages } from '../processing/engine.ts'
import { mediaEngine } from '../processing/engines.ts'
import { UnusableFile } from '../processing/failure.ts'
import { imageVariants, makeImages } from '../processing/photos.ts'
import { becomeReady } from '../processing/ready.ts'
import * as store from '../store.ts'
import { folderOf, segmentsIn } from './recorded-files.ts'

/** Poster and locked preview of a recorded video, from a segment near its start. Where its pictures can't be decoded here, it is shown without. */
export async function makeRecordedImages(ctx: Context, file: store.FileRow): Promise<void> {
  const folder = await folderOf(ctx, file.id)
  if (!folder) return
  const storage = storageOf(ctx.config)
  const segments = await segmentsIn(ctx, folder)
  const segment = segments[Math.floor(segments.length / 10)]
  const work = await storage.workFolder()
  try {
    const made = segment && (await imagesOf(ctx, work.path, folder, segment))
    const prefix = `variants/${file.id.slice(-2)}/${file.id}/${randomBytes(8).toString('hex')}`
    const variants: store.NewVariant[] = []
    for (const image of made ? imageVariants(made, 'poster', prefix) : []) {
      const name = image.storageKey.slice(image.storageKey.lastIndexOf('/') + 1)
      variants.push({ ...image, bytes: await storage.adopt(join(work.path, 'out', name), image.storageKey) })
    }
    const isStored = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, file.id)
      if (now?.status !== 'processing') return false
      await store.insertVariants(tx, file.id, variants)
      const { width, height, durationMs } = now
      const looks = made && { averageColor: made.averageColor, phash: Buffer.from(made.phash, 'hex') }
      await becomeReady(tx, now, { width, height, durationMs, averageColor: null, phash: null, ...looks })
      return true
    })
    if (!isStored) await storage.remove(prefix)
  } finally {
    await work.remove()
  }
}

async function imagesOf(ctx: Context, work: string, folder: string, { file, init }: { file: string; init: string }) {
  const storage = storageOf(ctx.config)
  const parts = await Promise.all([init, file].map(async (name) => buffer(await storage.read(`${folder}/${name}`))))
  await writeFile(join(work, 'source'), Buffer.concat(parts), { mode: 0o644 })
  try {
    const engine = await mediaEngine(ctx.config)
    await engine.frame(work, 'mov', ownImages, 0, 'poster.png')
    return await makeImages(work, 'poster.png', 'png', 'poster')
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error
    ctx.log.warn({ err: error }, 'a recorded video has no images')
    return undefined
  }
}
