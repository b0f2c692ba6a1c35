import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { requireSoldFilesStay } from '../../access/sold-files.ts'

// For kinds whose items change one file at a time. The item is locked before (`lockOwn`), and its new files with it (`lockFiles`).

export { lockFiles, lockOwn, type StoredItem } from './store.ts'

/** Adds main files after those that are there. */
export const addMainFiles = (tx: Context, itemId: string, fileIds: readonly string[], from: number) =>
  sql`INSERT INTO item_files (item_id, file_id, role, position)
    SELECT ${itemId}, f.id, 'main', ${from} + f.n - 1 FROM unnest(${fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(
    tx.db,
  )
/** Removes a file in every role. What was sold is removed by staff alone. */
export async function removeFile(tx: Context, itemId: string, fileId: string, by: 'owner' | 'staff'): Promise<void> {
  if (by === 'owner') {
    const main = await rows(
      tx.db,
      sql<{
        id: string
      }>`SELECT file_id AS id FROM item_files WHERE item_id = ${itemId} AND role = 'main' AND file_id <> ${fileId}`,
    )
    await requireSoldFilesStay(
      tx,
      itemId,
      main.map(({ id }) => id),
    )
  }
  await sql`DELETE FROM item_files WHERE item_id = ${itemId} AND file_id = ${fileId}`.execute(tx.db)
}
export const orderMainFiles = (tx: Context, itemId: string, fileIds: readonly string[]) =>
  sql`UPDATE item_files x SET position = o.n - 1 FROM unnest(${fileIds}::uuid[]) WITH ORDINALITY AS o(id, n)
    WHERE x.item_id = ${itemId} AND x.role = 'main' AND x.file_id = o.id AND x.position <> o.n - 1`.execute(tx.db)
export async function setCover(tx: Context, itemId: string, fileId: string): Promise<void> {
  await sql`DELETE FROM item_files WHERE item_id = ${itemId} AND role = 'cover'`.execute(tx.db)
  await sql`INSERT INTO item_files (item_id, file_id, role) VALUES (${itemId}, ${fileId}, 'cover')`.execute(tx.db)
}
