import type { Context } from '../../../platform/context.ts'
import { type Cursor, instantSql, type Page, writeCursor } from '../../../platform/db/cursor.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import { countMax, totalOf } from '../../../platform/db/totals.ts'
import { idOf, type SignedIn, type Viewer } from '../../../platform/viewer.ts'
import { availabilityOf, type GateColumns, gateOf, isHidden } from '../../access/items.ts'
import { authorizeAll, type Lockable, type Verdict } from '../../access/policy.ts'
import { performerVisibleSql, visibilityVariant } from '../../access/visibility-sql.ts'
import type { ItemFileRow } from '../items/item-files.ts'
import { fileById, fileJson } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'

// Lists of photos, with the verdict of the access policy about the gallery of each.

export interface PhotoRow extends GateColumns {
  id: string
  at: string
  title: string
  position: number
  likes: bigint
  bookmarks: bigint
  createdAt: Date
  updatedAt: Date
  galleryId: string
  galleryTitle: string
  status: string
  statusReason: string | null
  performerId: string
  name: string
  username: string | null
  locale: string | null
  avatar: PresentableFile | null
  isVerified: boolean
  file: ItemFileRow
  isCover: boolean
  reactions: string[] | null
}
export interface FoundPhoto {
  photo: PhotoRow
  verdict: Verdict
}

/** Which photos a list has. $1 is the viewer, $2 their country; the list's own values come after. */
export interface PhotoList {
  name: string
  where: string
  values: unknown[]
  /** Where the photos `ph` come from, if it is not their table alone: `r` are reactions. */
  from?: string
  order: 'position' | 'date'
  /** Whether photos that the viewer bought are shown although their performer is hidden from them. */
  showsBought?: boolean
  /** The date it is ordered by, where it is one. */
  at: string
  /** What decides where dates are equal. */
  id?: string
  sort: 'asc' | 'desc'
}

const others = 'JOIN items i ON i.id = ph.gallery_id JOIN files f ON f.id = ph.file_id'
const isShown = `NOT ph.is_withheld AND f.is_playable AND f.status NOT IN ('blocked', 'deleted')`
const columns = `ph.id, ph.title, ph.position, ph.likes, ph.bookmarks, ph.created_at AS "createdAt", ph.updated_at AS "updatedAt",
  ph.gallery_id AS "galleryId", i.title AS "galleryTitle", i.status, i.status_reason AS "statusReason", i.performer_id AS "performerId",
  i.gate_type AS "gateType", i.gate_plan_ids AS "gatePlanIds", i.gate_list_ids AS "gateListIds", i.gate_price AS "gatePrice", i.gate_free_for_subscribers AS "gateFreeForSubscribers",
  a.name, a.username, a.locale, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", ${fileJson('f', `'role', 'main', `)} AS file,
  EXISTS (SELECT FROM item_files x WHERE x.item_id = ph.gallery_id AND x.file_id = ph.file_id AND x.role = 'cover') AS "isCover",
  (SELECT array_agg(r.action) FROM reactions r WHERE r.account_id = $1::uuid AND r.object_id = ph.id) AS reactions`

type PhotoSort = 'createdAt' | 'updatedAt' | 'position'
interface Order {
  sortBy: PhotoSort
  sort: 'asc' | 'desc'
}
const by = (sortBy: PhotoSort) => ({
  order: sortBy === 'position' ? ('position' as const) : ('date' as const),
  at: sortBy === 'updatedAt' ? 'ph.updated_at' : 'ph.created_at',
})

/** The photos of one gallery; the caller has checked that the viewer may know of the gallery. */
export const ofGallery = (galleryId: string, { sortBy, sort }: Order): PhotoList => ({
  name: `of gallery by ${sortBy}`,
  where: `ph.gallery_id = $3::uuid AND ${isShown}`,
  values: [galleryId],
  showsBought: true,
  ...by(sortBy),
  sort,
})
export const ofPerformer = (performerId: string, { sortBy, sort }: Order): PhotoList => ({
  name: `of performer by ${sortBy}`,
  where: `ph.performer_id = $3::uuid AND i.status = 'published' AND ${isShown}`,
  values: [performerId],
  ...by(sortBy),
  sort,
})
/** Of everyone whom the viewer may see. */
export const ofAll = (ctx: Context, viewer: Viewer, { sortBy, sort }: Order): PhotoList => {
  const variant = visibilityVariant(ctx, viewer)
  return {
    name: `of all by ${sortBy} ${variant}`,
    where: `i.status = 'published' AND ${isShown} AND ${performerVisibleSql(variant, 'i.performer_id', '$1::uuid', '$2::text')}`,
    values: [],
    ...by(sortBy),
    sort,
  }
}
export const bookmarked = (ctx: Context, viewer: Viewer, sort: 'asc' | 'desc'): PhotoList => {
  const variant = visibilityVariant(ctx, viewer)
  return {
    name: `bookmarked ${variant}`,
    // Each photo is fetched by its id, in the order of the bookmarks.
    from: 'reactions r CROSS JOIN LATERAL (SELECT * FROM photos h WHERE h.id = r.object_id LIMIT 1) ph',
    where: `r.account_id = $1::uuid AND r.object_type = 'photo' AND r.action = 'bookmark' AND i.status IN ('published', 'archived') AND ${isShown} AND ${performerVisibleSql(variant, 'i.performer_id', '$1::uuid', '$2::text')}`,
    values: [],
    order: 'date',
    at: 'r.created_at',
    id: 'r.object_id',
    sort,
  }
}
export const ownPhotos = ({
  galleryId,
  q,
  sortBy,
  sort,
}: Order & { galleryId?: string | undefined; q?: string | undefined }): PhotoList => ({
  name: `own by ${sortBy}`,
  where: `ph.performer_id = $1::uuid AND NOT ph.is_withheld AND i.status <> 'removed' AND ($3::uuid IS NULL OR ph.gallery_id = $3) AND ($4::text IS NULL OR ph.title ILIKE $4)`,
  values: [galleryId ?? null, q ? `%${escapeLike(q)}%` : null],
  ...by(sortBy),
  sort,
})

/** One page of a list, without photos of galleries that are hidden from the viewer. */
export async function readPhotos(ctx: Context, viewer: Viewer, list: PhotoList, page: Page) {
  const [found, counted] = await Promise.all([
    page.tooDeep ? [] : load(ctx, viewer, list, page),
    count(ctx, viewer, list),
  ])
  const shown = found.slice(0, page.size)
  const last = shown.at(-1)
  const nextCursor = found.length > page.size && last ? writeCursor(after(list, page, last, shown.length)) : null
  const verdicts = await authorizeAll(ctx, viewer, uniqueGalleries(shown))
  const photos = shown.map((photo): FoundPhoto => ({ photo, verdict: verdicts.get(photo.galleryId)! }))
  return {
    found: photos.filter(({ verdict }) => !isHidden(verdict) || (list.showsBought && verdict.granted)),
    ...totalOf(counted),
    nextCursor,
  }
}

/** A photo of the performer’s own. */
export async function loadOwnPhoto(ctx: Context, viewer: SignedIn, by: { id: string } | { fileId: string }) {
  const [column, value] = 'id' in by ? ['ph.id', by.id] : ['ph.file_id', by.fileId]
  const { rows } = await ctx.pool.query<PhotoRow>({
    name: `own photo by ${column}`,
    text: `SELECT ${columns}, ${instantSql('ph.created_at')} AS at FROM photos ph ${others} ${people}
      WHERE ${column} = $2::uuid AND ph.performer_id = $1::uuid AND NOT ph.is_withheld AND i.status <> 'removed'`,
    values: [viewer.id, value],
  })
  return rows[0]
}

const people = 'JOIN accounts a ON a.id = i.performer_id JOIN performers p ON p.account_id = i.performer_id'

async function load(ctx: Context, viewer: Viewer, list: PhotoList, page: Page): Promise<PhotoRow[]> {
  const { values, sort, at, id = 'ph.id', order, from = 'photos ph', where } = list
  const direction = sort === 'asc' ? 'ASC' : 'DESC'
  const bound = [idOf(viewer), viewer.country, ...values]
  const value = (entry: unknown) => `$${bound.push(entry)}`
  const beyond = !page.cursor
    ? ''
    : order === 'position'
      ? ` AND ph.position ${sort === 'asc' ? '>=' : '<'} ${value(page.cursor.passed)}::int`
      : ` AND (${at}, ${id}) ${sort === 'asc' ? '>' : '<'} (${value(page.cursor.at)}::timestamptz, ${value(page.cursor.id)}::uuid)`
  const inOrder =
    order === 'position' ? `ph.position ${direction}, ph.id ${direction}` : `${at} ${direction}, ${id} ${direction}`
  const { rows } = await ctx.pool.query<PhotoRow>({
    name: `photos ${list.name} ${order} ${sort}${page.cursor ? ' after' : ''}`,
    text: `SELECT ${columns}, ${instantSql(at)} AS at FROM ${from} ${others} ${people} WHERE ${usesAll} AND ${where}${beyond}
      ORDER BY ${inOrder} LIMIT ${value(page.size + 1)}::int OFFSET ${value(page.offset)}::int`,
    values: bound,
  })
  return rows
}

async function count(
  ctx: Context,
  viewer: Viewer,
  { name, from = 'photos ph', where, values }: PhotoList,
): Promise<number> {
  const { rows } = await ctx.pool.query<{ counted: number }>({
    name: `photos count ${name}`,
    text: `SELECT count(*)::int AS counted FROM (SELECT FROM ${from} ${others} WHERE ${usesAll} AND ${where} LIMIT ${countMax + 1}) listed`,
    values: [idOf(viewer), viewer.country, ...values],
  })
  return rows[0]!.counted
}
/** PostgreSQL wants to know the type of every parameter, used or not. */
const usesAll = '($1::uuid IS NULL OR true) AND ($2::text IS NULL OR true)'

/** In the order of a gallery the cursor is the next position; by date it is the last row. */
function after({ order, sort }: PhotoList, page: Page, last: PhotoRow, shown: number): Cursor {
  const passed =
    order === 'position' ? last.position + (sort === 'asc' ? 1 : 0) : (page.cursor?.passed ?? page.offset) + shown
  return { at: last.at, id: last.id, passed }
}

const uniqueGalleries = (photos: readonly PhotoRow[]): Lockable[] => [
  ...new Map(photos.map((photo) => [photo.galleryId, galleryOf(photo)])).values(),
]
const galleryOf = (photo: PhotoRow): Lockable => ({
  id: photo.galleryId,
  performerId: photo.performerId,
  gate: gateOf(photo),
  availability: availabilityOf(photo.status, photo.statusReason),
})
