import type { Context } from '../../../platform/context.ts'
import { VersionedCache } from '../../../platform/db/row-cache.ts'
import { baseOf } from './address.ts'
import { fileJson } from './file-json.ts'
import { type PresentableFile, presentLocked, presentOpen } from './present.ts'

// Files as JSON text, by version of their row; writing a variant updates that row. docs/fast-path-queries.md. The text equals what
// `presentFile` makes; a test compares them.

export interface CachedFile {
  id: string
  version: string
  ownerId: string
  isGone: boolean
  locked: string
  /** Ends where the base begins. */
  open: string
  publicBase: string
}

const filesMax = 12_000
const byInstallation = new WeakMap<Context['settings'], VersionedCache<CachedFile>>()
/** Cached for as long as this process uses this database. */
export function cachedFiles({ settings }: Context): VersionedCache<CachedFile> {
  let cache = byInstallation.get(settings)
  if (!cache) byInstallation.set(settings, (cache = new VersionedCache(fetchFiles, filesMax)))
  return cache
}

export const fileVersionSql = (file: string): string => `${file}.xmin`

async function fetchFiles(ctx: Context, ids: string[]): Promise<CachedFile[]> {
  const { rows } = await ctx.pool.query<{ version: string; file: PresentableFile }>({
    name: 'media cached files',
    text: `SELECT concat(${fileVersionSql('f')}) AS version, ${fileJson('f')} AS file FROM files f WHERE f.id = ANY($1::uuid[])`,
    values: [ids],
  })
  return rows.map(({ version, file }) => ({
    id: file.id,
    version,
    ownerId: file.ownerId,
    isGone: file.status === 'blocked' || file.status === 'deleted',
    locked: JSON.stringify(presentLocked(file)),
    open: `${JSON.stringify(presentOpen(file)).slice(0, -1)},"base":"`,
    publicBase: baseOf(ctx, { kind: 'visitor' }, 'public', file.id),
  }))
}

/** A file as `presentFile` presents it; `base` is where it is stored for this viewer. */
export const textOfFile = (
  file: CachedFile,
  viewerId: string | null,
  granted: boolean,
  base: (file: CachedFile) => string,
): string => (granted && (!file.isGone || file.ownerId === viewerId) ? `${file.open}${base(file)}"}` : file.locked)
