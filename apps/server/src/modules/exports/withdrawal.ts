import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import { enqueue } from '../../platform/queue.ts'

// What was made for somebody is taken back: from the commit on nobody gets it, and its bytes go right after.

/**
 * Somebody got back into the account, or its password was changed: what was asked for with the old proof is not handed out on the new one.
 * It counts all the same towards how often one may ask.
 */
export async function withdrawExports(tx: Context, accountId: string): Promise<void> {
  const withdrawn = await rows(
    tx.db,
    sql<{
      key: string | null
    }>`WITH open AS (SELECT id, storage_key FROM data_exports WHERE account_id = ${accountId}
          AND status IN ('waiting', 'building', 'ready') FOR UPDATE)
      UPDATE data_exports e SET status = 'withdrawn', storage_key = NULL FROM open WHERE e.id = open.id RETURNING open.storage_key AS key`,
  )
  await removeLater(
    tx,
    withdrawn.flatMap(({ key }) => key ?? []),
  )
}

/** Whoever leaves for good leaves no copy behind. */
export async function forgetExports(tx: Context, accountId: string): Promise<void> {
  const gone = await rows(
    tx.db,
    sql<{ key: string | null }>`DELETE FROM data_exports WHERE account_id = ${accountId} RETURNING storage_key AS key`,
  )
  await removeLater(
    tx,
    gone.flatMap(({ key }) => key ?? []),
  )
}

/** After the commit, and again until it is done. */
export async function removeLater(tx: Context, keys: string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, 'remove-archives', { keys })
}
