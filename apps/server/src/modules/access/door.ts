import { CompiledQuery } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse } from '../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer, type Visitor } from '../../platform/viewer.ts'
import { sabotaged } from '../../platform/sabotage.ts'
import { type AgeScope, ageScope } from './age.ts'
import { closedSql } from './closed-sql.ts'

// The one door: for a viewer and a batch of things it says who may see what. Lists, single reads, media addresses, sockets,
// search, share cards and live joins ask here; nothing else decides. domain.md §2.

export interface Gate {
  type: 'public' | 'followers' | 'subscribers' | 'plan' | 'paid' | 'list'
  planIds: string[]
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
export type Grant = 'owner' | 'staff' | 'public' | 'follower' | 'subscriber' | 'purchased'
export type Denial = 'sign-in' | 'age' | 'follow' | 'subscribe' | 'buy' | 'blocked' | 'geo' | 'unavailable'
export type Decision =
  | { granted: true; as: Grant; epoch: number }
  | { granted: false; why: Denial; price?: bigint; alsoBySubscribing?: boolean; epoch: number }

/** What is between one viewer and the performers and things of one batch. */
export interface Standing {
  blockedPerformers: ReadonlySet<string>
  geoBlockedPerformers: ReadonlySet<string>
  closedPerformers: ReadonlySet<string>
  /** Whose work is for adults, where this viewer has not shown that they are one. */
  ageClosedPerformers: ReadonlySet<string>
  followedPerformers: ReadonlySet<string>
  /** Whose subscriber one is: a subscription whose accessUntil is in the future, whatever else became of it. */
  subscribedPerformers: ReadonlySet<string>
  /** The plans of these subscriptions. One that was cancelled and one begun since may run side by side: each gives what it gives. */
  plans: ReadonlySet<string>
  purchases: ReadonlySet<string>
}

/** What the rule asks of a viewer. */
export type DoorViewer =
  | Pick<Visitor, 'kind'>
  | Pick<SignedIn, 'kind' | 'id' | 'role' | 'status' | 'permissions' | 'accessEpoch'>

/** Pure: the rule itself. Refusals that hide a thing's existence (blocked, geo, unavailable) come before all others. */
export function decide(viewer: DoorViewer, thing: Lockable, standing: Standing): Decision {
  const me = idOf(viewer)
  const epoch = viewer.kind === 'signed-in' ? viewer.accessEpoch : 0
  const yes = (as: Grant): Decision => ({ granted: true, as, epoch })
  const no = (why: Denial, more: { price?: bigint; alsoBySubscribing?: boolean } = {}): Decision => ({
    granted: false,
    why,
    epoch,
    ...more,
  })

  if (me === thing.performerId) return yes('owner')
  const suspended = isSuspended(viewer)
  if (
    viewer.kind === 'signed-in' &&
    viewer.role === 'admin' &&
    !suspended &&
    viewer.permissions.some((one) => one === 'moderation' || one === 'owner')
  )
    return yes('staff')
  if (standing.blockedPerformers.has(thing.performerId)) return no('blocked')
  if (standing.geoBlockedPerformers.has(thing.performerId)) return no('geo')
  if (thing.availability === 'withheld') return no('unavailable')
  if (standing.ageClosedPerformers.has(thing.performerId) && !sabotaged('T4'))
    return no(standing.closedPerformers.has(thing.performerId) ? 'unavailable' : 'age')
  // What a suspended person follows, pays for or bought rests until they are back: the rest of the site is as a stranger sees it.
  if (suspended)
    return thing.availability === 'published' &&
      thing.gate.type === 'public' &&
      !standing.closedPerformers.has(thing.performerId)
      ? yes('public')
      : no('unavailable')

  const owns = standing.purchases.has(thing.id)
  if (thing.availability === 'archived' || standing.closedPerformers.has(thing.performerId))
    return owns ? yes('purchased') : no('unavailable')
  if (owns) return yes('purchased')

  const { gate } = thing
  const subscribed = standing.subscribedPerformers.has(thing.performerId)
  switch (gate.type) {
    case 'public':
      return yes('public')
    case 'followers':
      if (subscribed) return yes('subscriber')
      if (standing.followedPerformers.has(thing.performerId)) return yes('follower')
      return no(me ? 'follow' : 'sign-in')
    case 'subscribers':
      return subscribed ? yes('subscriber') : no(me ? 'subscribe' : 'sign-in')
    case 'plan':
      return gate.planIds.some((plan) => standing.plans.has(plan))
        ? yes('subscriber')
        : no(me ? 'subscribe' : 'sign-in')
    case 'paid':
      if (gate.freeForSubscribers && subscribed) return yes('subscriber')
      return no(me ? 'buy' : 'sign-in', { price: gate.price ?? 0n, alsoBySubscribing: gate.freeForSubscribers })
    case 'list':
      return no('unavailable')
  }
}

const isSuspended = (viewer: DoorViewer): boolean =>
  viewer.kind === 'signed-in' && (viewer.status === 'suspended' || viewer.status === 'closed')

/** One question to the database for the whole batch, then the rule for each thing. Fresh every time: nothing is cached. */
export async function decideAll<T extends Lockable>(
  ctx: Context,
  viewer: Viewer,
  things: readonly T[],
): Promise<Map<string, Decision>> {
  const standing = await standingOf(ctx, viewer, things)
  return new Map(things.map((thing) => [thing.id, decide(viewer, thing, standing)]))
}

/** Performers that this viewer may not know of, for lists that have no single thing to ask about. */
export async function hiddenPerformers(
  ctx: Context,
  viewer: Viewer,
  performerIds: readonly string[],
): Promise<Set<string>> {
  const standing = await standingWithPerformers(ctx, viewer, performerIds)
  return hiddenAmong(viewer, performerIds, standing)
}
/** The same, where the statement that found them brought the facts along. */
export const hiddenByFacts = (viewer: Viewer, performerIds: readonly string[], found: readonly Fact[]): Set<string> =>
  hiddenAmong(viewer, performerIds, standingFrom(found))

/** As whom and from where a list leaves out those who are hidden (`hiddenIdsSql`); staff see everybody. */
export const hidingFrom = (viewer: Viewer): [me: string | null, country: string | null] =>
  isStaff(viewer) ? [null, null] : [idOf(viewer), viewer.country]

/** The same, by what a hot read brought along. */
export const hiddenAmong = (viewer: Viewer, performerIds: readonly string[], standing: HidingStanding): Set<string> =>
  new Set(performerIds.filter((id) => whyHidden(viewer, id, standing) !== undefined))

/** Refuses a performer whom this viewer may not know of, by the facts that the statement which found them brought along. */
export function refuseClosedPerformer(viewer: Viewer, id: string, found: readonly Fact[]): void {
  const whole: Lockable = {
    id,
    performerId: id,
    gate: { type: 'public', planIds: [], price: null, freeForSubscribers: false },
    availability: 'published',
  }
  const decision = decide(viewer, whole, standingFrom(found))
  if (!decision.granted) refuse(codeOfHidden(decision.why))
}

/** The same for one who was named: refuses who is hidden or nobody, and says where it is the country that is blocked. */
export async function refuseHiddenPerformer(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  const why = whyHidden(viewer, id, await standingWithPerformers(ctx, viewer, [id]))
  if (why) refuse(codeOfHidden(why))
  if (!(await row(ctx.db, sql`SELECT 1 AS found FROM performers WHERE account_id = ${id}`)))
    refuse('PERFORMER_NOT_FOUND')
}

const codeOfHidden = (why: Denial) =>
  why === 'geo' ? 'GEO_BLOCKED' : why === 'age' ? 'AGE_REQUIRED' : 'PERFORMER_NOT_FOUND'

const standingWithPerformers = (ctx: Context, viewer: Viewer, performerIds: readonly string[]) =>
  standingOf(
    ctx,
    viewer,
    performerIds.map((performerId) => ({ id: performerId, performerId })),
  )

type HidingStanding = Pick<
  Standing,
  'blockedPerformers' | 'geoBlockedPerformers' | 'closedPerformers' | 'ageClosedPerformers'
>
function whyHidden(
  viewer: Viewer,
  id: string,
  standing: HidingStanding,
): 'blocked' | 'geo' | 'unavailable' | 'age' | undefined {
  if (id === idOf(viewer) || isStaff(viewer)) return undefined
  if (standing.blockedPerformers.has(id)) return 'blocked'
  if (standing.geoBlockedPerformers.has(id)) return 'geo'
  if (standing.closedPerformers.has(id)) return 'unavailable'
  return standing.ageClosedPerformers.has(id) ? 'age' : undefined
}

const isStaff = (viewer: Viewer): boolean =>
  viewer.kind === 'signed-in' && viewer.role === 'admin' && viewer.permissions.length > 0 && !isSuspended(viewer)

export type Fact = {
  kind: 'blocked' | 'geo' | 'age' | 'closed' | 'follows' | 'subscribed' | 'owns'
  id: string
  plan: string | null
}

const factsSql = ({
  me,
  performers,
  country,
  age,
  things,
}: Record<'me' | 'performers' | 'country' | 'age' | 'things', string>) => `
  SELECT 'blocked' AS kind, CASE WHEN blocker_id = ${me} THEN blocked_id ELSE blocker_id END AS id, NULL::uuid AS plan FROM blocks
    WHERE (blocker_id = ANY(${performers}) AND blocked_id = ${me})
       OR (blocked_id = ANY(${performers}) AND blocker_id = ${me})
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
    WHERE account_id = ${me} AND object_id = ANY(${things}) AND revoked_at IS NULL`
/** What the facts ask of a viewer's age, as the value of their last parameter. */
export const ageOf = (ctx: Context, viewer: Viewer): AgeScope => ageScope(ctx.settings.all(), viewer)

/** The facts about performers as one value, for a statement that finds them; `performers` is an array of ids. */
export const performerFactsSql = (me: string, performers: string, country: string, age: string): string =>
  `(SELECT coalesce(json_agg(f), '[]') FROM (${factsSql({ me, performers, country, age, things: performers })}) f)`

// The same text every time, so that the database plans it once a connection.
const facts = factsSql({
  me: '$1::uuid',
  performers: '$2::uuid[]',
  country: '$3::text',
  age: '$5::text',
  things: '$4::uuid[]',
})

async function standingOf(
  ctx: Context,
  viewer: Viewer,
  things: readonly { id: string; performerId: string }[],
): Promise<Standing> {
  const performers = [...new Set(things.map((thing) => thing.performerId))]
  const found =
    performers.length === 0
      ? []
      : await ask(ctx, [idOf(viewer), performers, viewer.country, things.map((thing) => thing.id), ageOf(ctx, viewer)])
  return standingFrom(found)
}

function standingFrom(found: readonly Fact[]): Standing {
  const idsOf = (kind: Fact['kind']) => new Set(found.filter((fact) => fact.kind === kind).map((fact) => fact.id))
  return {
    blockedPerformers: idsOf('blocked'),
    geoBlockedPerformers: idsOf('geo'),
    closedPerformers: idsOf('closed'),
    ageClosedPerformers: idsOf('age'),
    followedPerformers: idsOf('follows'),
    subscribedPerformers: idsOf('subscribed'),
    plans: new Set(found.flatMap(({ plan }) => plan ?? [])),
    purchases: idsOf('owns'),
  }
}

const ask = async (ctx: Context, values: unknown[]): Promise<Fact[]> =>
  ctx.inTransaction
    ? (await ctx.db.executeQuery<Fact>(CompiledQuery.raw(facts, values))).rows
    : (await ctx.pool.query<Fact>({ name: 'door', text: facts, values })).rows
