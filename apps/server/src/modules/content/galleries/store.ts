import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export const insertGallery = (tx: Context, itemId: string) =>
  sql`INSERT INTO galleries (item_id) VALUES (${itemId})`.execute(tx.db)

export interface StoredPhoto {
  id: string
  fileId: string
}
/** The photos of a gallery that the transaction has locked, in their order. */
export const photosOf = (tx: Context, galleryId: string): Promise<StoredPhoto[]> =>
  rows(
    tx.db,
    sql<StoredPhoto>`SELECT id, file_id AS "fileId" FROM photos WHERE gallery_id = ${galleryId} AND NOT is_withheld ORDER BY position, id`,
  )
export const galleryOfPhoto = (tx: Context, performerId: string, id: string) =>
  row(
    tx.db,
    sql<{
      galleryId: string
      fileId: string
    }>`SELECT gallery_id AS "galleryId", file_id AS "fileId" FROM photos WHERE id = ${id} AND performer_id = ${performerId} AND NOT is_withheld`,
  )
/** Those of these files that are photos already. */
export const photosAmong = async (tx: Context, fileIds: readonly string[]): Promise<Set<string>> => {
  const found = await rows(
    tx.db,
    sql<{ fileId: string }>`SELECT file_id AS "fileId" FROM photos WHERE file_id = ANY(${fileIds}::uuid[])`,
  )
  return new Set(found.map(({ fileId }) => fileId))
}
export const insertPhotos = (
  tx: Context,
  {
    galleryId,
    performerId,
    photos,
    from,
    title,
  }: { galleryId: string; performerId: string; photos: readonly StoredPhoto[]; from: number; title: string },
) =>
  sql`INSERT INTO photos (id, gallery_id, file_id, performer_id, title, position)
    SELECT p.id, ${galleryId}, p.file_id, ${performerId}, ${title}, ${from} + p.n - 1
    FROM unnest(${photos.map(({ id }) => id)}::uuid[], ${photos.map(({ fileId }) => fileId)}::uuid[]) WITH ORDINALITY AS p(id, file_id, n)`.execute(
    tx.db,
  )
export const setTitle = (tx: Context, id: string, title: string) =>
  sql`UPDATE photos SET title = ${title}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const setGallery = (tx: Context, id: string, galleryId: string) =>
  sql`UPDATE photos SET gallery_id = ${galleryId}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const setPositions = (tx: Context, photos: readonly StoredPhoto[]) =>
  sql`UPDATE photos SET position = o.n - 1 FROM unnest(${photos.map(({ id }) => id)}::uuid[]) WITH ORDINALITY AS o(id, n)
    WHERE photos.id = o.id AND position <> o.n - 1`.execute(tx.db)
/** Any photo, of any performer. */
export const anyPhoto = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<{
      galleryId: string
      performerId: string
      fileId: string
      isWithheld: boolean
    }>`SELECT gallery_id AS "galleryId",
        performer_id AS "performerId", file_id AS "fileId", is_withheld AS "isWithheld" FROM photos WHERE id = ${id}`,
  )
export const setWithheld = (tx: Context, id: string, isWithheld: boolean) =>
  sql`UPDATE photos SET is_withheld = ${isWithheld}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
export const deletePhoto = (tx: Context, id: string) => sql`DELETE FROM photos WHERE id = ${id}`.execute(tx.db)
export const deletePhotos = (tx: Context, ids: readonly string[]) =>
  sql`DELETE FROM photos WHERE id = ANY(${ids}::uuid[])`.execute(tx.db)
