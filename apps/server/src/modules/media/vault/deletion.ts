import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { deletedByOwner } from '../../access/items.ts'
import { deleteRow } from './delete-row.ts'
import { deleteUploadsOf } from '../intake/upload-store.ts'

// A file exists as long as something references it. For a file without references the time is recorded, and it is deleted after a week: an upload
// that was never saved, the files of a deleted post, a replaced avatar. A purchase is a reference to what was bought. What staff
// removed stays for the appeal, and what matched a list of known illegal material stays encrypted: neither is deleted here.

export const graceDays = 7
const batchMax = 500

/** Returns those of these files that a module still references. Modules with files of their own (messages, products) add theirs. */
export type FileReference = (ctx: Context, fileIds: readonly string[]) => Promise<string[]>
const fileReferences: FileReference[] = [postsCommentsAndProfiles, retainedFiles]
export const addFileReferences = (reference: FileReference): void => {
  fileReferences.push(reference)
}

async function postsCommentsAndProfiles(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const references = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT x.file_id AS id FROM item_files x JOIN items i ON i.id = x.item_id
        WHERE x.file_id = ANY(${ids}::uuid[]) AND (i.status NOT IN ('archived', 'removed')
          OR (i.status = 'removed' AND i.status_reason IS DISTINCT FROM ${deletedByOwner})
          OR i.deleted_at IS NOT NULL
          OR EXISTS (SELECT FROM purchases p WHERE p.object_id = i.id AND p.revoked_at IS NULL))
      UNION SELECT unnest(file_ids) FROM awaited_files WHERE problem IS NULL AND file_ids && ${ids}::uuid[]
      UNION SELECT file_id FROM comments WHERE file_id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
      UNION SELECT avatar_file_id FROM accounts WHERE avatar_file_id = ANY(${ids}::uuid[])
      UNION SELECT cover_file_id FROM accounts WHERE cover_file_id = ANY(${ids}::uuid[])
      UNION SELECT welcome_video_file_id FROM performers WHERE welcome_video_file_id = ANY(${ids}::uuid[])`,
  )
  return references.map(({ id }) => id)
}

/** What a creator retains in the vault until they delete it. */
async function retainedFiles(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const retained = sql<{ id: string }>`SELECT id FROM files WHERE id = ANY(${ids}::uuid[]) AND is_retained`
  return (await rows(ctx.db, retained)).map(({ id }) => id)
}

async function referencedAmong(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await Promise.all(fileReferences.map((reference) => reference(ctx, ids)))).flat())
}

/** Records files without references, clears the record if a reference is added again, and deletes files after the grace period. */
export async function deleteUnreferencedFiles(ctx: Context): Promise<void> {
  await recordReferences(ctx)
  for (;;) {
    const due = await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM files WHERE unreferenced_since < app_now() - make_interval(days => ${graceDays})
        ORDER BY unreferenced_since LIMIT ${batchMax}`,
    )
    for (const { id } of due) await deleteFile(ctx, id)
    if (due.length < batchMax) return
  }
}

async function recordReferences(ctx: Context): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await rows(
      ctx.db,
      sql<{ id: string; isNoted: boolean }>`SELECT id, unreferenced_since IS NOT NULL AS "isNoted" FROM files
        WHERE id > ${after} AND status NOT IN ('blocked', 'deleted') ORDER BY id LIMIT ${batchMax}`,
    )
    const references = await referencedAmong(
      ctx,
      batch.map(({ id }) => id),
    )
    const lost = batch.filter(({ id, isNoted }) => !isNoted && !references.has(id)).map(({ id }) => id)
    const regained = batch.filter(({ id, isNoted }) => isNoted && references.has(id)).map(({ id }) => id)
    if (lost.length > 0)
      await sql`UPDATE files SET unreferenced_since = app_now() WHERE id = ANY(${lost}::uuid[])`.execute(ctx.db)
    if (regained.length > 0)
      await sql`UPDATE files SET unreferenced_since = NULL WHERE id = ANY(${regained}::uuid[])`.execute(ctx.db)
    if (batch.length < batchMax) return
    after = batch.at(-1)!.id
  }
}

/** Deletes a file that its owner gives up, unless an item has it or something else needs it. False where it was not deleted. */
export async function deleteUnused(
  ctx: Context,
  id: string,
  lock: (tx: Context) => Promise<unknown>,
): Promise<boolean> {
  const keys = await ctx.transaction(async (tx) => {
    await lock(tx)
    const others = fileReferences.filter((reference) => reference !== retainedFiles)
    const references = (await Promise.all(others.map((reference) => reference(tx, [id])))).flat()
    if (references.length > 0 || (await isInItem(tx, id))) return null
    return deleteRow(tx, id)
  })
  for (const key of keys ?? []) await storageOf(ctx.config).remove(key)
  return keys !== null
}

/** An archived item needs its files too: it can be published again. */
const isInItem = async (tx: Context, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM item_files x JOIN items i ON i.id = x.item_id WHERE x.file_id = ${id} AND i.status <> 'removed' LIMIT 1`,
  )) !== undefined

/** Marks the row as deleted and removes the bytes. If the process ends in between, the job that removes unknown bytes finishes the work. */
async function deleteFile(ctx: Context, id: string): Promise<void> {
  const keys = await ctx.transaction(async (tx) => {
    if ((await referencedAmong(tx, [id])).has(id)) return []
    return deleteRow(tx, id)
  })
  for (const key of keys) await storageOf(ctx.config).remove(key)
}

/** Of a person who closes their account: deletes the file names that they had chosen, and retains no file for them. */
export async function releaseFiles(tx: Context, ownerId: string): Promise<void> {
  await sql`UPDATE files SET original_name = '', is_retained = false WHERE owner_id = ${ownerId} AND (original_name <> '' OR is_retained)`.execute(
    tx.db,
  )
  await deleteUploadsOf(tx, ownerId)
}
