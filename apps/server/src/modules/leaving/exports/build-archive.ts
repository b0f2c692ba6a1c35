import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { asFiles, recordedMime } from '../../media/recorded/recorded-files.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { dayIn } from '../../site/mail/day.ts'
import { type EmailKind } from '../../site/mail/emails.ts'
import { mail } from '../../site/mail/outbox.ts'
import { ownDocument, ownDocuments } from '../../people/verifications/own.ts'
import { storeArchive, newKey, removeArchives } from './archives.ts'
import { formatName, formatVersion, subjects } from './contents.ts'
import { pathOfFile, documentPath } from './paths.ts'
import { readme } from './readme.ts'
import * as store from './store.ts'
import type { Subject } from './subjects/subject.ts'
import { removeLater } from './withdrawal.ts'
import { type ArchiveWriter, asCsv, asJson, stringify, writeArchive } from './archive-writer.ts'

// One archive: the tables from one moment of the database, then the files, streamed into storage. Killed in the middle it leaves nothing
// accessible, and starts again from the beginning.

const retentionDaysOf = 7
/** The disk space that archives leave free, so that one user's export does not block the uploads of others. */
const freeBytesMin = 1024 ** 3
const batchMax = 500

class Unwanted extends Error {}
class NoRoom extends Error {}

export async function build(ctx: Context, id: string, { isLastTry }: { isLastTry: boolean }): Promise<void> {
  const wanted = await store.begin(ctx, id)
  if (!wanted) return
  const key = newKey(id)
  try {
    const stored = await write(ctx, wanted, key)
    if (!(await finish(ctx, wanted, key, stored))) await removeArchives(ctx, [key])
  } catch (error) {
    await removeArchives(ctx, [key])
    // Withdrawn, closed or given up: the archive is no longer needed.
    if (!(await store.setProgress(ctx, id, 0))) return
    if (isLastTry) await giveUp(ctx, wanted.id, wanted.accountId)
    throw error
  }
}

async function finish(ctx: Context, wanted: store.ExportRow, key: string, bytes: number): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const account = await store.lockAccount(tx, wanted.accountId)
    if (!account || account.status === 'closed') return false
    const ready = await store.setReady(tx, wanted.id, key, bytes, retentionDaysOf)
    if (!ready) return false
    await removeLater(tx, await store.replaceOlder(tx, wanted))
    await publishProgress(tx, account, 'export_ready', ready.expiresAt)
    return true
  })
}

/** Sends one notification of the failure; the next archive may be requested at once. */
const giveUp = (ctx: Context, id: string, accountId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await store.lockAccount(tx, accountId)
    if (account && (await store.setFailed(tx, id))) await publishProgress(tx, account, 'export_failed', tx.clock.now())
  })

const daysTried = 1
/** A worker that dies over one again and again uses up its tries without saying so. */
export async function giveUpOld(ctx: Context): Promise<void> {
  for (const { id, accountId } of await store.runningSince(ctx, daysTried)) await giveUp(ctx, id, accountId)
}

const publishProgress = async (
  tx: Context,
  account: NonNullable<Awaited<ReturnType<typeof store.lockAccount>>>,
  kind: EmailKind & `export_${string}`,
  on: Date,
) => {
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind,
      locale: account.locale,
      values: { name: account.name, on: dayIn(tx, account, on) },
    })
}

interface Manifest {
  format: string
  version: number
  site: { name: string; url: string }
  account: { id: string; username: string | null }
  takenAt: Date
  subjects: { name: string; records: number }[]
  /** What was there when the tables were read, and gone when its turn came. */
  missing: string[]
}
interface Filling {
  ctx: Context
  accountId: string
  writer: ArchiveWriter
  manifest: Manifest
  progress: Progress
}

/** Returns how long the archive is. */
async function write(ctx: Context, { id, accountId }: store.ExportRow, key: string): Promise<number> {
  const media = await row(
    ctx.db,
    sql<{
      bytes: bigint
    }>`SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM files WHERE owner_id = ${accountId} AND ${isStored}`,
  )
  const mediaBytes = Number(media!.bytes)
  const allowed = (await storageOf(ctx.config).room()) - freeBytesMin
  if (mediaBytes > allowed) throw new NoRoom(`An archive of ${mediaBytes} bytes and more does not fit.`)
  const account = (await row(
    ctx.db,
    sql<{
      username: string | null
      locale: string | null
    }>`SELECT username, locale FROM accounts WHERE id = ${accountId}`,
  ))!
  const manifest: Manifest = {
    format: formatName,
    version: formatVersion,
    site: { name: ctx.settings.get('siteName'), url: publicUrl(ctx.config) },
    account: { id: accountId, username: account.username },
    takenAt: ctx.clock.now(),
    subjects: [],
    missing: [],
  }
  let bytes = 0
  await writeArchive(
    async (writer) => {
      const filling = { ctx, accountId, writer, manifest, progress: progressOf(ctx, id, mediaBytes) }
      const lastFileAt = await addTables(filling)
      await addFiles(filling, lastFileAt)
      await addDocuments(filling)
      await writer.add('schema.json', text(stringify(schemas(), 1)))
      await writer.add('manifest.json', text(stringify(manifest, 1)))
      await writer.add('README.txt', text(readme(account.locale ?? ctx.settings.get('defaultLocale'), manifest)))
    },
    (plain) =>
      storeArchive(
        ctx,
        id,
        key,
        counted(plain, (more) => void (bytes += more)),
        allowed,
      ),
    manifest.takenAt,
  )
  return bytes
}

/** All tables as they were at one moment, whatever is bought and written meanwhile. Returns when the last file there was came. */
const addTables = ({ ctx, accountId, writer, manifest, progress }: Filling): Promise<Date> =>
  ctx.transaction(async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(tx.db)
    // With a slow disk, the transaction is idle for a while between two batches.
    await sql`SET LOCAL idle_in_transaction_session_timeout = '10min'`.execute(tx.db)
    const moment = await row(
      tx.db,
      sql<{ takenAt: Date; lastFileAt: Date }>`SELECT app_now() AS "takenAt", greatest(app_now(),
        (SELECT max(created_at) FROM files WHERE owner_id = ${accountId})) AS "lastFileAt"`,
    )
    manifest.takenAt = moment!.takenAt
    for (const [at, subject] of subjects.entries()) {
      const { name } = subject
      let records = 0
      const found = counted(batchesOf(tx, subject, accountId), (more) => void (records += more))
      await writer.add(`${name}.json`, asJson({ format: formatName, version: formatVersion, subject: name }, found))
      if (subject.csv)
        await writer.add(`${name}.csv`, asCsv(Object.keys(subject.record.shape), batchesOf(tx, subject, accountId)))
      manifest.subjects.push({ name, records })
      await progress.tables((at + 1) / subjects.length)
    }
    return moment!.lastFileAt
  })

export async function* batchesOf(
  tx: Context,
  { select, shape }: Subject,
  accountId: string,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql`DECLARE exported NO SCROLL CURSOR FOR ${select(accountId)}`.execute(tx.db)
  for (;;) {
    const batch = await rows(tx.db, sql<Record<string, unknown>>`FETCH 500 FROM exported`)
    if (batch.length === 0) break
    yield shape ? await shaped(tx, batch, shape) : batch
  }
  await sql`CLOSE exported`.execute(tx.db)
}

async function shaped(tx: Context, batch: Record<string, unknown>[], shape: NonNullable<Subject['shape']>) {
  const records: Record<string, unknown>[] = []
  for (const record of batch) records.push(await shape(tx, record))
  return records
}

const isStored = sql`(original_key IS NOT NULL OR mime = ${recordedMime}) AND status NOT IN ('blocked', 'deleted')`

/** Each file is opened when it is added: one that was deleted meanwhile is listed in `missing`, and the export goes on. */
async function addFiles({ ctx, accountId, writer, manifest, progress }: Filling, lastFileAt: Date): Promise<void> {
  const storage = storageOf(ctx.config)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    type StoredFile = { id: string; purpose: string; mime: string; key: string | null }
    const batch = await rows(
      ctx.db,
      sql<StoredFile>`SELECT id, purpose, mime, original_key AS key FROM files
        WHERE owner_id = ${accountId} AND id > ${after} AND ${isStored} AND created_at <= ${lastFileAt} ORDER BY id LIMIT ${batchMax}`,
    )
    for (const file of batch) {
      if (file.key === null) {
        await addRecorded({ ctx, writer, progress }, file)
        continue
      }
      const source = await storage.read(file.key).catch(nothingIfAbsent)
      const path = pathOfFile(file)
      if (!source) manifest.missing.push(path)
      else {
        const bytes = counted<Buffer>(source, (more) => progress.media(more))
        await writer.add(path, bytes, { packed: false })
      }
    }
    if (batch.length < batchMax) return
    after = batch.at(-1)!.id
  }
}

/** A recorded stream: one file, or one more for each time that it was interrupted. */
async function addRecorded(
  { ctx, writer, progress }: Pick<Filling, 'ctx' | 'writer' | 'progress'>,
  file: { id: string; purpose: string; mime: string },
): Promise<void> {
  let n = 1
  for await (const source of asFiles(ctx, file.id)) {
    const path = pathOfFile(file)
    const numbered = n === 1 ? path : path.replace(/\.mp4$/, `-${n}.mp4`)
    await writer.add(
      numbered,
      counted<Buffer>(source, (more) => progress.media(more)),
      { packed: false },
    )
    n++
  }
}

/** Opened one at a time: a document is small. */
async function addDocuments({ ctx, accountId, writer, manifest }: Filling): Promise<void> {
  for (const identityDocument of await ownDocuments(ctx, accountId)) {
    const path = documentPath(identityDocument)
    const plain = await ownDocument(ctx, accountId, identityDocument.id)
    if (plain) await writer.add(path, one(plain), { packed: false })
    else manifest.missing.push(path)
  }
}

/** The schema of each file, for users who process it with a program. */
export const schemas = () =>
  Object.fromEntries(subjects.map(({ name, record }) => [name, z.toJSONSchema(record, { io: 'output' })]))

interface Progress {
  tables(share: number): Promise<void>
  media(bytes: number): Promise<void>
}
const savedEveryMs = 1_000
/** Tables are a third of the way where there are files, and all of it where there are none. */
function progressOf(ctx: Context, id: string, mediaBytes: number): Progress {
  const ofTables = mediaBytes > 0 ? 30 : 99
  let done = 0
  let savedAt = performance.now()
  const save = async (percent: number) => {
    if (performance.now() - savedAt < savedEveryMs) return
    savedAt = performance.now()
    if (!(await store.setProgress(ctx, id, Math.min(99, Math.floor(percent))))) throw new Unwanted()
  }
  return {
    tables: (share) => save(share * ofTables),
    media: (bytes) => {
      done += bytes
      return save(ofTables + (done / mediaBytes) * (99 - ofTables))
    },
  }
}

async function* counted<T extends { length: number }>(
  source: AsyncIterable<T>,
  count: (more: number) => void | Promise<void>,
): AsyncGenerator<T> {
  for await (const chunk of source) {
    await count(chunk.length)
    yield chunk
  }
}
async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
const text = (content: string) => one(Buffer.from(content))

function nothingIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
