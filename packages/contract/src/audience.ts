import { audienceGroups, lastActives } from './audience-groups.ts'
import { earningGroups } from './charge-types.ts'
import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, listQuery, text, tokens, username } from './fields.ts'
import { personSummary } from './items.ts'
import { subscriptionStatuses } from './subscription-states.ts'
import { subscriptionTypes } from './subscriptions.ts'

// The people around a creator, for that creator alone: who subscribes, who follows, who bought something.

export const newWithinDays = 30
export const renewingWithinDays = 7
/** How many days of the audience a creator is shown. */
export const audienceDays = 30

export const fanSubscription = z.object({
  type: z.enum(subscriptionTypes),
  months: z.int(),
  /** What the creator named the plan; null where it has none. */
  plan: z.string().nullable(),
  status: z.enum(subscriptionStatuses),
  /** Fixed for the duration of the subscription, in `currency`. */
  price: z.number(),
  currency: z.string(),
  startedAt: instant,
  currentPeriodEnd: instant,
  accessUntil: instant.nullable(),
  /** Whether it still opens anything. */
  isRunning: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  nextRetryAt: instant.nullable(),
  /** It rests from the end of the period on, or until `pausedUntil`. */
  willPause: z.boolean(),
  pausedUntil: instant.nullable(),
})
export const audiencePerson = personSummary.extend({
  followedAt: instant.nullable(),
  /** The latest; null for those who never subscribed. */
  subscription: fanSubscription.nullable(),
  /** All that they paid this creator and that did not go back to them. */
  spent: tokens,
  /** Of a member of `listId`. */
  addedAt: instant.nullable(),
  /** When they last used the site, and no more precisely; null where they don’t show it (`showPresence`). */
  lastActive: z.enum(lastActives).nullable(),
})
export type AudiencePerson = z.output<typeof audiencePerson>

const group = 'audience'

const counted = z.object({ total: z.int(), totalIsAtLeast: z.literal(true).optional() })
const filters = {
  /** Part of a name or username. */
  q: text(0, 80).optional(),
  /** Whose latest subscription is of this type. */
  type: z.enum(subscriptionTypes).optional(),
}
const queried = {
  group: z.enum(audienceGroups).default('subscribers'),
  listId: id.optional(),
  ...filters,
  spentAtLeast: z.coerce.number().min(0.01).max(1_000_000).optional(),
}
const inBody = { ...filters, spentAtLeast: amount.optional() }
/** Everybody in a group whom the filters leave, named as `listAudience` names them. */
export const audienceSegment = z.union([
  z.strictObject({ group: z.enum(audienceGroups).exclude(['list']), ...inBody }),
  z.strictObject({ group: z.literal('list'), listId: id, ...inBody }),
])
export type AudienceSegment = z.output<typeof audienceSegment>

/**
 * `new`: subscribed within the last 30 days. `renewing`: within 7 days. `failed`: the last payment failed, and access goes on for now.
 * `ending`: cancelled, with access until the end of the period. `lapsed`: was subscribed and is not. `spent`: spent tokens here, most first.
 * `list`: on one of the creator's own lists, which `listId` names.
 *
 * Sorted by the date of the group: the start of the subscription or follow, the renewal, the end; `spent` by what was spent.
 */
export const listAudience = endpoint('GET /performer/audience', {
  group,
  summary: 'The people of one group of a creator’s audience.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['date']),
    /** Without it, what comes next first where the group is about what comes, and the newest first otherwise. */
    sort: z.enum(['asc', 'desc']).optional(),
    ...queried,
  }),
  reply: many(audiencePerson),
})
/** Counted further than the list counts, up to as many as fit on one list of fans. */
export const countAudienceSegment = endpoint('GET /performer/audience/total', {
  group,
  summary:
    'How many people the filters leave of a group of a creator’s audience, before something is done with all of them.',
  who: 'performer',
  limit: 'read',
  query: z.object(queried),
  reply: one(counted),
})

/** Counted up to 1,000 each. */
export const countAudience = endpoint('GET /performer/audience/groups', {
  group,
  summary: 'How many people are in each group of a creator’s audience.',
  who: 'performer',
  limit: 'read',
  reply: one(
    z.object({
      subscribers: counted,
      followers: counted,
      new: counted,
      renewing: counted,
      failed: counted,
      ending: counted,
      lapsed: counted,
      spent: counted,
      /** Who began to follow within the last 30 days. */
      newFollowers: counted,
    }),
  ),
})

const byDay = z.array(z.int().min(0)).length(audienceDays)
/** The last 30 days of the creator’s time zone, the oldest first; the last is today, so far. */
export const audienceByDay = endpoint('GET /performer/audience/days', {
  group,
  summary: 'How the audience of a creator changed day by day.',
  who: 'performer',
  limit: 'read',
  reply: one(
    z.object({
      /** How many there were at the end of each day. A subscription with a gap, as a pause leaves, counts as without one. */
      subscribers: byDay,
      /** Who began to follow on each day and follows now: nothing is kept of those who stopped. */
      newFollowers: byDay,
    }),
  ),
})

/** Someone who neither follows nor subscribed nor bought anything is not found, like an account that does not exist. */
export const getAudiencePerson = endpoint('GET /performer/audience/people/:username', {
  group,
  summary: 'One fan of a creator: their subscription, what they spent with this creator, and the lists they are on.',
  who: 'performer',
  limit: 'read',
  params: z.object({ username }),
  reply: one(
    audiencePerson.extend({
      /** What the creator keeps of `spent`. */
      net: tokens,
      /** In all, and within the last 30 days. */
      spending: z.array(
        z.object({
          group: z.enum(earningGroups),
          spent: tokens,
          count: z.int(),
          recent: tokens,
          recentCount: z.int(),
        }),
      ),
      lists: z.array(z.object({ _id: id, name: z.string() })),
      /** The conversation of the two, once one of them wrote. */
      conversationId: id.nullable(),
    }),
  ),
})
