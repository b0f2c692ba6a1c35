import { createReadStream } from 'node:fs'
import { type FileKind, uploadBytesMax } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { enqueueProcessing, originalKey } from './receive.ts'
import { sniff } from './sniff.ts'
import * as store from '../store.ts'

/** Takes a file that is on this machine, as if its owner had uploaded it. One that was taken before is left as it is. */
export async function receiveLocal(
  ctx: Context,
  file: { id: string; ownerId: string; kind: FileKind; purpose: string; name: string; path: string },
): Promise<void> {
  if (await store.fileById(ctx, file.id)) return
  const key = originalKey()
  const { path, ...known } = file
  const stored = await storageOf(ctx.config).put(key, createReadStream(path), { bytesMax: uploadBytesMax[file.kind] })
  const input = await sniff(file.kind, stored.head)
  if (!input) throw new Error(`${file.name} is no ${file.kind}.`)
  await ctx.transaction(async (tx) => {
    await store.insertFile(tx, { ...known, mime: input.mime, bytes: stored.bytes, sha256: stored.sha256, key })
    await enqueueProcessing(tx, file)
  })
}
