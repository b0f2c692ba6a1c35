import { availabilitySql } from './items.ts'

// The door's rule once more, as SQL, for the statements of docs/hot-reads.md. `decide` in door.ts is the rule; a test holds this
// to it for every viewer, gate and standing.

/** One row: what is between the viewer and the performers and things of one page. Missing facts are null. */
export const standingSql = (names: { me: string; performers: string; things: string; country: string }): string => {
  const { me, performers, things, country } = names
  return `(SELECT
    (SELECT array_agg(CASE WHEN b.blocker_id = ${me} THEN b.blocked_id ELSE b.blocker_id END) FROM blocks b
      WHERE (b.blocker_id = ANY(${performers}) AND b.blocked_id = ${me}) OR (b.blocked_id = ANY(${performers}) AND b.blocker_id = ${me})) AS blocked,
    (SELECT array_agg(g.performer_id) FROM country_blocks g WHERE g.performer_id = ANY(${performers}) AND g.country = ${country}) AS geo_blocked,
    (SELECT array_agg(w.performer_id) FROM follows w WHERE w.follower_id = ${me} AND w.performer_id = ANY(${performers})) AS followed,
    (SELECT array_agg(u.object_id) FROM purchases u
      WHERE u.account_id = ${me} AND u.object_id = ANY(${things}) AND u.revoked_at IS NULL) AS owned,
    array_agg(s.performer_id) AS subscribed, array_agg(s.performer_id::text || s.plan_id) AS plans
    FROM subscriptions s WHERE s.fan_id = ${me} AND s.performer_id = ANY(${performers}) AND s.access_until > app_now())`
}

/** True where an account (with its performer) is closed to everybody but those who bought. */
export const closedSql = (account: string, performer: string): string =>
  `(${account}.status IN ('suspended', 'closing', 'closed') OR ${performer}.verification_status NOT IN ('approved', 'expired'))`

/** What may be seen is one of these; every other answer is a denial. */
export const grants = `('owner', 'staff', 'public', 'follower', 'subscriber', 'purchased')`
/** Denials that hide a thing's existence. */
export const hidings = `('blocked', 'geo', 'unavailable')`

/**
 * The decision of `decide` as one word, of a row of `items`. `asker` has `id` (null for visitors), `staff` and `suspended`; `standing` the columns
 * above; `closed` says whether the performer is. A null compares as false, as a missing fact should.
 */
export const decisionSql = ({
  item,
  asker,
  standing,
  closed,
}: Record<'item' | 'asker' | 'standing' | 'closed', string>): string => {
  const subscribed = `${item}.performer_id = ANY(${standing}.subscribed)`
  const orSignIn = (why: string) => `CASE WHEN ${asker}.id IS NULL THEN 'sign-in' ELSE '${why}' END`
  return `CASE
      WHEN ${item}.performer_id = ${asker}.id THEN 'owner'
      WHEN ${asker}.staff THEN 'staff'
      WHEN ${item}.performer_id = ANY(${standing}.blocked) THEN 'blocked'
      WHEN ${item}.performer_id = ANY(${standing}.geo_blocked) THEN 'geo'
      WHEN ${availabilitySql(item)} = 'withheld' THEN 'unavailable'
      WHEN ${asker}.suspended THEN CASE WHEN ${item}.gate_type = 'public' AND ${availabilitySql(item)} = 'published' AND NOT ${closed}
        THEN 'public' ELSE 'unavailable' END
      WHEN ${item}.id = ANY(${standing}.owned) THEN 'purchased'
      WHEN ${closed} OR ${availabilitySql(item)} = 'archived' THEN 'unavailable'
      WHEN ${item}.gate_type = 'public' THEN 'public'
      WHEN ${item}.gate_type = 'followers' THEN CASE WHEN ${subscribed} THEN 'subscriber'
        WHEN ${item}.performer_id = ANY(${standing}.followed) THEN 'follower' ELSE ${orSignIn('follow')} END
      WHEN ${item}.gate_type = 'subscribers' THEN CASE WHEN ${subscribed} THEN 'subscriber' ELSE ${orSignIn('subscribe')} END
      WHEN ${item}.gate_type = 'plan' THEN CASE WHEN EXISTS (SELECT FROM unnest(${item}.gate_plan_ids) plan
          WHERE ${item}.performer_id::text || plan = ANY(${standing}.plans))
        THEN 'subscriber' ELSE ${orSignIn('subscribe')} END
      WHEN ${item}.gate_type = 'paid' THEN CASE WHEN ${item}.gate_free_for_subscribers AND ${subscribed} THEN 'subscriber'
        ELSE ${orSignIn('buy')} END
      ELSE 'unavailable' END`
}
