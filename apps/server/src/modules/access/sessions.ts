import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import type { AgeProof } from '../../platform/viewer.ts'
import { ageProofSql, ageScope } from './age.ts'

/**
 * The door's first question for one performer and many live sessions at once: whoever is blocked, either way round, or sits in a
 * country that the performer blocks may not know that they exist; nor may, of one whose work is for adults, who has not shown their age.
 */
export async function sessionsThatMayKnow(
  ctx: Context,
  performerId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const found = await rows(
    ctx.db,
    sql<{
      id: string
      country: string | null
      age: AgeProof
      isAdult: boolean
    }>`SELECT s.id, s.country, ${sql.raw(ageProofSql('me'))} AS age, p.is_adult AS "isAdult" FROM sessions s
      JOIN accounts me ON me.id = s.account_id
      JOIN accounts a ON a.id = ${performerId} AND a.status NOT IN ('suspended', 'closing', 'closed')
      JOIN performers p ON p.account_id = a.id
      WHERE s.id = ANY(${sessionIds}::uuid[])
        AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id = s.account_id AND b.blocked_id = a.id)
          OR (b.blocker_id = a.id AND b.blocked_id = s.account_id))
        AND NOT EXISTS (SELECT FROM country_blocks c WHERE c.performer_id = a.id AND c.country = s.country)`,
  )
  const rules = ctx.settings.all()
  const mayKnow = found.filter((one) => {
    const kept = ageScope(rules, one)
    return kept === '' || (kept === 'marked' && !one.isAdult)
  })
  return mayKnow.map(({ id }) => id)
}
