import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { hiddenPerformers } from '../../access/policy.ts'

// All listed creators in the order of their ids, for the site map.

const listed = sql`performers p JOIN accounts a ON a.id = p.account_id AND a.status = 'active' AND a.username IS NOT NULL
  WHERE p.verification_status = 'approved'`

/** The first id of each page of `size`. */
export async function pageStarts(ctx: Context, size: number): Promise<string[]> {
  const found = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM (SELECT p.account_id AS id, row_number() OVER (ORDER BY p.account_id) AS n FROM ${listed}) numbered
      WHERE n % ${size} = 1 ORDER BY n`,
  )
  return found.map(({ id }) => id)
}

/** `size` creators starting from an id, without those that are hidden from this viewer. */
export async function pageFrom(
  ctx: Context,
  viewer: Viewer,
  from: string,
  size: number,
): Promise<{ username: string; updatedAt: Date }[]> {
  const found = await rows(
    ctx.db,
    sql<{
      id: string
      username: string
      updatedAt: Date
    }>`SELECT a.id, a.username, p.updated_at AS "updatedAt" FROM ${listed}
      AND p.account_id >= ${from}::uuid ORDER BY p.account_id LIMIT ${size}`,
  )
  const hidden = await hiddenPerformers(
    ctx,
    viewer,
    found.map(({ id }) => id),
  )
  return found.filter(({ id }) => !hidden.has(id))
}
