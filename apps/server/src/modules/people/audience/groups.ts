import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import { newWithinDays, renewingWithinDays } from '@fanlight/contract/audience'
import type { RawBuilder } from 'kysely'
import { sql } from '../../../platform/db/db.ts'

/** The rows `m` of one group, the column that names its people, and the date by which it is sorted. */
export interface Group {
  from: RawBuilder<unknown>
  person: 'fan_id' | 'follower_id' | 'account_id'
  /** Column of the date; none where the group is sorted by what was spent. */
  date: 'created_at' | 'current_period_end' | 'access_until' | null
  /** The column that decides where dates are equal, as in the index. */
  tie: 'id' | 'follower_id' | 'account_id' | 'fan_id'
  sort: 'asc' | 'desc'
}

const ofSubscriptions = (
  performerId: string,
  which: RawBuilder<unknown>,
  date: Group['date'] = 'created_at',
  sort: Group['sort'] = 'desc',
): Group => ({
  from: sql`subscriptions m WHERE m.performer_id = ${performerId} AND ${which}`,
  person: 'fan_id',
  date,
  tie: 'id',
  sort,
})
const running = sql`m.access_until > app_now()`

/** Each is served by an index that has its order: one page reads about as many rows as it shows. */
export function groupOf(performerId: string, name: AudienceGroup, listId: string | undefined): Group {
  switch (name) {
    case 'subscribers':
      return ofSubscriptions(performerId, running)
    case 'new':
      return ofSubscriptions(
        performerId,
        sql`${running} AND m.created_at > app_now() - make_interval(days => ${newWithinDays})`,
      )
    case 'renewing':
      return ofSubscriptions(
        performerId,
        sql`m.status IN ('active', 'trialing') AND NOT m.cancel_at_period_end AND m.type NOT IN ('free', 'gift') AND m.pause_months IS NULL
          AND m.current_period_end BETWEEN app_now() AND app_now() + make_interval(days => ${renewingWithinDays})`,
        'current_period_end',
        'asc',
      )
    case 'failed':
      return ofSubscriptions(performerId, sql`m.status = 'past_due' AND ${running}`, 'current_period_end')
    case 'ending':
      return ofSubscriptions(performerId, sql`m.cancel_at_period_end AND ${running}`, 'access_until', 'asc')
    case 'lapsed':
      return ofSubscriptions(
        performerId,
        sql`m.access_until <= app_now() AND m.status <> 'paused' AND m.id = (SELECT n.id FROM subscriptions n WHERE n.fan_id = m.fan_id AND n.performer_id = m.performer_id
          AND n.access_until IS NOT NULL ORDER BY n.access_until DESC, n.id DESC LIMIT 1)`,
        'access_until',
      )
    case 'followers':
      return {
        from: sql`follows m WHERE m.performer_id = ${performerId}`,
        person: 'follower_id',
        date: 'created_at',
        tie: 'follower_id',
        sort: 'desc',
      }
    case 'spent':
      return {
        from: sql`fan_spending m WHERE m.performer_id = ${performerId} AND m.spent > 0`,
        person: 'fan_id',
        date: null,
        tie: 'fan_id',
        sort: 'desc',
      }
    case 'list':
      return {
        from: sql`fan_list_members m WHERE m.list_id = (SELECT o.id FROM fan_lists o WHERE o.id = ${listId} AND o.performer_id = ${performerId})`,
        person: 'account_id',
        date: 'created_at',
        tie: 'account_id',
        sort: 'desc',
      }
  }
}
