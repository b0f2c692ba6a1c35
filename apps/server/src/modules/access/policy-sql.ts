import type { Relations } from './policy.ts'

// The relations that `authorize` reads, as columns of the one statement of a fast-path query (docs/fast-path-queries.md). The rule itself is in
// policy.ts alone.

/** The relations between the viewer and the performers and items of one page, each as ids separated by spaces. */
export const relationsSql = (names: { me: string; performers: string; items: string; country: string }): string => {
  const { me, performers, items } = names
  return `${performerRelationsSql(names)},
    (SELECT string_agg(concat(s.performer_id, s.plan_id), ' ') FROM subscriptions s
      WHERE s.fan_id = ${me} AND s.performer_id = ANY(${performers}) AND s.access_until > app_now()) AS subscribed,
    (SELECT string_agg(u.object_id::text, ' ') FROM purchases u
      WHERE u.account_id = ${me} AND u.object_id = ANY(${items}) AND u.revoked_at IS NULL) AS owned,
    (SELECT string_agg(m.list_id::text, ' ') FROM fan_list_members m JOIN fan_lists l ON l.id = m.list_id
      WHERE m.account_id = ${me} AND l.performer_id = ANY(${performers})) AS listed`
}
/** The same for a list of performers without items. `me` is null for visitors: they have no blocks or follows. */
export const performerRelationsSql = (names: { me: string | null; performers: string; country: string }): string => {
  const { me, performers, country } = names
  const geoBlocked = `(SELECT string_agg(g.performer_id::text, ' ') FROM country_blocks g WHERE g.performer_id = ANY(${performers}) AND g.country = ${country}) AS "geoBlocked"`
  if (me === null) return `NULL::text AS blocked, ${geoBlocked}, NULL::text AS followed`
  // A function whose argument is a subquery is called instead of being replaced by its statement: `me` comes from a row.
  return `(SELECT string_agg(b.id::text, ' ') FROM (SELECT ${me} AS me) own CROSS JOIN LATERAL blocked_with(own.me) b(id) WHERE b.id = ANY(${performers})) AS blocked,
    ${geoBlocked},
    (SELECT string_agg(w.performer_id::text, ' ') FROM follows w WHERE w.follower_id = ${me} AND w.performer_id = ANY(${performers})) AS followed`
}
export interface RelationColumns {
  blocked: string | null
  geoBlocked: string | null
  followed: string | null
  /** A performer's id, and the plan's right behind it where there is one. */
  subscribed: string | null
  owned: string | null
  listed: string | null
}

/** The columns as the rule reads them. Who is closed, and whose work is for adults, comes with the performers. */
export const relationsFrom = (
  { blocked, geoBlocked, followed, subscribed, owned, listed }: RelationColumns,
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
  lists: idsIn(listed),
})

const idLength = 36
function subscriptionsIn(pairs: string | null): Pick<Relations, 'subscribedPerformers' | 'plans'> {
  const found = pairs?.split(' ') ?? []
  return {
    subscribedPerformers: new Set(found.map((pair) => pair.slice(0, idLength))),
    plans: new Set(found.map((pair) => pair.slice(idLength)).filter(Boolean)),
  }
}
const noIds: ReadonlySet<string> = new Set()
export const idsIn = (ids: string | null): ReadonlySet<string> => (ids === null ? noIds : new Set(ids.split(' ')))
