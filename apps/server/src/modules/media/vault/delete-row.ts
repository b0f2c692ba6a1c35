import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import * as store from '../store.ts'

/** Marks a file as deleted. Returns the storage keys of what is no longer needed. */
export async function deleteRow(tx: Context, id: string): Promise<string[]> {
  const file = await store.lockFile(tx, id)
  if (!file || file.status === 'blocked' || file.status === 'deleted') return []
  const variants = await rows(
    tx.db,
    sql<{ key: string }>`DELETE FROM file_variants WHERE file_id = ${id} RETURNING storage_key AS key`,
  )
  await sql`DELETE FROM file_captions WHERE file_id = ${id}`.execute(tx.db)
  await row(
    tx.db,
    sql`UPDATE files SET status = 'deleted', is_playable = false, progress = 0, original_key = NULL, unreferenced_since = NULL,
        updated_at = app_now() WHERE id = ${id}`,
  )
  return [...variants.map(({ key }) => key), ...(file.key ? [file.key] : [])]
}
