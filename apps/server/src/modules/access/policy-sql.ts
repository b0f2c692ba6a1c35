import type { AgeScope } from './age.ts'
import { closedSql } from './closed-sql.ts'
import type { Relations } from './policy.ts'

// The relations that `authorize` reads, as columns of the one statement of a fast-path query (docs/fast-path-queries.md). The rule itself is in
// policy.ts alone.

/** The relations between the viewer and the performers and things of one page, each as ids separated by spaces. */
export const relationsSql = (names: { me: string; performers: string; things: string; country: string }): string => {
  const { me, performers, things } = names
  return `${performerRelationsSql(names)},
    (SELECT string_agg(concat(s.performer_id, s.plan_id), ' ') FROM subscriptions s
      WHERE s.fan_id = ${me} AND s.performer_id = ANY(${performers}) AND s.access_until > app_now()) AS subscribed,
    (SELECT string_agg(u.object_id::text, ' ') FROM purchases u
      WHERE u.account_id = ${me} AND u.object_id = ANY(${things}) AND u.revoked_at IS NULL) AS owned`
}
/** The same for a list that names performers and nothing of theirs. `me` is null for visitors: no block and no follow is theirs. */
export const performerRelationsSql = (names: { me: string | null; performers: string; country: string }): string => {
  const { me, performers, country } = names
  const geoBlocked = `(SELECT string_agg(g.performer_id::text, ' ') FROM country_blocks g WHERE g.performer_id = ANY(${performers}) AND g.country = ${country}) AS "geoBlocked"`
  if (me === null) return `NULL::text AS blocked, ${geoBlocked}, NULL::text AS followed`
  return `(SELECT string_agg(CASE WHEN b.blocker_id = ${me} THEN b.blocked_id ELSE b.blocker_id END::text, ' ') FROM blocks b
      WHERE (b.blocker_id = ANY(${performers}) AND b.blocked_id = ${me}) OR (b.blocked_id = ANY(${performers}) AND b.blocker_id = ${me})) AS blocked,
    ${geoBlocked},
    (SELECT string_agg(w.performer_id::text, ' ') FROM follows w WHERE w.follower_id = ${me} AND w.performer_id = ANY(${performers})) AS followed`
}
/** Ids hidden from `me` by a block in either direction or a blocked country: for lists that must exclude them before counting. */
const hiddenIdsSql = (me: string, country: string): string =>
  `${blockedIdsSql(me)} UNION ALL SELECT performer_id FROM country_blocks WHERE country = ${country} AND performer_id IS DISTINCT FROM ${me}`

const blockedIdsSql = (me: string): string =>
  `SELECT blocked_id FROM blocks WHERE blocker_id = ${me} UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${me}`

/** Whether the access policy would let a list name a performer, as a condition on one of its columns that names them. */
export const performerVisibleSql = (age: AgeScope, performer: string, me: string, country: string): string =>
  `${performer} NOT IN (${hiddenIdsSql(me, country)}) AND ${ageSql(age, performer, me)}
    AND NOT EXISTS (SELECT FROM accounts ca JOIN performers cp ON cp.account_id = ca.id WHERE ca.id = ${performer} AND ${closedSql('ca', 'cp')})`

/**
 * Where a listing `l` is visible to `me` (null for visitors). The row itself stores the countries that its creator excludes, so that
 * long lists need no lookups in other tables.
 */
export const listingVisibleSql = (age: AgeScope, me: string | null, country: string): string => {
  const open = `NOT l.closed_to @> ARRAY[${country}] AND ${age === '' ? 'true' : age === 'all' ? 'false' : 'NOT l.is_adult'}`
  return me === null
    ? `(${open})`
    : `(l.performer_id = ${me} OR (${open})) AND l.performer_id NOT IN (${blockedIdsSql(me)})`
}

/** What the age of `me` keeps from a list of performers, as a condition on one of its columns that names them. */
const ageSql = (age: AgeScope, performer: string, me: string): string =>
  age === ''
    ? 'true'
    : age === 'all'
      ? `${performer} IS NOT DISTINCT FROM ${me}`
      : `(${performer} = ${me} OR NOT EXISTS (SELECT FROM performers o WHERE o.account_id = ${performer} AND o.is_adult))`

export interface RelationColumns {
  blocked: string | null
  geoBlocked: string | null
  followed: string | null
  /** A performer's id, and the plan's right behind it where there is one. */
  subscribed: string | null
  owned: string | null
}

/** The columns as the rule reads them. Who is closed, and whose work is for adults, comes with the performers. */
export const relationsFrom = (
  { blocked, geoBlocked, followed, subscribed, owned }: RelationColumns,
  closedPerformers: ReadonlySet<string>,
  ageClosedPerformers: ReadonlySet<string>,
): Relations => ({
  blockedPerformers: idsIn(blocked),
  geoBlockedPerformers: idsIn(geoBlocked),
  closedPerformers,
  ageClosedPerformers,
  followedPerformers: idsIn(followed),
  ...subscriptionsIn(subscribed),
  purchases: idsIn(owned),
})

const idLength = 36
function subscriptionsIn(pairs: string | null): Pick<Relations, 'subscribedPerformers' | 'plans'> {
  const found = pairs?.split(' ') ?? []
  return {
    subscribedPerformers: new Set(found.map((pair) => pair.slice(0, idLength))),
    plans: new Set(found.map((pair) => pair.slice(idLength)).filter(Boolean)),
  }
}
const nobody: ReadonlySet<string> = new Set()
export const idsIn = (ids: string | null): ReadonlySet<string> => (ids === null ? nobody : new Set(ids.split(' ')))
