import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { refreshListingsJob } from './jobs.ts'

/** As many listings are written in one transaction. */
const batchSize = 100

/** Writes every listing anew, for what a new version adds to them. Safe to run twice. */
export async function refreshListings(ctx: Context, batch = batchSize): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const written = await rows(
      ctx.db,
      sql<{ id: string }>`SELECT l.id, refresh_listing(l.id) FROM (SELECT performer_id AS id FROM performer_listings
        WHERE performer_id > ${after}::uuid ORDER BY performer_id LIMIT ${batch}) l`,
    )
    if (written.length < batch) return
    after = written.at(-1)!.id
  }
}

export const performerJobs: JobHandler[] = [handle(refreshListingsJob, (ctx) => refreshListings(ctx))]
