import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import { mediaEngine } from '../processing/engines.ts'
import { makeSheet, readVideo } from '../processing/videos.ts'
import * as store from '../store.ts'
import { asFiles } from './recorded-files.ts'

/**
 * The scrubbing sheet of a recorded video that nobody cuts any more. A recording with a break in it has none: its times would have to be put together from several
 * files.
 */
export async function addRecordedSheet(ctx: Context, file: store.FileRow): Promise<void> {
  const storage = storageOf(ctx.config)
  const isThere = async (tx: Context) => (await store.variantsOf(tx, [file.id])).some(({ name }) => name === 'sprite')
  if (await isThere(ctx)) return
  const work = await storage.workFolder()
  const prefix = `variants/${file.id.slice(-2)}/${file.id}/${randomBytes(8).toString('hex')}`
  try {
    let parts = 0
    for await (const part of asFiles(ctx, file.id)) {
      if (++parts > 1) return
      await pipeline(part, createWriteStream(join(work.path, 'source'), { mode: 0o644 }))
    }
    if (parts === 0) return
    await jobFolder(work.path, 'out')
    const engine = await mediaEngine(ctx.config)
    const probe = await readVideo(engine, work.path, 'mov')
    const job = { storage, engine, folder: work.path, reader: 'mov', prefix } as const
    const sheet = await makeSheet(job, probe, file.durationMs ?? 1)
    const isStored = await ctx.transaction(async (tx) => {
      const now = await store.lockFile(tx, file.id)
      if (!now || !isShown(now) || (await isThere(tx))) return false
      await store.insertVariants(tx, file.id, [sheet])
      return true
    })
    if (!isStored) await storage.remove(prefix)
  } finally {
    await work.remove()
  }
}

/** It may be played while its images are still being made. */
export const isShown = ({ status }: Pick<store.FileRow, 'status'>): boolean =>
  status === 'processing' || status === 'ready'
