import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { count, type Delta } from '../counters/roll-up.ts'
import { itemKinds, type KindName, kindNames } from './kinds.ts'
import * as store from './store.ts'
import { itemWithdrawn } from './events.ts'
import { withdrawItemJob } from './jobs.ts'

const batchMax = 200

interface PublishedItem {
  id: string
  kind: KindName
  performerId: string
}

/** Takes a published item out of lists, home feeds and counts. Who bought it still has it. */
export async function withdrawItem(
  tx: Context,
  item: PublishedItem,
  status: 'archived' | 'hidden' | 'removed',
  reason: string | null,
): Promise<void> {
  const files = await store.countMainFiles(tx, item.id)
  await store.setStatus(tx, item.id, status, reason)
  await announceWithdrawal(tx, item)
  await count(tx, [publishedCount({ ...item, files }, -1)])
}

/** Home feeds and cached pages no longer show it. */
export async function announceWithdrawal(tx: Context, { id, kind, performerId }: PublishedItem): Promise<void> {
  await withdrawItemJob.enqueue(tx, { itemId: id })
  await publish(tx, itemWithdrawn, { itemId: id, kind, performerId })
}

/** What a published item adds to a counter of its performer. */
export const publishedCount = (item: PublishedItem & { files: number }, by: 1 | -1): Delta => ({
  subject: 'performer',
  id: item.performerId,
  counter: itemKinds[item.kind].counter,
  by: itemKinds[item.kind].counts === 'files' ? by * item.files : by,
})

/** Archives the items that have expired, in batches; a scheduled job. */
export async function archiveExpired(ctx: Context): Promise<void> {
  for (;;) {
    const archived = await ctx.transaction(async (tx) => {
      const due = await rows(
        tx.db,
        sql<PublishedItem>`SELECT id, kind, performer_id AS "performerId" FROM items
          WHERE status = 'published' AND expires_at <= app_now() AND kind = ANY(${kindNames})
          ORDER BY expires_at LIMIT ${batchMax} FOR UPDATE SKIP LOCKED`,
      )
      for (const item of due) await withdrawItem(tx, item, 'archived', null)
      return due.length
    })
    if (archived < batchMax) return
  }
}
