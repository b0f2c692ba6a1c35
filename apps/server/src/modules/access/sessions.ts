import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import type { AgeAssurance } from '../../platform/viewer.ts'
import { ageAssuranceSql, ageScope } from './age.ts'

/**
 * Which of many live sessions may know that a performer exists. Excluded are sessions with a block in either direction, sessions in a
 * country that the performer blocks and, for performers with adult content, sessions without age assurance.
 */
export async function sessionsThatSee(
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
      age: AgeAssurance
      isAdult: boolean
    }>`SELECT s.id, s.country, ${sql.raw(ageAssuranceSql('me'))} AS age, p.is_adult AS "isAdult" FROM sessions s
      JOIN accounts me ON me.id = s.account_id
      JOIN accounts a ON a.id = ${performerId} AND a.status NOT IN ('suspended', 'closing', 'closed')
      JOIN performers p ON p.account_id = a.id
      WHERE s.id = ANY(${sessionIds}::uuid[])
        AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id = s.account_id AND b.blocked_id = a.id)
          OR (b.blocker_id = a.id AND b.blocked_id = s.account_id))
        AND NOT EXISTS (SELECT FROM country_blocks c WHERE c.performer_id = a.id AND c.country = s.country)`,
  )
  const rules = ctx.settings.all()
  const mayKnow = found.filter((entry) => {
    const kept = ageScope(rules, entry)
    return kept === '' || (kept === 'marked' && !entry.isAdult)
  })
  return mayKnow.map(({ id }) => id)
}
