import type { ItemRow, KindTable } from '../items/item-rows.ts'

/** A gallery: an item with counts of its photos. `files` has its cover and its first photos only. */
export interface GalleryRow extends ItemRow {
  photoCount: number
  readyCount: number
  failedCount: number
  coverPhotoId: string | null
}

/** As many photos are loaded with each gallery of a list. */
const firstPhotos = 4

export const galleryTable: KindTable = {
  kind: 'gallery',
  join: `JOIN galleries ga ON ga.item_id = i.id
    CROSS JOIN LATERAL (SELECT count(*)::int AS photos, count(*) FILTER (WHERE f.is_playable AND f.status NOT IN ('blocked', 'deleted'))::int AS ready,
        count(*) FILTER (WHERE f.status IN ('failed', 'blocked'))::int AS failed
      FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id AND x.role = 'main') counted`,
  columns: [
    'counted.photos AS "photoCount"',
    'counted.ready AS "readyCount"',
    'counted.failed AS "failedCount"',
    `(SELECT ph.id FROM item_files x JOIN photos ph ON ph.file_id = x.file_id WHERE x.item_id = i.id AND x.role = 'cover') AS "coverPhotoId"`,
  ],
  filesCondition: `x.role = 'cover' OR (x.role = 'main' AND x.position < ${firstPhotos})`,
}
