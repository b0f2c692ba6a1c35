import type { Context } from '../../../platform/context.ts'
import { constraintOf, row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'

export interface ExportRow {
  id: string
  accountId: string
  status: 'waiting' | 'building' | 'ready' | 'failed' | 'expired' | 'withdrawn'
  progress: number
  storageKey: string | null
  bytes: bigint | null
  requestedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
}
const columns = sql`id, account_id AS "accountId", status, progress, storage_key AS "storageKey", bytes, requested_at AS "requestedAt",
  ready_at AS "readyAt", expires_at AS "expiresAt"`

const batchMax = 500

/** The newest, whatever became of it. */
export const newestOf = (ctx: Context, accountId: string): Promise<ExportRow | undefined> =>
  row(
    ctx.db,
    sql<ExportRow>`SELECT ${columns} FROM data_exports WHERE account_id = ${accountId} ORDER BY requested_at DESC, id DESC LIMIT 1`,
  )
/** Locks the account while an archive is requested or changed. */
export const lockAccount = (tx: Context, accountId: string) =>
  row(
    tx.db,
    sql<{
      status: string
      email: string | null
      name: string
      locale: string | null
      timezone: string
    }>`SELECT status, email::text AS email, name, locale, timezone FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`,
  )

export async function insert(tx: Context, accountId: string): Promise<string> {
  try {
    return (await row(
      tx.db,
      sql<{ id: string }>`INSERT INTO data_exports (account_id) VALUES (${accountId}) RETURNING id`,
    ))!.id
  } catch (error) {
    if (constraintOf(error) === 'data_exports_one_running') refuse('EXPORT_RUNNING')
    throw error
  }
}

/** Nothing where it is not to be built any more. Begun anew, it says so. */
export const begin = (ctx: Context, id: string): Promise<ExportRow | undefined> =>
  row(
    ctx.db,
    sql<ExportRow>`UPDATE data_exports SET status = 'building', progress = 0 WHERE id = ${id} AND status IN ('waiting', 'building')
      RETURNING ${columns}`,
  )
/** False once the archive is no longer needed. */
export const setProgress = async (ctx: Context, id: string, progress: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`UPDATE data_exports SET progress = ${progress} WHERE id = ${id} AND status = 'building' RETURNING id`,
  )) !== undefined
/** Undefined if another process was first, or if the archive is no longer needed. */
export const setReady = (tx: Context, id: string, key: string, bytes: number, days: number) =>
  row(
    tx.db,
    sql<{
      expiresAt: Date
    }>`UPDATE data_exports SET status = 'ready', progress = 100, storage_key = ${key}, bytes = ${bytes}, ready_at = app_now(),
        expires_at = app_now() + make_interval(days => ${days})
      WHERE id = ${id} AND status = 'building' RETURNING expires_at AS "expiresAt"`,
  )
/** The newest archive replaces those before it; returns what may be removed. */
export const replaceOlder = async (tx: Context, { id, accountId }: ExportRow): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{ key: string }>`WITH older AS (SELECT id, storage_key FROM data_exports
          WHERE account_id = ${accountId} AND id <> ${id} AND status = 'ready' FOR UPDATE)
        UPDATE data_exports e SET status = 'expired', storage_key = NULL FROM older WHERE e.id = older.id
        RETURNING older.storage_key AS key`,
    )
  ).map(({ key }) => key)
export const setFailed = (tx: Context, id: string) =>
  row(
    tx.db,
    sql`UPDATE data_exports SET status = 'failed' WHERE id = ${id} AND status IN ('waiting', 'building') RETURNING id`,
  )

export const runningSince = (ctx: Context, days: number) =>
  rows(
    ctx.db,
    sql<{ id: string; accountId: string }>`SELECT id, account_id AS "accountId" FROM data_exports
      WHERE status IN ('waiting', 'building') AND requested_at < app_now() - make_interval(days => ${days}) LIMIT ${batchMax}`,
  )

/** What is handed out: only to its owner, only while it is there. Without an id, the newest. */
export const findReady = (ctx: Context, accountId: string, id: string | null = null): Promise<ExportRow | undefined> =>
  row(
    ctx.db,
    sql<ExportRow>`SELECT ${columns} FROM data_exports
      WHERE account_id = ${accountId} AND (${id}::uuid IS NULL OR id = ${id}) AND status = 'ready' AND expires_at > app_now()
      ORDER BY requested_at DESC LIMIT 1`,
  )

/** Those whose week is over; returns what may be removed. */
export const expireDue = async (ctx: Context): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ key: string }>`WITH due AS (SELECT id, storage_key FROM data_exports
          WHERE status = 'ready' AND expires_at <= app_now() ORDER BY expires_at LIMIT ${batchMax} FOR UPDATE SKIP LOCKED)
        UPDATE data_exports e SET status = 'expired', storage_key = NULL FROM due WHERE e.id = due.id RETURNING due.storage_key AS key`,
    )
  ).map(({ key }) => key)
export const deleteOlderThan = (ctx: Context, days: number) =>
  sql`DELETE FROM data_exports WHERE requested_at < app_now() - make_interval(days => ${days}) AND status NOT IN ('waiting', 'building', 'ready')`.execute(
    ctx.db,
  )
export const keysKnown = async (ctx: Context, keys: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ key: string }>`SELECT storage_key AS key FROM data_exports WHERE storage_key = ANY(${keys}::text[])`,
      )
    ).map(({ key }) => key),
  )
