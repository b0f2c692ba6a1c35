import type { VaultFile, vaultKinds, vaultUses } from '@fanlight/contract/files'
import type { FileKind } from '@fanlight/contract/media'
import type { Context } from '../../../platform/context.ts'
import { cut, instantSql, type Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import { countMax, totalOf } from '../../../platform/db/totals.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { isSoldFile } from '../../access/sold-files.ts'
import { deleteUnused, graceDays } from './deletion.ts'
import { scopes } from '../serving/address.ts'
import { downloadAddress, loadFiles, presentFile } from '../serving/present.ts'
import { storageLimit } from '../intake/storage-limit.ts'
import * as store from '../store.ts'
import { storedBytes } from '../intake/upload-store.ts'
import { contentSql, isContent } from './vault-files.ts'
import { fileDescribed } from '../events.ts'

// The vault: a creator's own files, where each is used, and what they weigh together.

type VaultKind = (typeof vaultKinds)[number]
const kindsOf: Record<VaultKind, readonly FileKind[]> = {
  photo: ['photo', 'thumbnail'],
  video: ['video', 'teaser'],
  audio: ['audio'],
  file: ['digital', 'document'],
}
const kindOf = (kind: FileKind): VaultKind =>
  (Object.keys(kindsOf) as VaultKind[]).find((name) => kindsOf[name].includes(kind))!

interface Filter {
  kind?: VaultKind | undefined
  type?: string | undefined
  use?: (typeof vaultUses)[number] | undefined
  q?: string | undefined
  sha256?: string | undefined
  sortBy: 'createdAt' | 'bytes' | 'name'
  sort: 'asc' | 'desc'
}
interface Row {
  id: string
  at: string
}

const usedSql = `(EXISTS (SELECT FROM item_files x JOIN items i ON i.id = x.item_id WHERE x.file_id = f.id AND i.status <> 'removed')
  OR EXISTS (SELECT FROM awaited_files x JOIN items i ON i.id = x.item_id WHERE x.problem IS NULL AND x.file_ids @> ARRAY[f.id] AND i.status <> 'removed'))`
const olderSql = `SELECT d.id, d.original_name AS name FROM files d WHERE d.owner_id = f.owner_id AND d.sha256 = f.sha256
  AND d.purpose = f.purpose AND d.id < f.id AND ${contentSql('d')} AND d.status NOT IN ('blocked', 'failed')`
const orders = { createdAt: 'f.created_at', bytes: 'f.bytes', name: 'lower(f.original_name)' } as const

export async function listFiles(ctx: Context, viewer: SignedIn, filter: Filter, page: Page) {
  const { kind, type, use, q, sha256, sortBy, sort } = filter
  const matching = sql`files f WHERE f.owner_id = ${viewer.id} AND ${sql.raw(contentSql('f'))}
    AND ${kind ? sql`f.kind = ANY(${kindsOf[kind]}::text[])` : sql`true`} AND ${type ? sql`f.purpose = ${type}` : sql`true`}
    AND ${use === undefined ? sql`true` : sql.raw(use === 'duplicate' ? `EXISTS (${olderSql})` : use === 'used' ? usedSql : `NOT ${usedSql}`)}
    AND ${q ? sql`f.original_name ILIKE ${`%${escapeLike(q)}%`}` : sql`true`}
    AND ${sha256 ? sql`f.sha256 = decode(${sha256}, 'hex')` : sql`true`}`
  const isByDate = sortBy === 'createdAt'
  const way = sql.raw(sort)
  const { cursor } = page
  const after =
    cursor && isByDate
      ? sql`(f.created_at, f.id) ${sql.raw(sort === 'asc' ? '>' : '<')} (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
      : sql`true`
  // In an order that is no date, the cursor says how many came before.
  const offset = cursor && !isByDate ? cursor.passed : page.offset
  const [found, counted] = await Promise.all([
    rows(
      ctx.db,
      sql<Row>`SELECT f.id, ${sql.raw(instantSql('f.created_at'))} AS at FROM ${matching} AND ${after}
        ORDER BY ${sql.raw(orders[sortBy])} ${way}, f.id ${way} LIMIT ${page.size + 1} OFFSET ${offset}`,
    ),
    row(
      ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM (SELECT FROM ${matching} LIMIT ${countMax + 1}) listed`,
    ),
  ])
  const { shown, nextCursor } = cut(found, page)
  const ids = shown.map(({ id }) => id)
  return { data: await presentVault(ctx, viewer, ids), ...totalOf(counted!.n), nextCursor }
}

interface Extra {
  id: string
  createdAt: Date
  isRetained: boolean
  deletesAt: Date | null
  olderId: string | null
  olderName: string | null
  uses: VaultFile['uses'] | null
  useCount: number
  canDownload: boolean
}
const usesShown = 10
/** What was recorded here has no original, and nobody gets what was not processed or is blocked. */
const hasOriginalSql = `(f.original_key IS NOT NULL AND f.status = 'ready')`

async function presentVault(ctx: Context, viewer: SignedIn, ids: readonly string[]): Promise<VaultFile[]> {
  if (ids.length === 0) return []
  const [files, extras] = await Promise.all([
    loadFiles(ctx, ids),
    rows(
      ctx.db,
      sql<Extra>`SELECT f.id, f.created_at AS "createdAt", f.is_retained AS "isRetained",
          CASE WHEN f.is_retained THEN NULL ELSE f.unreferenced_since + make_interval(days => ${graceDays}) END AS "deletesAt",
          ${sql.raw(hasOriginalSql)} AS "canDownload", older.id AS "olderId", older.name AS "olderName", used.uses, coalesce(used.n, 0)::int AS "useCount"
        FROM files f
          LEFT JOIN LATERAL (${sql.raw(olderSql)} ORDER BY d.id LIMIT 1) older ON true
          LEFT JOIN LATERAL (SELECT count(*) AS n, json_agg(json_build_object('_id', u.id, 'kind', u.kind, 'title', left(u.title, 200), 'status', u.status)
              ORDER BY u.id DESC) FILTER (WHERE u.at <= ${usesShown}) AS uses
            FROM (SELECT i.id, i.kind, coalesce(nullif(i.title, ''), left(i.text, 80)) AS title, i.status, row_number() OVER (ORDER BY i.id DESC) AS at
              FROM items i WHERE i.status <> 'removed' AND i.id IN (SELECT x.item_id FROM item_files x WHERE x.file_id = f.id
                UNION SELECT x.item_id FROM awaited_files x WHERE x.problem IS NULL AND x.file_ids @> ARRAY[f.id])) u) used ON true
        WHERE f.id = ANY(${ids}::uuid[])`,
    ),
  ])
  const byId = new Map(extras.map((extra) => [extra.id, extra]))
  return ids.flatMap((id) => {
    const [file, extra] = [files.get(id), byId.get(id)]
    if (!file || !extra) return []
    return {
      _id: id,
      name: file.name,
      kind: kindOf(file.kind),
      type: file.purpose,
      bytes: Number(file.bytes),
      mime: file.mime,
      createdAt: extra.createdAt.toISOString(),
      isRetained: extra.isRetained,
      deletesAt: extra.deletesAt?.toISOString() ?? null,
      uses: extra.uses ?? [],
      useCount: extra.useCount,
      canDownload: extra.canDownload,
      duplicateOf: extra.olderId === null ? null : { _id: extra.olderId, name: extra.olderName ?? '' },
      file: presentFile(ctx, file, viewer, { granted: true }),
    }
  })
}

export async function fileSummary(ctx: Context, { id }: SignedIn) {
  const [groups, { stored, arriving }] = await Promise.all([
    rows(
      ctx.db,
      sql<{ kind: FileKind; files: number; bytes: number; unused: number; doubles: number; doubleBytes: number }>`
        SELECT kind, count(*)::int AS files, sum(bytes)::float8 AS bytes, count(*) FILTER (WHERE NOT is_used)::int AS unused,
          count(*) FILTER (WHERE is_double)::int AS doubles, coalesce(sum(bytes) FILTER (WHERE is_double), 0)::float8 AS "doubleBytes"
        FROM (SELECT f.kind, f.bytes, ${sql.raw(usedSql)} AS is_used, EXISTS (${sql.raw(olderSql)}) AS is_double
          FROM files f WHERE f.owner_id = ${id} AND ${sql.raw(contentSql('f'))}) own GROUP BY kind`,
    ),
    storedBytes(ctx, id),
  ])
  const sum = (of: (group: (typeof groups)[number]) => number, from = groups) =>
    from.reduce((total, group) => total + of(group), 0)
  const kinds = (Object.keys(kindsOf) as VaultKind[]).map((kind) => {
    const own = groups.filter((group) => kindOf(group.kind) === kind)
    return { kind, files: sum(({ files }) => files, own), bytes: sum(({ bytes }) => bytes, own) }
  })
  return {
    storedBytes: stored,
    arrivingBytes: arriving,
    limitBytes: storageLimit(ctx),
    files: sum(({ files }) => files),
    kinds,
    unused: sum(({ unused }) => unused),
    duplicates: { files: sum(({ doubles }) => doubles), bytes: sum(({ doubleBytes }) => doubleBytes) },
  }
}

export async function changeFile(
  ctx: Context,
  viewer: SignedIn,
  id: string,
  { name, isRetained }: { name?: string | undefined; isRetained?: boolean | undefined },
): Promise<VaultFile> {
  await ctx.transaction(async (tx) => {
    await lockOwn(tx, viewer, id)
    await store.changeFile(tx, id, { name: name ?? null, isRetained: isRetained ?? null })
    await publish(tx, fileDescribed, { fileId: id, ownerId: viewer.id })
  })
  return (await presentVault(ctx, viewer, [id]))[0] ?? refuse('NOT_FOUND')
}

/** A link under which a file of one's own is saved as it was uploaded. */
export async function linkToFile(ctx: Context, viewer: SignedIn, id: string) {
  const found = await row(
    ctx.db,
    sql`SELECT FROM files f WHERE f.id = ${id} AND f.owner_id = ${viewer.id} AND ${sql.raw(contentSql('f'))} AND ${sql.raw(hasOriginalSql)}`,
  )
  if (!found) refuse('NOT_FOUND')
  return {
    url: downloadAddress(ctx, viewer, id),
    expiresAt: new Date(ctx.clock.now().getTime() + scopes.original.minutes * 60_000).toISOString(),
  }
}

export async function deleteFile(ctx: Context, viewer: SignedIn, id: string): Promise<void> {
  const isDeleted = await deleteUnused(ctx, id, async (tx) => {
    await lockOwn(tx, viewer, id)
    refuseIf(await isSoldFile(tx, id), 'SOLD_FILES_STAY')
  })
  refuseIf(!isDeleted, 'FILE_IN_USE')
}

/** Files that are not the viewer's, or gone, are as good as deleted. */
export async function deleteFiles(ctx: Context, viewer: SignedIn, ids: readonly string[]) {
  const own = (await store.filesByIds(ctx, ids)).filter((file) => isOwn(file, viewer))
  const result = { deleted: [] as string[], inUse: [] as string[] }
  for (const { id } of own) {
    const isDeleted = await deleteUnused(ctx, id, (tx) => store.lockFile(tx, id))
    result[isDeleted ? 'deleted' : 'inUse'].push(id)
  }
  return result
}

const isOwn = (file: store.FileRow, viewer: SignedIn): boolean =>
  file.ownerId === viewer.id && isContent(file.purpose) && file.status !== 'deleted' && file.status !== 'blocked'

async function lockOwn(tx: Context, viewer: SignedIn, id: string): Promise<store.FileRow> {
  const file = await store.lockFile(tx, id)
  return file && isOwn(file, viewer) ? file : refuse('NOT_FOUND')
}
