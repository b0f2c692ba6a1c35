import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'

/**
 * The door's first question for one performer and many live sessions at once: whoever is blocked, either way round, or sits in a
 * country that the performer blocks may not know that they exist.
 */
export async function sessionsThatMayKnow(
  ctx: Context,
  performerId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const found = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT s.id FROM sessions s
      JOIN accounts a ON a.id = ${performerId} AND a.status NOT IN ('suspended', 'closing', 'closed')
      WHERE s.id = ANY(${sessionIds}::uuid[])
        AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id = s.account_id AND b.blocked_id = a.id)
          OR (b.blocker_id = a.id AND b.blocked_id = s.account_id))
        AND NOT EXISTS (SELECT FROM country_blocks c WHERE c.performer_id = a.id AND c.country = s.country)`,
  )
  return found.map(({ id }) => id)
}
