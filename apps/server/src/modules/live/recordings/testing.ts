import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { newId } from '../../../platform/ids.ts'
import { insertRecorded, recordedFolder, writeList } from '../../media/recorded/recorded-files.ts'
import { lengthOf, stretchesOf } from '../../media/recorded/segment-list.ts'
import * as store from './store.ts'

/** For tests: a stream that ended a moment ago, with a recording of three segments that nothing plays. */
export async function buildRecording(
  ctx: Context,
  performer: { id: string },
  { title = 'Glazing', type = 'public' }: { title?: string; type?: 'public' | 'subscribers' } = {},
): Promise<{ id: string; streamId: string; fileId: string }> {
  const [id, streamId, fileId] = [newId(), newId(), newId()]
  const from = ctx.clock.now().getTime() - 10_000
  const segments = [0, 1, 2].map((n) => ({
    file: `s0000${n}.m4s`,
    seconds: 2,
    at: from + n * 2_000,
    init: 'init-1.mp4',
    isBreak: n === 0,
  }))
  const shape = { width: 320, height: 240 }
  const folder = recordedFolder(fileId, shape)
  const body = Buffer.alloc(100, 1)
  for (const name of ['init-1.mp4', ...segments.map(({ file }) => file)])
    await storageOf(ctx.config).put(`${folder}/${name}`, Readable.from([body]), { bytesMax: body.length })
  await writeList(ctx, folder, segments)
  const parts = stretchesOf(segments)
  await ctx.transaction(async (tx) => {
    await sql`INSERT INTO streams (id, performer_id, type, title, status, started_at, ended_at, was_recorded, is_recorded)
      VALUES (${streamId}, ${performer.id}, ${type}, ${title}, 'ended', ${new Date(from)}, app_now(), true, true)`.execute(
      tx.db,
    )
    await store.insert(tx, { id, streamId, performerId: performer.id })
    const durationMs = lengthOf(parts) * 1000
    const sha256 = createHash('sha256').update(fileId).digest()
    const video = { id: fileId, ownerId: performer.id, title, sha256, bytes: 400, durationMs, folder, ...shape }
    await insertRecorded(tx, { ...video, bitsPerSecond: 400, codecs: 'avc1.42c00d' }, false)
    await store.setSaved(tx, id, { fileId, parts })
  })
  return { id, streamId, fileId }
}

/** A stream that has ended, and a recording of it that is not saved yet. */
export async function buildUnsaved(ctx: Context, performer: { id: string }): Promise<{ id: string; streamId: string }> {
  const [id, streamId] = [newId(), newId()]
  await sql`INSERT INTO streams (id, performer_id, type, title, status, started_at, ended_at, was_recorded, is_recorded)
    VALUES (${streamId}, ${performer.id}, 'public', 'Dough', 'ended', app_now() - interval '1 minute', app_now(), true, true)`.execute(
    ctx.db,
  )
  await store.insert(ctx, { id, streamId, performerId: performer.id })
  return { id, streamId }
}

/** A recording as `buildRecording` makes it, published. */
export async function buildReplay(
  ctx: Context,
  performer: { id: string },
  gate: 'public' | 'subscribers' | 'paid' = 'public',
): Promise<string> {
  const { id, fileId } = await buildRecording(ctx, performer)
  const itemId = newId()
  await sql`INSERT INTO items (id, kind, performer_id, title, status, published_at, gate_type, gate_price)
    VALUES (${itemId}, 'video', ${performer.id}, 'Glazing', 'published', app_now(), ${gate}, ${gate === 'paid' ? 500n : null})`.execute(
    ctx.db,
  )
  await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${itemId}, ${fileId}, 'main')`.execute(ctx.db)
  await store.setPublished(ctx, id, itemId)
  return itemId
}
