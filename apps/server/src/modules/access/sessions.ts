import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db/db.ts'
import type { AgeAssurance } from '../../platform/viewer.ts'
import { ageAssuranceSql, ageScope } from './age.ts'
import { ageHides } from './visibility.ts'
import { performerVisibleSql } from './visibility-sql.ts'

/** A live session, and a performer about whom something is to be sent to it. */
export interface Pair {
  performerId: string
  sessionId: string
}

/** Which of many live sessions may know that a performer exists. */
export async function visibleToSessions(
  ctx: Context,
  performerId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  const visible = await visiblePairs(
    ctx,
    sessionIds.map((sessionId) => ({ performerId, sessionId })),
  )
  return visible.map(({ sessionId }) => sessionId)
}

/**
 * Those pairs whose session may know that the performer exists, in one query. The condition for lists decides by blocks, countries and the
 * performer's account; what a session's age hides depends on its country. Staff count as anybody else here.
 */
export async function visiblePairs(ctx: Context, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const found = await rows(
    ctx.db,
    sql<{
      performerId: string
      sessionId: string
      country: string | null
      age: AgeAssurance
      isAdult: boolean
      isOwn: boolean
    }>`SELECT p.account_id AS "performerId", s.id AS "sessionId", s.country, ${sql.raw(ageAssuranceSql('me'))} AS age,
      p.is_adult AS "isAdult", s.account_id = p.account_id AS "isOwn"
      FROM unnest(${pairs.map(({ performerId }) => performerId)}::uuid[], ${pairs.map(({ sessionId }) => sessionId)}::uuid[])
        AS pair (performer_id, session_id)
      JOIN sessions s ON s.id = pair.session_id
      JOIN accounts me ON me.id = s.account_id
      JOIN performers p ON p.account_id = pair.performer_id
      WHERE ${sql.raw(performerVisibleSql('', 'p.account_id', 's.account_id', 's.country'))}`,
  )
  const rules = ctx.settings.all()
  return found
    .filter((entry) => entry.isOwn || !ageHides(ageScope(rules, entry), entry.isAdult))
    .map(({ performerId, sessionId }) => ({ performerId, sessionId }))
}

interface Watched extends Pair {
  gate: 'public' | 'subscribers' | 'ticket'
  /** What a ticket is bought for. */
  ticketFor?: string | null
  isFreeForSubscribers?: boolean
}
/**
 * The same for something that is shown for as long as they may see it, to everyone, to subscribers or to those who have a ticket. A session that is over
 * may nothing.
 */
export async function entitledPairs<P extends Watched>(ctx: Context, pairs: readonly P[]): Promise<P[]> {
  const nameOf = ({ performerId, sessionId }: Pair) => `${performerId} ${sessionId}`
  const watchNameOf = (pair: Pair & { ticketFor?: string | null }) => `${nameOf(pair)} ${pair.ticketFor ?? ''}`
  const visible = new Set((await visiblePairs(ctx, pairs)).map(nameOf))
  const candidates = pairs.filter((pair) => visible.has(nameOf(pair)))
  if (candidates.length === 0) return []
  const found = await rows(
    ctx.db,
    sql<
      Pair & { ticketFor: string | null; subscribes: boolean; owns: boolean }
    >`SELECT pair.performer_id AS "performerId", s.id AS "sessionId", pair.ticket_for AS "ticketFor",
        s.account_id = pair.performer_id OR EXISTS (SELECT FROM subscriptions b WHERE b.fan_id = s.account_id
          AND b.performer_id = pair.performer_id AND b.access_until > app_now()) AS subscribes,
        s.account_id = pair.performer_id OR EXISTS (SELECT FROM purchases u WHERE u.account_id = s.account_id
          AND u.object_id = pair.ticket_for AND u.revoked_at IS NULL) AS owns
      FROM unnest(${candidates.map(({ performerId }) => performerId)}::uuid[], ${candidates.map(({ sessionId }) => sessionId)}::uuid[],
          ${candidates.map(({ ticketFor }) => ticketFor ?? null)}::uuid[])
          AS pair (performer_id, session_id, ticket_for)
        JOIN sessions s ON s.id = pair.session_id AND s.revoked_at IS NULL AND s.expires_at > app_now()`,
  )
  const live = new Map(found.map((pair) => [watchNameOf(pair), pair]))
  return candidates.filter((pair) => {
    const has = live.get(watchNameOf(pair))
    if (!has || pair.gate === 'public') return has !== undefined
    return pair.gate === 'subscribers'
      ? has.subscribes
      : has.owns || (pair.isFreeForSubscribers === true && has.subscribes)
  })
}
