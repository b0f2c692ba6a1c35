import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import type { AgeAssurance } from '../../platform/viewer.ts'
import { ageAssuranceSql, ageScope } from './age.ts'
import { ageHides } from './visibility.ts'
import { performerVisibleSql } from './visibility-sql.ts'

/**
 * Which of many live sessions may know that a performer exists. The condition for lists decides by blocks, countries and the performer's
 * account; what a session's age hides depends on its country. Staff count as anybody else here.
 */
export async function visibleToSessions(
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
      isOwn: boolean
    }>`SELECT s.id, s.country, ${sql.raw(ageAssuranceSql('me'))} AS age, p.is_adult AS "isAdult",
      s.account_id = p.account_id AS "isOwn" FROM sessions s
      JOIN accounts me ON me.id = s.account_id
      JOIN performers p ON p.account_id = ${performerId}
      WHERE s.id = ANY(${sessionIds}::uuid[]) AND ${sql.raw(performerVisibleSql('', 'p.account_id', 's.account_id', 's.country'))}`,
  )
  const rules = ctx.settings.all()
  const mayKnow = found.filter((entry) => entry.isOwn || !ageHides(ageScope(rules, entry), entry.isAdult))
  return mayKnow.map(({ id }) => id)
}
