import type { Commenters } from '@fanlight/contract/commenters'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { GateColumns } from '../../access/items.ts'
import type { Gate } from '../../access/policy.ts'
import type { FileRole } from './item-files.ts'
import { type KindName, kindNames } from './kinds.ts'
import { requireSoldFilesStay } from '../../access/sold-files.ts'

/** A stored item with its files. */
export interface StoredItem extends GateColumns {
  id: string
  kind: KindName
  performerId: string
  title: string
  text: string
  status: string
  statusReason: string | null
  publishAt: Date | null
  expiresAt: Date | null
  tags: string[]
  isPinned: boolean
  whoMayComment: Commenters | null
  updatedAt: Date
  files: { fileId: string; role: FileRole }[]
}

/** A new version of the row for caches of items, where what belongs to it changed and nothing was saved. */
export const touch = (tx: Context, id: string) =>
  sql`UPDATE items SET updated_at = updated_at WHERE id = ${id}`.execute(tx.db)

/** An item of this performer, locked until the transaction ends. */
export const lockOwn = (
  tx: Context,
  performerId: string,
  kind: KindName,
  id: string,
): Promise<StoredItem | undefined> =>
  row(
    tx.db,
    sql<StoredItem>`SELECT i.id, i.kind, i.performer_id AS "performerId", i.title, i.text, i.status, i.status_reason AS "statusReason",
        i.publish_at AS "publishAt", i.expires_at AS "expiresAt", i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice",
        i.gate_free_for_subscribers AS "gateFreeForSubscribers", i.tags, i.is_pinned AS "isPinned", i.who_may_comment AS "whoMayComment", i.updated_at AS "updatedAt",
        coalesce((SELECT json_agg(json_build_object('fileId', x.file_id, 'role', x.role) ORDER BY x.position) FROM item_files x WHERE x.item_id = i.id), '[]') AS files
      FROM items i WHERE i.id = ${id} AND i.performer_id = ${performerId} AND i.kind = ${kind} AND i.status <> 'removed' FOR UPDATE OF i`,
  )
export const ownIds = (tx: Context, performerId: string) =>
  rows(
    tx.db,
    sql<{
      id: string
      kind: KindName
    }>`SELECT id, kind FROM items WHERE performer_id = ${performerId} AND kind = ANY(${kindNames}) AND status <> 'removed' ORDER BY id`,
  )

export interface ItemToSave {
  id: string
  kind: KindName
  performerId: string
  title: string
  text: string
  status: string
  /** `now` is the database's: the instant its own rules compare with. */
  publishAt: Date | 'now' | null
  expiresAt: Date | null
  gate: Gate
  tags: string[]
  isPinned: boolean
  whoMayComment: Commenters | null
}
export const insertItem = (tx: Context, { gate, ...item }: ItemToSave) =>
  sql`INSERT INTO items (id, kind, performer_id, title, text, status, publish_at, expires_at, gate_type, gate_plan_ids, gate_list_ids, gate_price, gate_free_for_subscribers, tags, is_pinned, who_may_comment)
    VALUES (${item.id}, ${item.kind}, ${item.performerId}, ${item.title}, ${item.text}, ${item.status}, ${instantOf(item.publishAt)}, ${item.expiresAt}, ${gate.type},
      ${gate.planIds}::uuid[], ${gate.listIds}::uuid[], ${gate.price}, ${gate.freeForSubscribers}, ${item.tags}::text[], ${item.isPinned}, ${item.whoMayComment})`.execute(
    tx.db,
  )
export const changeItem = (tx: Context, { gate, ...item }: ItemToSave) =>
  sql`UPDATE items SET title = ${item.title}, text = ${item.text}, status = ${item.status}, publish_at = ${instantOf(item.publishAt)}, expires_at = ${item.expiresAt},
      gate_type = ${gate.type}, gate_plan_ids = ${gate.planIds}::uuid[], gate_list_ids = ${gate.listIds}::uuid[], gate_price = ${gate.price},
      gate_free_for_subscribers = ${gate.freeForSubscribers}, tags = ${item.tags}::text[], is_pinned = ${item.isPinned}, who_may_comment = ${item.whoMayComment}, updated_at = app_now()
    WHERE id = ${item.id}`.execute(tx.db)
const instantOf = (at: Date | 'now' | null) => (at === 'now' ? sql`app_now()` : sql`${at}::timestamptz`)

export interface OwnFile {
  id: string
  kind: string
  purpose: string
  status: string
  errorCode: string | null
  isPlayable: boolean
}
/** Files of this performer, locked so that none is deleted while an item takes it. */
export async function lockFiles(tx: Context, ownerId: string, ids: readonly string[]): Promise<OwnFile[]> {
  await sql`SELECT FROM files WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId} ORDER BY id FOR UPDATE`.execute(
    tx.db,
  )
  // A separate statement, so that it reads what the transaction before it has committed.
  return rows(
    tx.db,
    sql<OwnFile>`SELECT f.id, f.kind, f.purpose, f.status, f.error_code AS "errorCode", f.is_playable AS "isPlayable"
      FROM files f WHERE f.id = ANY(${ids}::uuid[]) AND f.owner_id = ${ownerId}`,
  )
}
export async function replaceFiles(
  tx: Context,
  itemId: string,
  files: readonly { fileId: string; role: FileRole }[],
): Promise<void> {
  await requireSoldFilesStay(
    tx,
    itemId,
    files.filter(({ role }) => role === 'main').map(({ fileId }) => fileId),
  )
  const [ids, roles] = [files.map((file) => file.fileId), files.map((file) => file.role)]
  const wanted = sql`unnest(${ids}::uuid[], ${roles}::text[]) WITH ORDINALITY AS f(id, role, n)`
  // What stays is left where it is: only new files are taken.
  await sql`DELETE FROM item_files x WHERE item_id = ${itemId}
    AND NOT EXISTS (SELECT FROM ${wanted} WHERE f.id = x.file_id AND f.role = x.role)`.execute(tx.db)
  if (files.length === 0) return
  await sql`UPDATE item_files x SET position = f.n - 1 FROM ${wanted}
    WHERE x.item_id = ${itemId} AND x.file_id = f.id AND x.role = f.role AND x.position <> f.n - 1`.execute(tx.db)
  await sql`INSERT INTO item_files (item_id, file_id, role, position)
    SELECT ${itemId}, f.id, f.role, f.n - 1 FROM ${wanted}
    WHERE NOT EXISTS (SELECT FROM item_files x WHERE x.item_id = ${itemId} AND x.file_id = f.id AND x.role = f.role)`.execute(
    tx.db,
  )
}

/** The plans of which these are versions, where all of them are active plans of this performer. */
export async function activePlans(
  tx: Context,
  performerId: string,
  versionIds: readonly string[],
): Promise<string[] | undefined> {
  const found = await rows(
    tx.db,
    sql<{ id: string }>`SELECT p.id FROM plan_versions v JOIN plans p ON p.id = v.plan_id
      WHERE v.id = ANY(${versionIds}::uuid[]) AND p.performer_id = ${performerId} AND p.active`,
  )
  return found.length === versionIds.length ? [...new Set(found.map(({ id }) => id))] : undefined
}

/** Only the newest pinned items remain pinned. */
export const unpinOlder = (tx: Context, performerId: string, kind: KindName, keep: number) =>
  sql`UPDATE items SET is_pinned = false WHERE id IN (
    SELECT id FROM items WHERE performer_id = ${performerId} AND kind = ${kind} AND is_pinned AND status <> 'removed'
    ORDER BY updated_at DESC, id DESC OFFSET ${keep})`.execute(tx.db)

export const isBought = async (tx: Context, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql<{
      bought: boolean
    }>`SELECT EXISTS (SELECT FROM purchases WHERE object_id = ${id} AND revoked_at IS NULL) AS bought`,
  ))!.bought
export const countMainFiles = async (tx: Context, id: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{ files: number }>`SELECT count(*)::int AS files FROM item_files WHERE item_id = ${id} AND role = 'main'`,
  ))!.files
export const setStatus = (tx: Context, id: string, status: string, reason: string | null) =>
  sql`UPDATE items SET status = ${status}, status_reason = ${reason}, is_pinned = false, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** Published again as soon as it can be; the instant at which it was first published stays. */
export const setDue = (tx: Context, id: string) =>
  sql`UPDATE items SET status = 'processing', status_reason = NULL, publish_at = coalesce(published_at, publish_at, app_now()),
      deleted_at = NULL, deleted_from = NULL, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
/** Puts a removed item into the trash with the status that it had, or takes it out. */
export const setDeleted = (tx: Context, id: string, from: string | null) =>
  sql`UPDATE items SET deleted_at = CASE WHEN ${from}::text IS NULL THEN NULL ELSE app_now() END, deleted_from = ${from}
    WHERE id = ${id}`.execute(tx.db)
/** Deletes trashed items: what was never published is gone; of the rest a row remains, to which receipts and reports refer. */
export async function purge(tx: Context, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM items WHERE id = ANY(${[...ids]}::uuid[]) AND published_at IS NULL`.execute(tx.db)
  await sql`DELETE FROM awaited_files WHERE item_id = ANY(${[...ids]}::uuid[])`.execute(tx.db)
  await sql`UPDATE items SET deleted_at = NULL, deleted_from = NULL WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx.db)
}
export async function emptyTrash(tx: Context, performerId: string): Promise<void> {
  const trashed = sql`performer_id = ${performerId} AND deleted_at IS NOT NULL`
  await sql`DELETE FROM items WHERE ${trashed} AND published_at IS NULL`.execute(tx.db)
  await sql`DELETE FROM awaited_files WHERE item_id IN (SELECT id FROM items WHERE ${trashed})`.execute(tx.db)
  await sql`UPDATE items SET deleted_at = NULL, deleted_from = NULL WHERE ${trashed}`.execute(tx.db)
}
