import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import { keyFor, keysFor } from '../../platform/keys.ts'
import { sealStream, unsealedBytes, unsealStream } from '../../platform/sealed-stream.ts'
import { type ByteRange, storageOf } from '../../platform/storage.ts'
import * as store from './store.ts'

// Where archives lie: sealed, since everything that was sealed apart stands in them together.

/** What its address says. */
export const archiveVariant = 'archive'

const purpose = 'data-exports'
const placeOf = (id: string) => `data_exports/${id}`

/** Another name each time: two workers at one archive never write the same file. */
export const newKey = (id: string): string => `exports/${id}/${randomBytes(16).toString('hex')}`

export const keep = (ctx: Context, id: string, key: string, source: AsyncIterable<Buffer>, bytesMax: number) =>
  storageOf(ctx.config).put(
    key,
    Readable.from(sealStream(keyFor(ctx.secret, purpose), placeOf(id), source), { objectMode: false }),
    { bytesMax },
  )

export interface Archive {
  key: string
  /** What it is saved as. */
  name: string
  bytes: number
  read(range?: ByteRange): Promise<Readable>
}
/** An archive as it is handed out, or nothing where it is not this account's, not ready, or no more. */
export async function openArchive(ctx: Context, id: string, accountId: string): Promise<Archive | undefined> {
  const ready = await store.findReady(ctx, accountId, id)
  if (!ready?.storageKey) return undefined
  const { storageKey: key, readyAt } = ready
  const storage = storageOf(ctx.config)
  const sealed = await storage.size(key)
  if (sealed === undefined) {
    ctx.log.error({ exportId: id, key }, 'an archive that the database knows is not in storage')
    return undefined
  }
  const read = async (range?: ByteRange) =>
    Readable.from(
      unsealStream(keysFor(ctx, purpose), placeOf(id), sealed, (part) => storage.read(key, part), range),
      { objectMode: false },
    )
  const name = `data-${readyAt!.toISOString().slice(0, 10)}.zip`
  return { key, name, bytes: unsealedBytes(sealed), read }
}

export async function removeArchives(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storageOf(ctx.config).remove(key)
}

const rowDays = 30
/** Archives whose week is over go, then what no row names: a process may have died between the two. */
export async function expireArchives(ctx: Context): Promise<void> {
  for (let keys = await store.expireDue(ctx); keys.length > 0; keys = await store.expireDue(ctx))
    await removeArchives(ctx, keys)
  await store.forgetOlderThan(ctx, rowDays)
  // An archive arrives whole, a moment before its row says so.
  const before = new Date(Date.now() - 3_600_000)
  for await (const key of storageOf(ctx.config).list('exports', before))
    if (!(await store.keysKnown(ctx, [key])).has(key)) await removeArchives(ctx, [key])
}
