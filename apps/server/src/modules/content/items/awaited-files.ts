import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { isSold, requireSoldFilesStay } from '../../access/sold-files.ts'
import type { FileRole } from './item-files.ts'
import { itemKinds, type KindName, kindNames } from './kinds.ts'
import * as store from './store.ts'
import { itemChanged } from './events.ts'

// A published item is changed while new files of it are processed: it keeps the files that it has, and the new list takes their place
// when all of it is ready. docs/decisions/0420

interface ListedFile {
  fileId: string
  role: FileRole
}
interface LockedItem {
  id: string
  kind: KindName
  performerId: string
  status: string
}

/** Keeps the list for later, in place of one from before. Refused where it leaves out what was sold. The item is locked by the caller. */
export async function awaitFiles(tx: Context, itemId: string, files: readonly ListedFile[]): Promise<void> {
  await requireSoldFilesStay(tx, itemId, mainOf(files))
  const [ids, roles] = [files.map(({ fileId }) => fileId), files.map(({ role }) => role)]
  await sql`INSERT INTO awaited_files (item_id, file_ids, roles) VALUES (${itemId}, ${ids}::uuid[], ${roles}::text[])
    ON CONFLICT (item_id) DO UPDATE SET file_ids = excluded.file_ids, roles = excluded.roles, problem = NULL, created_at = app_now()`.execute(
    tx.db,
  )
}

export const dropAwaited = (tx: Context, itemIds: readonly string[]) =>
  sql`DELETE FROM awaited_files WHERE item_id = ANY(${[...itemIds]}::uuid[])`.execute(tx.db)

async function awaitedOf(tx: Context, itemId: string): Promise<ListedFile[] | undefined> {
  const found = await row(
    tx.db,
    sql<{ files: ListedFile[] }>`SELECT (SELECT json_agg(json_build_object('fileId', f.id, 'role', f.role) ORDER BY f.n)
        FROM unnest(a.file_ids, a.roles) WITH ORDINALITY AS f(id, role, n)) AS files
      FROM awaited_files a WHERE a.item_id = ${itemId} AND a.problem IS NULL`,
  )
  return found?.files
}

const batchMax = 200

/** Gives items the lists that are ready, and gives up those that never will be; a scheduled job. Safe to run twice and on two machines. */
export async function joinAwaited(ctx: Context): Promise<void> {
  const due = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT a.item_id AS id FROM awaited_files a JOIN items i ON i.id = a.item_id
      WHERE a.problem IS NULL AND i.status <> 'removed' AND i.kind = ANY(${kindNames}) AND (
        NOT EXISTS (SELECT FROM files f WHERE f.id = ANY(a.file_ids) AND f.status IN ('uploaded', 'scanning', 'processing'))
        OR EXISTS (SELECT FROM files f WHERE f.id = ANY(a.file_ids) AND f.status IN ('failed', 'blocked', 'deleted')))
      ORDER BY a.created_at LIMIT ${batchMax}`,
  )
  for (const { id } of due)
    await ctx.transaction(async (tx) => {
      const item = await row(
        tx.db,
        sql<LockedItem>`SELECT id, kind, performer_id AS "performerId", status FROM items
          WHERE id = ${id} AND status <> 'removed' FOR UPDATE SKIP LOCKED`,
      )
      if (item) await settleAwaited(tx, item)
    })
}

/**
 * Decides about the list of an item that is locked: it joins, is given up, or is awaited further. Returns what is awaited further;
 * undefined where nothing was.
 */
export async function settleAwaited(
  tx: Context,
  item: LockedItem,
): Promise<ListedFile[] | 'joined' | 'given up' | undefined> {
  const awaited = await awaitedOf(tx, item.id)
  if (!awaited) return undefined
  const files = await store.lockFiles(
    tx,
    item.performerId,
    awaited.map(({ fileId }) => fileId),
  )
  const statuses = new Map(files.map(({ id, status }) => [id, status]))
  const shown = await filesOf(tx, item.id)
  const fresh = awaited
    .filter(({ fileId }) => !shown.some((file) => file.fileId === fileId))
    .map(({ fileId }) => statuses.get(fileId) ?? 'deleted')
  if (fresh.some((status) => ['failed', 'blocked', 'deleted'].includes(status))) return giveUp(tx, item.id, 'failed')
  const sold = (await isSold(tx, item.id)) ? leftOut(shown, awaited) : []
  if (sold.length > 0 && !itemKinds[item.kind].keepsVersions) return giveUp(tx, item.id, 'sold')
  if (fresh.some((status) => status !== 'ready')) return awaited
  await store.replaceFiles(tx, item.id, [...sold, ...awaited])
  await dropAwaited(tx, [item.id])
  await store.touch(tx, item.id)
  if (item.status === 'published')
    await publish(tx, itemChanged, { itemId: item.id, kind: item.kind, performerId: item.performerId })
  return 'joined'
}

async function giveUp(tx: Context, itemId: string, problem: 'failed' | 'sold'): Promise<'given up'> {
  await sql`UPDATE awaited_files SET problem = ${problem} WHERE item_id = ${itemId}`.execute(tx.db)
  return 'given up'
}

const filesOf = (tx: Context, itemId: string): Promise<ListedFile[]> =>
  rows(
    tx.db,
    sql<ListedFile>`SELECT file_id AS "fileId", role FROM item_files WHERE item_id = ${itemId} ORDER BY position`,
  )
const mainOf = (files: readonly ListedFile[]) => files.filter(({ role }) => role === 'main').map(({ fileId }) => fileId)
const leftOut = (shown: readonly ListedFile[], awaited: readonly ListedFile[]) => {
  const stays = new Set(mainOf(awaited))
  return shown.filter(({ role, fileId }) => role === 'main' && !stays.has(fileId))
}
