import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { removeArchivesJob } from './jobs.ts'

// Withdraws an account's archives: from the commit on they can't be downloaded, and their files are deleted right after.

/**
 * After account recovery or a password change, an archive requested with the old credentials is not handed out for the new ones.
 * It still counts towards the limit of requests.
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

/** The person who leaves for good leaves no copy behind. */
export async function deleteExports(tx: Context, accountId: string): Promise<void> {
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
  if (keys.length > 0) await removeArchivesJob.enqueue(tx, { keys })
}
