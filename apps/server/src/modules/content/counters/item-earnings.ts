import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { isAlongSql } from '../../money/charges/granting-along.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { recountItemEarningsJob } from './jobs.ts'

const batchMax = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Counts again what each item earned, from its purchases and orders. */
export async function recountItemEarnings(ctx: Context): Promise<void> {
  let after: string | undefined = beforeAll
  while (after) after = await recountBatch(ctx, after)
}

/** The next items after this id; the last of them, or undefined where there are no more. */
const recountBatch = (ctx: Context, after: string): Promise<string | undefined> =>
  ctx.transaction(async (tx) => {
    // The roll-up waits for these rows. Deltas are read in the next statement, which sees all that was committed before.
    const items = await rows(
      tx.db,
      sql<{ id: string }>`SELECT id FROM items WHERE id > ${after}::uuid ORDER BY id LIMIT ${batchMax} FOR UPDATE`,
    )
    const ids = items.map(({ id }) => id)
    await sql`WITH counted AS (
        DELETE FROM counter_deltas WHERE subject = 'item' AND counter = 'earned' AND subject_id = ANY(${ids}::uuid[])
      ), earned AS (
        SELECT s.item_id, sum(e.net - e.returned) AS net
        FROM (SELECT u.object_id AS item_id, u.charge_id FROM purchases u JOIN charges c ON c.id = u.charge_id
            WHERE u.object_id = ANY(${ids}::uuid[]) AND u.revoked_at IS NULL AND NOT ${sql.raw(isAlongSql('u', 'c'))}
          UNION SELECT product_id, id FROM orders WHERE product_id = ANY(${ids}::uuid[])) s JOIN earnings e ON e.id = s.charge_id
        GROUP BY s.item_id
      )
      UPDATE items i SET earned = coalesce((SELECT net FROM earned WHERE item_id = i.id), 0) WHERE i.id = ANY(${ids}::uuid[])`.execute(
      tx.db,
    )
    return ids.length < batchMax ? undefined : ids.at(-1)
  })

export const counterJobs: JobHandler[] = [handle(recountItemEarningsJob, (ctx) => recountItemEarnings(ctx))]
