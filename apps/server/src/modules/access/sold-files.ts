import { buyersCountedMax } from '@fanlight/contract/limits'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'
import { refuse } from '../../platform/refusal.ts'

// The main files of an item that was bought stay: they are neither removed nor replaced. More may be added. A teaser, thumbnail or
// cover is no part of what was sold.

/** Whether an item, or a message, was bought and not returned, as SQL about its id. */
export const isSoldSql = (id: string): string =>
  `EXISTS (SELECT FROM purchases so WHERE so.object_id = ${id} AND so.revoked_at IS NULL)`
/** How many bought an item and did not give it back, counted to `buyersCountedMax`, as SQL about its id. */
export const buyersSql = (id: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM purchases so WHERE so.object_id = ${id} AND so.revoked_at IS NULL LIMIT ${buyersCountedMax}) counted)`

/**
 * Refuses to leave out main files of an item that was sold. The item is locked by the caller: a purchase takes a lock on it (`grant_item`,
 * `grant_order`), so that it comes before this or finds the files that remain.
 */
export async function requireSoldFilesStay(tx: Context, itemId: string, remaining: readonly string[]): Promise<void> {
  const lost = await row(
    tx.db,
    sql`SELECT FROM item_files x WHERE x.item_id = ${itemId} AND x.role = 'main' AND x.file_id <> ALL(${[...remaining]}::uuid[])
      AND ${sql.raw(isSoldSql('x.item_id'))} LIMIT 1`,
  )
  if (lost) refuse('SOLD_FILES_STAY')
}

/** Whether an item was bought and not returned. */
export const isSold = async (tx: Context, itemId: string): Promise<boolean> =>
  (await row(tx.db, sql`SELECT FROM items i WHERE i.id = ${itemId} AND ${sql.raw(isSoldSql('i.id'))}`)) !== undefined

/** Whether a file is a part of something that was sold, whatever became of that since. */
export const isSoldFile = async (tx: Context, fileId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM item_files x WHERE x.file_id = ${fileId} AND x.role = 'main' AND ${sql.raw(isSoldSql('x.item_id'))}
      UNION ALL SELECT FROM message_files x WHERE x.file_id = ${fileId} AND ${sql.raw(isSoldSql('x.message_id'))} LIMIT 1`,
  )) !== undefined
