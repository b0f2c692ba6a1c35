import { randomBytes } from 'node:crypto'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { describeSandbox } from '../../../platform/process/decoder-sandbox.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { UnusableFile } from './failure.ts'
import { type Input, sniff } from '../intake/sniff.ts'
import * as store from '../store.ts'
import { fileProgressed } from '../events.ts'

// What all processing of files needs: a working folder, progress reports, a decoder sandbox.

const progressEveryMs = 500

/** A folder with the original as `source`, which also receives the output files. */
export async function inWorkFolder(
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

/** A second folder with the same original, for what runs beside the encoder with limits of its own. */
export async function withSideFolder<T>(ctx: Context, folder: string, work: (side: string) => Promise<T>): Promise<T> {
  const side = await storageOf(ctx.config).workFolder()
  try {
    await link(join(folder, 'source'), join(side.path, 'source'))
    return await work(side.path)
  } finally {
    await side.remove()
  }
}

/** Reports how far it is, twice a second at most. A report that gets lost is followed by another. */
export function reporter(ctx: Context, file: store.FileRow): (share: number) => void {
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
          await publish(tx, fileProgressed, {
            fileId: file.id,
            ownerId: file.ownerId,
            status: 'processing',
            progress,
            errorCode: null,
          })
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'progress was not published'))
  }
}

export async function requireSandbox(ctx: Context): Promise<void> {
  const { sentence } = await describeSandbox()
  if (!(await mayDecode(ctx.config)))
    throw new Error(`${sentence} Production requires one, unless ALLOW_WEAK_SANDBOX=true is set.`)
}

/** Whether what came from people may be decoded on this machine at all. */
export const mayDecode = async ({
  mode,
  allowWeakSandbox,
}: Pick<Config, 'mode' | 'allowWeakSandbox'>): Promise<boolean> =>
  mode !== 'production' || allowWeakSandbox || !(await describeSandbox()).isWeak
