import type { FileKind } from '@fanlight/contract/media'
import type { UploadPurpose } from '@fanlight/contract/uploads'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export interface NewUpload {
  id: string
  ownerId: string
  kind: FileKind
  purpose: UploadPurpose
  name: string
  bytes: number
  isRetained: boolean
}
export interface UploadRow extends NewUpload {
  /** Its beginning was found to be of its kind. */
  isInspected: boolean
  finishedAt: Date | null
}

// Lengths are below 2^53: the largest file that is taken has five gigabytes.
const columns = sql`id, owner_id AS "ownerId", kind, purpose, original_name AS name, bytes::float8 AS bytes, is_retained AS "isRetained",
  is_inspected AS "isInspected", finished_at AS "finishedAt"`

export const lockUploadsOf = (tx: Context, ownerId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('uploads ' || ${ownerId}::text, 0))`.execute(tx.db)

export const countUnfinished = async (tx: Context, ownerId: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM uploads WHERE owner_id = ${ownerId} AND finished_at IS NULL`,
  ))!.n

export const insertUpload = (tx: Context, upload: NewUpload) =>
  sql`INSERT INTO uploads (id, owner_id, kind, purpose, original_name, bytes, is_retained)
    VALUES (${upload.id}, ${upload.ownerId}, ${upload.kind}, ${upload.purpose}, ${upload.name}, ${upload.bytes}, ${upload.isRetained})`.execute(
    tx.db,
  )

export const uploadById = (ctx: Context, id: string): Promise<UploadRow | undefined> =>
  row(ctx.db, sql<UploadRow>`SELECT ${columns} FROM uploads WHERE id = ${id}`)

export const lockUpload = (tx: Context, id: string): Promise<UploadRow | undefined> =>
  row(tx.db, sql<UploadRow>`SELECT ${columns} FROM uploads WHERE id = ${id} FOR UPDATE`)

export const touchUpload = (ctx: Context, id: string) =>
  sql`UPDATE uploads SET updated_at = app_now() WHERE id = ${id}`.execute(ctx.db)

export const markInspected = (ctx: Context, id: string) =>
  sql`UPDATE uploads SET is_inspected = true WHERE id = ${id}`.execute(ctx.db)

export const finishUpload = (tx: Context, id: string) =>
  sql`UPDATE uploads SET finished_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

export async function deleteUpload(ctx: Context, id: string): Promise<void> {
  await sql`DELETE FROM uploads WHERE id = ${id} AND finished_at IS NULL`.execute(ctx.db)
}

/** Unfinished ones that nothing was sent to for a while. */
export const idleUploads = (ctx: Context): Promise<UploadRow[]> =>
  rows(
    ctx.db,
    sql<UploadRow>`SELECT ${columns} FROM uploads WHERE finished_at IS NULL AND updated_at < app_now() - interval '10 minutes'
      ORDER BY updated_at, id LIMIT 200`,
  )

/** The ids of what expired: unfinished uploads, and the record of finished ones. */
export const deleteExpired = async (ctx: Context, hours: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`DELETE FROM uploads WHERE id IN (
        SELECT id FROM uploads WHERE updated_at < app_now() - make_interval(hours => ${hours}) ORDER BY updated_at, id LIMIT 500) RETURNING id`,
    )
  ).map(({ id }) => id)

export const unfinishedAmong = async (ctx: Context, names: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ id: string }>`SELECT id FROM uploads WHERE id::text = ANY(${names}::text[]) AND finished_at IS NULL`,
      )
    ).map(({ id }) => id),
  )

/** Of an account that is being closed. What had arrived is removed with the parts that no row knows. */
export const deleteUploadsOf = (tx: Context, ownerId: string) =>
  sql`DELETE FROM uploads WHERE owner_id = ${ownerId}`.execute(tx.db)

/** What an account has stored of what it sells and shows, and what is on its way, in bytes. */
export const storedBytes = async (ctx: Context, ownerId: string): Promise<{ stored: number; arriving: number }> =>
  (await row(
    ctx.db,
    sql<{ stored: number; arriving: number }>`SELECT
      coalesce((SELECT sum(bytes) FROM files WHERE owner_id = ${ownerId} AND status <> 'deleted'
        AND (purpose LIKE 'feed-%' OR purpose = 'product-file')), 0)::float8 AS stored,
      coalesce((SELECT sum(bytes) FROM uploads WHERE owner_id = ${ownerId} AND finished_at IS NULL), 0)::float8 AS arriving`,
  ))!
