import type { Chapter } from '@fanlight/contract/videos'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuseIf, refuseRule } from '../../../platform/refusal.ts'
import * as store from './store.ts'

/** What videos have beyond what all items have. */
export interface VideoDetails {
  chapters?: readonly Chapter[] | undefined
  /** Whether those who buy it may save it. */
  buyersMayDownload?: boolean | undefined
}

/** Writes what was sent. Chapters begin within the main file, where its length is known; what buyers were promised stays. */
export async function saveVideoDetails(tx: Context, id: string, details: VideoDetails): Promise<void> {
  const { chapters, buyersMayDownload } = details
  refuseIf(buyersMayDownload === false && (await store.isBought(tx, id)), 'SOLD_FILES_STAY')
  const last = chapters?.at(-1)
  const lengthMs = last && (await mainLength(tx, id))
  if (last && lengthMs && last.at * 1000 >= lengthMs) refuseRule('chapters', 'CHAPTER_LATE')
  await sql`UPDATE items SET chapters = coalesce(${chapters ? JSON.stringify(chapters) : null}::jsonb, chapters),
      buyers_may_download = coalesce(${buyersMayDownload ?? null}::boolean, buyers_may_download) WHERE id = ${id}`.execute(
    tx.db,
  )
}

/** Somebody whom the video shows forbids downloads now: whoever was shown them doesn’t buy it without. */
export const withoutDownload = (tx: Context, id: string) =>
  sql`UPDATE items SET offer_version = offer_version + 1 WHERE id = ${id} AND kind = 'video' AND buyers_may_download`.execute(
    tx.db,
  )

const mainLength = async (tx: Context, id: string): Promise<number | null> =>
  (
    await row(
      tx.db,
      sql<{
        lengthMs: number | null
      }>`SELECT f.duration_ms AS "lengthMs" FROM item_files x JOIN files f ON f.id = x.file_id
        WHERE x.item_id = ${id} AND x.role = 'main'`,
    )
  )?.lengthMs ?? null
