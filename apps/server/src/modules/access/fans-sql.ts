import type { RawBuilder } from 'kysely'
import { sql } from '../../platform/db/db.ts'

/**
 * Whether the account `a` is one of a creator's fans: follows, is or was subscribed, or bought something. Their name, what they spent and
 * what was noted about them is shown to this creator alone, and of nobody else.
 */
export const isFanSql = (performerId: string): RawBuilder<unknown> =>
  sql`(a.status <> 'closed' AND a.id <> ${performerId}::uuid
    AND (EXISTS (SELECT FROM follows f WHERE f.follower_id = a.id AND f.performer_id = ${performerId})
      OR EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = a.id AND s.performer_id = ${performerId} AND s.current_period_end IS NOT NULL)
      OR EXISTS (SELECT FROM fan_spending x WHERE x.fan_id = a.id AND x.performer_id = ${performerId}))
    AND a.id NOT IN (SELECT b.id FROM blocked_with(${performerId}::uuid) b(id)))`
