import type { CropArea, FileKind, FileStatus } from '@fanlight/contract/media'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db/db.ts'
import { captionsJson, variantsJson } from './serving/file-json.ts'

export interface FileRow {
  id: string
  ownerId: string
  kind: FileKind
  purpose: string
  name: string
  mime: string
  bytes: bigint
  sha256: Buffer | null
  width: number | null
  height: number | null
  durationMs: number | null
  alt: string
  averageColor: string | null
  status: FileStatus
  isPlayable: boolean
  progress: number
  errorCode: string | null
  attempts: number
  key: string | null
  /** The part of an image that is shown. */
  crop: CropArea | null
}
export interface VariantRow {
  fileId: string
  name: string
  kind: string
  storageKey: string
  mime: string
  bytes: bigint
  width: number | null
  height: number | null
  detail: Record<string, unknown>
}
export type NewVariant = Omit<VariantRow, 'fileId' | 'bytes'> & { bytes: number }

const fileColumns = `f.id, f.owner_id AS "ownerId", f.kind, f.purpose, f.original_name AS name, f.mime, f.bytes, f.sha256, f.width, f.height,
  f.duration_ms AS "durationMs", f.alt, f.average_color AS "averageColor", f.status, f.is_playable AS "isPlayable", f.progress,
  f.error_code AS "errorCode", f.attempts, f.original_key AS key, f.crop`
const variantColumns = `file_id AS "fileId", name, kind, storage_key AS "storageKey", mime, bytes, width, height, detail`

export const insertFile = (
  tx: Context,
  file: {
    id: string
    ownerId: string
    kind: FileKind
    purpose: string
    name: string
    mime: string
    bytes: number
    sha256: Buffer
    key: string
    crop?: CropArea | null
    isRetained?: boolean
  },
) =>
  sql`INSERT INTO files (id, owner_id, kind, purpose, original_name, mime, bytes, sha256, original_key, crop, is_retained, status)
    VALUES (${file.id}, ${file.ownerId}, ${file.kind}, ${file.purpose}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${file.key},
      ${file.crop ? JSON.stringify(file.crop) : null}::jsonb, ${file.isRetained ?? false}, 'uploaded')`.execute(tx.db)

/** A video that was recorded here: nothing was uploaded, and it can be played from the first moment on. */
export const insertRecorded = (
  tx: Context,
  file: Pick<FileRow, 'id' | 'ownerId' | 'kind' | 'purpose' | 'name' | 'mime' | 'status' | 'errorCode'> & {
    bytes: number
    sha256: Buffer
    width: number
    height: number
    durationMs: number
  },
) =>
  sql`INSERT INTO files (id, owner_id, kind, purpose, original_name, mime, bytes, sha256, width, height, duration_ms, status, error_code, is_playable, progress)
    VALUES (${file.id}, ${file.ownerId}, ${file.kind}, ${file.purpose}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${file.width},
      ${file.height}, ${file.durationMs}, ${file.status}, ${file.errorCode}, ${file.status !== 'blocked'}, 50)`.execute(
    tx.db,
  )
/** Less of a recorded video. */
export async function setCut(
  tx: Context,
  id: string,
  { durationMs, bytes }: { durationMs: number; bytes: number },
): Promise<void> {
  await sql`UPDATE files SET duration_ms = ${durationMs}, bytes = ${bytes}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
  await sql`UPDATE file_variants SET bytes = ${bytes} WHERE file_id = ${id} AND kind = 'hls-rendition'`.execute(tx.db)
}

export const fileById = (ctx: Context, id: string): Promise<FileRow | undefined> =>
  row(ctx.db, sql<FileRow>`SELECT ${sql.raw(fileColumns)} FROM files f WHERE id = ${id}`)

/** Locks the file's row until the transaction ends, so that stages of two workers run one after the other. */
export const lockFile = (tx: Context, id: string): Promise<FileRow | undefined> =>
  row(tx.db, sql<FileRow>`SELECT ${sql.raw(fileColumns)} FROM files f WHERE id = ${id} FOR UPDATE`)

export interface WholeFile extends FileRow {
  captions: CaptionRow[] | null
  variants: Omit<VariantRow, 'storageKey' | 'bytes'>[] | null
}
/** One statement, so that a file which becomes ready meanwhile is never seen without what was made of it. */
export const filesByIds = (ctx: Context, ids: readonly string[]): Promise<WholeFile[]> =>
  rows(
    ctx.db,
    sql<WholeFile>`SELECT ${sql.raw(`${fileColumns}, ${captionsJson('f')} AS captions, ${variantsJson('f')} AS variants`)}
      FROM files f WHERE id = ANY(${ids}::uuid[])`,
  )

export const variantsOf = (ctx: Context, ids: readonly string[]): Promise<VariantRow[]> =>
  rows(
    ctx.db,
    sql<VariantRow>`SELECT ${sql.raw(variantColumns)} FROM file_variants WHERE file_id = ANY(${ids}::uuid[]) ORDER BY file_id, width, name`,
  )

const fileToServe = `SELECT ${fileColumns}, p.account_id IS NOT NULL AS "isPerformers", coalesce(p.is_adult, false) AS "isAdult",
    EXISTS (SELECT FROM country_blocks c WHERE c.performer_id = f.owner_id) AS "isSomewhereClosed",
    EXISTS (SELECT FROM country_blocks c WHERE c.performer_id = f.owner_id AND c.country = $2) AS "isClosedHere"
  FROM files f LEFT JOIN performers p ON p.account_id = f.owner_id WHERE f.id = $1 AND status NOT IN ('blocked', 'deleted')`
const variantsToServe = `SELECT ${variantColumns} FROM file_variants WHERE file_id = $1 AND ($2 = '' OR name = $2) ORDER BY width, name`

/** A file with the data that decides whether it is hidden from a viewer. */
export interface ServedFile extends FileRow {
  isPerformers: boolean
  isAdult: boolean
  isSomewhereClosed: boolean
  isClosedHere: boolean
}
/** For the hot path of serving: prepared once per connection. */
export async function findToServe(
  ctx: Context,
  fileId: string,
  country: string | null,
): Promise<ServedFile | undefined> {
  const { rows } = await ctx.pool.query<ServedFile>({
    name: 'media-file',
    text: fileToServe,
    values: [fileId, country],
  })
  return rows[0]
}
/** One variant by its name, or all with an empty name. */
export async function findVariants(ctx: Context, fileId: string, name: string): Promise<VariantRow[]> {
  return (await ctx.pool.query<VariantRow>({ name: 'media-variants', text: variantsToServe, values: [fileId, name] }))
    .rows
}

export const setStatus = (
  tx: Context,
  id: string,
  status: FileStatus,
  progress: number,
  errorCode: string | null = null,
) =>
  sql`UPDATE files SET status = ${status}, progress = ${progress}, error_code = ${errorCode}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

/** False where the file is no longer in the making. */
export const setProgress = async (tx: Context, id: string, progress: number): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE files SET progress = ${progress}, updated_at = app_now() WHERE id = ${id} AND status = 'processing' RETURNING id`,
  )) !== undefined

export const countFailure = (tx: Context, id: string) =>
  sql`UPDATE files SET attempts = attempts + 1, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

/** Of a file that its owner still has; false where there is none. */
export const describe = async (tx: Context, ownerId: string, id: string, alt: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE files SET alt = ${alt}, updated_at = app_now() WHERE id = ${id} AND owner_id = ${ownerId} AND status <> 'deleted' RETURNING id`,
  )) !== undefined

/** What is null stays as it is. */
export const changeFile = (
  tx: Context,
  id: string,
  { name, isRetained }: { name: string | null; isRetained: boolean | null },
) =>
  sql`UPDATE files SET original_name = coalesce(${name}, original_name), is_retained = coalesce(${isRetained}, is_retained),
    unreferenced_since = CASE WHEN ${isRetained}::boolean THEN NULL ELSE unreferenced_since END, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

export const setKey = (tx: Context, id: string, key: string) =>
  sql`UPDATE files SET original_key = ${key} WHERE id = ${id}`.execute(tx.db)

/** Returns its status, which is `blocked` where it looks like what is under withdrawn consent. */
export const setReady = async (
  tx: Context,
  id: string,
  metadata: {
    width: number | null
    height: number | null
    durationMs: number | null
    averageColor: string | null
    phash: Buffer | null
  },
): Promise<FileStatus> =>
  (await row(
    tx.db,
    sql<{
      status: FileStatus
    }>`UPDATE files SET status = 'ready', is_playable = true, progress = 100, error_code = NULL, width = ${metadata.width}, height = ${metadata.height},
    duration_ms = ${metadata.durationMs}, average_color = ${metadata.averageColor}, phash = ${metadata.phash}, updated_at = app_now() WHERE id = ${id} RETURNING status`,
  ))!.status

// The version of a file's row is also that of its variants, and cached JSON depends on it. So writing a variant also updates the file.
const touched = (fileId: string) => sql`WITH touched AS (UPDATE files SET updated_at = app_now() WHERE id = ${fileId})`

export const insertVariants = (tx: Context, fileId: string, variants: readonly NewVariant[]) =>
  sql`${touched(fileId)} INSERT INTO file_variants (file_id, name, kind, storage_key, mime, bytes, width, height, detail)
    SELECT ${fileId}, v.name, v.kind, v."storageKey", v.mime, v.bytes, v.width, v.height, v.detail
    FROM jsonb_to_recordset(${JSON.stringify(variants)}::jsonb)
      AS v(name text, kind text, "storageKey" text, mime text, bytes bigint, width integer, height integer, detail jsonb)`.execute(
    tx.db,
  )

/** What is made again replaces what was there under its name. */
export const putVariant = (tx: Context, fileId: string, variant: NewVariant) =>
  sql`${touched(fileId)} INSERT INTO file_variants (file_id, name, kind, storage_key, mime, bytes, width, height, detail)
    VALUES (${fileId}, ${variant.name}, ${variant.kind}, ${variant.storageKey}, ${variant.mime}, ${variant.bytes}, ${variant.width}, ${variant.height}, ${JSON.stringify(variant.detail)}::jsonb)
    ON CONFLICT (file_id, name) DO UPDATE SET storage_key = EXCLUDED.storage_key, bytes = EXCLUDED.bytes, width = EXCLUDED.width,
      height = EXCLUDED.height, detail = EXCLUDED.detail`.execute(tx.db)

/** It can be played from its start while the rest is still made. */
export const setPlayable = (
  tx: Context,
  id: string,
  metadata: { width: number; height: number; durationMs: number | null; averageColor: string; phash: Buffer },
) =>
  sql`UPDATE files SET is_playable = true, width = ${metadata.width}, height = ${metadata.height}, duration_ms = ${metadata.durationMs},
    average_color = ${metadata.averageColor}, phash = ${metadata.phash}, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

/** An avatar or cover becomes the account's own when it is ready; a newer one is never replaced by an older that took longer. */
export const setProfileFile = (
  tx: Context,
  purpose: 'avatar' | 'cover' | 'welcome-video',
  ownerId: string,
  fileId: string,
) => {
  if (purpose === 'welcome-video')
    return sql`UPDATE performers SET welcome_video_file_id = ${fileId}, updated_at = app_now() WHERE account_id = ${ownerId}
      AND (welcome_video_file_id IS NULL OR welcome_video_file_id < ${fileId})
      AND EXISTS (SELECT FROM files WHERE id = ${fileId} AND purpose = 'welcome-video')`.execute(tx.db)
  const column = sql.ref(purpose === 'avatar' ? 'avatar_file_id' : 'cover_file_id')
  return sql`UPDATE accounts SET ${column} = ${fileId}, updated_at = app_now() WHERE id = ${ownerId}
    AND (${column} IS NULL OR ${column} < ${fileId})`.execute(tx.db)
}

/** No one's welcome any more, and none that is on its way becomes it. */
export async function removeWelcomeVideo(tx: Context, ownerId: string): Promise<void> {
  await sql`UPDATE files SET purpose = 'former-welcome-video', updated_at = app_now()
    WHERE owner_id = ${ownerId} AND purpose = 'welcome-video'`.execute(tx.db)
  await sql`UPDATE performers SET welcome_video_file_id = NULL, updated_at = app_now() WHERE account_id = ${ownerId}`.execute(
    tx.db,
  )
}

/** Files whose job was lost: they have not been updated for a while. */
export const unfinishedFiles = (ctx: Context): Promise<Pick<FileRow, 'id' | 'kind' | 'purpose' | 'ownerId'>[]> =>
  rows(
    ctx.db,
    sql<
      Pick<FileRow, 'id' | 'kind' | 'purpose' | 'ownerId'>
    >`SELECT id, kind, purpose, owner_id AS "ownerId" FROM files WHERE status IN ('uploaded', 'scanning', 'processing') AND updated_at < app_now() - interval '10 minutes'
      ORDER BY updated_at LIMIT 200`,
  )

/** Failed only because no machine here could read videos and audio. */
export const filesWithoutEngine = (ctx: Context): Promise<Pick<FileRow, 'id' | 'kind' | 'purpose' | 'ownerId'>[]> =>
  rows(
    ctx.db,
    sql<
      Pick<FileRow, 'id' | 'kind' | 'purpose' | 'ownerId'>
    >`SELECT id, kind, purpose, owner_id AS "ownerId" FROM files WHERE status = 'failed' AND error_code = 'NO_VIDEO_ENGINE'
      ORDER BY updated_at LIMIT 200`,
  )

export const keysKnown = async (ctx: Context, keys: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ key: string }>`SELECT original_key AS key FROM files WHERE original_key = ANY(${keys}::text[])`,
      )
    ).map((row) => row.key),
  )

export const variantKeysKnown = async (ctx: Context, keys: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ key: string }>`SELECT storage_key AS key FROM file_variants WHERE storage_key = ANY(${keys}::text[])`,
      )
    ).map((row) => row.key),
  )

export const itemFilesReady = async (ctx: Context, itemId: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql<{ ready: boolean }>`SELECT coalesce(bool_and(f.status = 'ready' AND f.is_playable), true) AS ready
      FROM item_files i JOIN files f ON f.id = i.file_id WHERE i.item_id = ${itemId}`,
  ))!.ready

export interface CaptionRow {
  locale: string
  label: string
}
export const captionLocales = async (tx: Context, fileId: string): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{ locale: string }>`SELECT locale FROM file_captions WHERE file_id = ${fileId} ORDER BY locale`,
    )
  ).map(({ locale }) => locale)
export const captionsIn = (
  ctx: Context,
  fileId: string,
  locale: string,
): Promise<(CaptionRow & { vtt: string }) | undefined> =>
  row(
    ctx.db,
    sql<
      CaptionRow & { vtt: string }
    >`SELECT locale, label, vtt FROM file_captions WHERE file_id = ${fileId} AND locale = ${locale}`,
  )
export const putCaptions = (tx: Context, fileId: string, { locale, label, vtt }: CaptionRow & { vtt: string }) =>
  sql`${touched(fileId)} INSERT INTO file_captions (file_id, locale, label, vtt) VALUES (${fileId}, ${locale}, ${label}, ${vtt})
    ON CONFLICT (file_id, locale) DO UPDATE SET label = excluded.label, vtt = excluded.vtt, updated_at = app_now()`.execute(
    tx.db,
  )
/** False where there are none in this language. */
export const deleteCaptions = async (tx: Context, fileId: string, locale: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`${touched(fileId)} DELETE FROM file_captions WHERE file_id = ${fileId} AND locale = ${locale} RETURNING locale`,
  )) !== undefined
