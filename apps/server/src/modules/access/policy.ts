import { CompiledQuery } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'
import { refuse } from '../../platform/refusal.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import { type AgeScope, ageScope } from './age.ts'
import {
  hiddenAmong,
  isSuspended,
  type PolicyViewer,
  seesHidden,
  type VisibilityRelations,
  whyHidden,
} from './visibility.ts'
import { closedSql } from './visibility-sql.ts'

// The access policy: which of a batch of items a viewer may view. Lists, single reads, media addresses, sockets, search, share
// cards and live joins all use it; no other code decides.

export interface Gate {
  type: 'public' | 'followers' | 'subscribers' | 'plan' | 'paid' | 'list'
  planIds: string[]
  listIds: string[]
  /** Hundredths of a token. */
  price: bigint | null
  freeForSubscribers: boolean
}
/** Anything that can be locked, whatever table it lives in. */
export interface Lockable {
  id: string
  performerId: string
  gate: Gate
  /** Published, or archived (which stays with those who bought it), or not for anyone but its owner and staff. */
  availability: 'published' | 'archived' | 'withheld'
}
export type Grant = 'owner' | 'staff' | 'public' | 'follower' | 'subscriber' | 'purchased' | 'listed'
export type Denial = 'sign-in' | 'age' | 'follow' | 'subscribe' | 'buy' | 'list' | 'blocked' | 'geo' | 'unavailable'
export type Verdict =
  | {
      granted: true
      as: Grant
      epoch: number
      /** Bought from a performer who is hidden from the viewer: only what was bought opens, and nothing else about it. */
      closed?: 'blocked' | 'geo'
    }
  | { granted: false; why: Denial; price?: bigint; alsoBySubscribing?: boolean; epoch: number }

/** The relations between one viewer and the performers and items of one batch. */
export interface Relations extends VisibilityRelations {
  followedPerformers: ReadonlySet<string>
  /** Performers with a subscription of the viewer whose accessUntil is in the future, whatever its status. */
  subscribedPerformers: ReadonlySet<string>
  /** The plans of these subscriptions. A cancelled one and a newer one may overlap: each gives access to its plan. */
  plans: ReadonlySet<string>
  purchases: ReadonlySet<string>
  /** Lists of these performers that the viewer is on. */
  lists: ReadonlySet<string>
}

/** Pure: the rule itself. Refusals that hide the existence of an item (blocked, geo, unavailable) come before all others. */
export function authorize(viewer: PolicyViewer, item: Lockable, relations: Relations): Verdict {
  const me = idOf(viewer)
  const epoch = viewer.kind === 'signed-in' ? viewer.accessEpoch : 0
  const yes = (as: Grant): Verdict => ({ granted: true, as, epoch })
  const no = (why: Denial, more: { price?: bigint; alsoBySubscribing?: boolean } = {}): Verdict => ({
    granted: false,
    why,
    epoch,
    ...more,
  })

  if (me === item.performerId) return yes('owner')
  if (seesHidden(viewer)) return yes('staff')
  const hidden = whyHidden(viewer, item.performerId, relations)
  const owns = relations.purchases.has(item.id) && item.availability !== 'withheld'
  const suspended = isSuspended(viewer)
  if (hidden === 'blocked' || hidden === 'geo') {
    // What a viewer bought stays theirs to look at, also when they or their country are blocked.
    if (!owns || suspended || relations.ageClosedPerformers.has(item.performerId)) return no(hidden)
    return { granted: true, as: 'purchased', epoch, closed: hidden }
  }
  if (item.availability === 'withheld') return no('unavailable')
  if (hidden && relations.ageClosedPerformers.has(item.performerId)) return no(hidden)
  // While an account is suspended, its follows, subscriptions and purchases give no access: it has the access of an account without any.
  if (suspended)
    return item.availability === 'published' &&
      item.gate.type === 'public' &&
      !relations.closedPerformers.has(item.performerId)
      ? yes('public')
      : no('unavailable')

  if (item.availability === 'archived' || relations.closedPerformers.has(item.performerId))
    return owns ? yes('purchased') : no('unavailable')
  if (owns) return yes('purchased')

  const { gate } = item
  const subscribed = relations.subscribedPerformers.has(item.performerId)
  switch (gate.type) {
    case 'public':
      return yes('public')
    case 'followers':
      if (subscribed) return yes('subscriber')
      if (relations.followedPerformers.has(item.performerId)) return yes('follower')
      return no(me ? 'follow' : 'sign-in')
    case 'subscribers':
      return subscribed ? yes('subscriber') : no(me ? 'subscribe' : 'sign-in')
    case 'plan':
      return gate.planIds.some((plan) => relations.plans.has(plan))
        ? yes('subscriber')
        : no(me ? 'subscribe' : 'sign-in')
    case 'paid':
      if (gate.freeForSubscribers && subscribed) return yes('subscriber')
      return no(me ? 'buy' : 'sign-in', { price: gate.price ?? 0n, alsoBySubscribing: gate.freeForSubscribers })
    case 'list':
      return gate.listIds.some((list) => relations.lists.has(list)) ? yes('listed') : no(me ? 'list' : 'sign-in')
  }
}

/** One statement reads the relations of the whole batch, then the rule runs for each item. Nothing is cached. */
export async function authorizeAll<T extends Lockable>(
  ctx: Context,
  viewer: Viewer,
  items: readonly T[],
): Promise<Map<string, Verdict>> {
  const relations = await relationsOf(ctx, viewer, items)
  return new Map(items.map((item) => [item.id, authorize(viewer, item, relations)]))
}

/** Performers that are hidden from this viewer, for lists that have no single item to check. */
export async function hiddenPerformers(
  ctx: Context,
  viewer: Viewer,
  performerIds: readonly string[],
): Promise<Set<string>> {
  const relations = await performerRelationsOf(ctx, viewer, performerIds)
  return hiddenAmong(viewer, performerIds, relations)
}
/** The same, where the statement that found them brought the relations along. */
export const hiddenByRelations = (
  viewer: Viewer,
  performerIds: readonly string[],
  found: readonly Relation[],
): Set<string> => hiddenAmong(viewer, performerIds, relationsFrom(found))

/** Rejects a performer that is hidden from this viewer, using the relations that the statement returned with the performer. */
export function requireVisibleByRelations(viewer: Viewer, id: string, found: readonly Relation[]): void {
  const why = whyHidden(viewer, id, relationsFrom(found))
  if (why) refuse(codeOfHidden(why))
}

/** The same for a performer requested by id: rejects hidden and unknown ones, and reports when the country is blocked. */
export async function requireVisiblePerformer(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const why = whyHidden(viewer, id, await performerRelationsOf(ctx, viewer, [id]))
  if (why) refuse(codeOfHidden(why))
  if (!(await row(ctx.db, sql`SELECT 1 AS found FROM performers WHERE account_id = ${id}`)))
    refuse('PERFORMER_NOT_FOUND')
}

const codeOfHidden = (why: Denial) =>
  why === 'geo' ? 'GEO_BLOCKED' : why === 'age' ? 'AGE_REQUIRED' : 'PERFORMER_NOT_FOUND'

const performerRelationsOf = (ctx: Context, viewer: Viewer, performerIds: readonly string[]) =>
  relationsOf(
    ctx,
    viewer,
    performerIds.map((performerId) => ({ id: performerId, performerId })),
  )

export type Relation = {
  kind: 'blocked' | 'geo' | 'age' | 'closed' | 'follows' | 'subscribed' | 'owns' | 'listed'
  id: string
  plan: string | null
}

const relationRowsSql = ({
  me,
  performers,
  country,
  age,
  items,
}: Record<'me' | 'performers' | 'country' | 'age' | 'items', string>) => `
  SELECT 'blocked' AS kind, b.id, NULL::uuid AS plan FROM blocked_with(${me}) b(id) WHERE b.id = ANY(${performers})
  UNION ALL SELECT 'geo', performer_id, NULL FROM country_blocks
    WHERE performer_id = ANY(${performers}) AND country = ${country}
  UNION ALL SELECT 'age', account_id, NULL FROM performers
    WHERE ${age} <> '' AND account_id = ANY(${performers}) AND (is_adult OR ${age} = 'all')
  UNION ALL SELECT 'closed', a.id, NULL FROM accounts a JOIN performers p ON p.account_id = a.id
    WHERE a.id = ANY(${performers})
      AND ${closedSql('a', 'p')}
  UNION ALL SELECT 'follows', performer_id, NULL FROM follows
    WHERE follower_id = ${me} AND performer_id = ANY(${performers})
  UNION ALL SELECT 'subscribed', performer_id, plan_id FROM subscriptions
    WHERE fan_id = ${me} AND performer_id = ANY(${performers}) AND access_until > app_now()
  UNION ALL SELECT 'owns', object_id, NULL FROM purchases
    WHERE account_id = ${me} AND object_id = ANY(${items}) AND revoked_at IS NULL
  UNION ALL SELECT 'listed', m.list_id, NULL FROM fan_list_members m JOIN fan_lists l ON l.id = m.list_id
    WHERE m.account_id = ${me} AND l.performer_id = ANY(${performers})`
/** What the viewer's age hides from them: the last parameter of `relationRowsSql`. */
export const ageScopeOf = (ctx: Context, viewer: Viewer): AgeScope => ageScope(ctx.settings.all(), viewer)

/** The relations about performers as one value, for a statement that finds them; `performers` is an array of ids. */
export const performerRelationsJsonSql = (me: string, performers: string, country: string, age: string): string =>
  `(SELECT coalesce(json_agg(f), '[]') FROM (${relationRowsSql({ me, performers, country, age, items: performers })}) f)`

// The same text every time, so that PostgreSQL plans it once per connection.
const relationRows = relationRowsSql({
  me: '$1::uuid',
  performers: '$2::uuid[]',
  country: '$3::text',
  age: '$5::text',
  items: '$4::uuid[]',
})

async function relationsOf(
  ctx: Context,
  viewer: Viewer,
  items: readonly { id: string; performerId: string }[],
): Promise<Relations> {
  const performers = [...new Set(items.map((item) => item.performerId))]
  const found =
    performers.length === 0
      ? []
      : await selectRelations(ctx, [
          idOf(viewer),
          performers,
          viewer.country,
          items.map((item) => item.id),
          ageScopeOf(ctx, viewer),
        ])
  return relationsFrom(found)
}

function relationsFrom(found: readonly Relation[]): Relations {
  const idsOf = (kind: Relation['kind']) =>
    new Set(found.filter((relation) => relation.kind === kind).map((relation) => relation.id))
  return {
    blockedPerformers: idsOf('blocked'),
    geoBlockedPerformers: idsOf('geo'),
    closedPerformers: idsOf('closed'),
    ageClosedPerformers: idsOf('age'),
    followedPerformers: idsOf('follows'),
    subscribedPerformers: idsOf('subscribed'),
    plans: new Set(found.flatMap(({ plan }) => plan ?? [])),
    purchases: idsOf('owns'),
    lists: idsOf('listed'),
  }
}

const selectRelations = async (ctx: Context, values: unknown[]): Promise<Relation[]> =>
  ctx.inTransaction
    ? (await ctx.db.executeQuery<Relation>(CompiledQuery.raw(relationRows, values))).rows
    : (await ctx.pool.query<Relation>({ name: 'relations', text: relationRows, values })).rows
