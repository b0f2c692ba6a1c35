import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { encryptStream, decryptedBytes, decryptStream } from '../../../platform/files/encrypted-stream.ts'
import { type ByteRange, storageOf } from '../../../platform/files/storage.ts'
import * as store from './store.ts'

// Storage of archives: encrypted, because an archive combines all data that is otherwise encrypted separately.

const purpose = 'data-exports'
const archiveContext = (id: string) => `data_exports/${id}`

/** Another name each time: two workers at one archive never write the same file. */
export const newKey = (id: string): string => `exports/${id}/${randomBytes(16).toString('hex')}`

export const storeArchive = (ctx: Context, id: string, key: string, source: AsyncIterable<Buffer>, bytesMax: number) =>
  storageOf(ctx.config).put(
    key,
    Readable.from(encryptStream(keyFor(ctx.secret, purpose), archiveContext(id), source), { objectMode: false }),
    { bytesMax },
  )

interface Archive {
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
  const encryptedBytes = await storage.size(key)
  if (encryptedBytes === undefined) {
    ctx.log.error({ exportId: id, key }, 'an archive that the database knows is not in storage')
    return undefined
  }
  const read = async (range?: ByteRange) =>
    Readable.from(
      decryptStream(
        keysFor(ctx, purpose),
        archiveContext(id),
        encryptedBytes,
        (part) => storage.read(key, part),
        range,
      ),
      { objectMode: false },
    )
  const name = `data-${readyAt!.toISOString().slice(0, 10)}.zip`
  return { key, name, bytes: decryptedBytes(encryptedBytes), read }
}

export async function removeArchives(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storageOf(ctx.config).remove(key)
}

const rowDays = 30
/** Archives whose week is over go, then what no row names: a process may have died between the two. */
export async function expireArchives(ctx: Context): Promise<void> {
  for (let keys = await store.expireDue(ctx); keys.length > 0; keys = await store.expireDue(ctx))
    await removeArchives(ctx, keys)
  await store.deleteOlderThan(ctx, rowDays)
  // An archive arrives whole, a moment before its row says so.
  const before = new Date(Date.now() - 3_600_000)
  for await (const key of storageOf(ctx.config).list('exports', before))
    if (!(await store.keysKnown(ctx, [key])).has(key)) await removeArchives(ctx, [key])
}
