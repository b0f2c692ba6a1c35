import type { Chapter } from '@fanlight/contract/videos'
import type { ItemRow, KindTable } from '../items/item-rows.ts'

export interface VideoRow extends ItemRow {
  /** When it was live, where it is the replay of a stream. */
  liveAt: Date | null
  chapters: Chapter[]
  buyersMayDownload: boolean
  /** Nobody whom it shows forbids that buyers save it. */
  isDownloadAllowed: boolean
}

const liveAt = `(SELECT l.started_at FROM item_files o JOIN recordings r ON r.file_id = o.file_id JOIN streams l ON l.id = r.stream_id
      WHERE o.item_id = i.id AND o.role = 'main')`
const isDownloadAllowed = `NOT EXISTS (SELECT FROM item_participants x
      JOIN participants n ON n.id = x.participant_id WHERE x.item_id = i.id AND NOT n.may_download)`

export const videoTable: KindTable = {
  kind: 'video',
  join: '',
  columns: [
    `${liveAt} AS "liveAt"`,
    `i.chapters, i.buyers_may_download AS "buyersMayDownload", ${isDownloadAllowed} AS "isDownloadAllowed"`,
  ],
}
/** SQL: whether who bought the video `i` may save it, as `mayDownload` decides it for one. */
export const buyersMaySaveSql = `(i.buyers_may_download AND ${isDownloadAllowed} AND ${liveAt} IS NULL AND EXISTS (SELECT FROM item_files o
  JOIN files d ON d.id = o.file_id WHERE o.item_id = i.id AND o.role = 'main' AND d.status = 'ready'))`
