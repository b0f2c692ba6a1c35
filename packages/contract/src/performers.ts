import { mentionsMax } from './limits.ts'
import { z } from 'zod'
import { traitOutputs, whoMayWrite } from './accounts.ts'
import { endpoint, many, one } from './endpoint.ts'
import { authorSummary, performerSummary, personSummary } from './items.ts'
import { nameOrId, shownFeed } from './posts.ts'
import { mediaFile } from './media.ts'
import { flag, id, instant, line, listQuery, text, tokens, username } from './fields.ts'
import { optionOf } from './options.ts'
import { performerRefusals } from './refusals.ts'
import { why } from './why.ts'

// The public list of creators, their profiles, and the little that one person may see of another.

/** The newest post with a picture, as far as the viewer may see it: of a locked one the blurred preview alone. */
export const latestPost = shownFeed
  .pick({ _id: true, title: true, publishedAt: true, gate: true, locked: true, files: true, thumbnail: true })
  .extend({ teaser: shownFeed.shape.teaser })

export const performerCard = performerSummary.extend({
  tagline: z.string(),
  cover: z.string().nullable(),
  country: z.string().nullable(),
  categories: z.array(z.string()),
  isFree: z.boolean(),
  isFollowed: z.boolean(),
  followers: z.int(),
  feeds: z.int(),
  counts: z.object({ videos: z.int(), photos: z.int(), products: z.int() }),
  /** The least that a month costs with a paid plan, in the site currency; null without one. */
  price: z.object({ perMonth: z.number(), type: z.enum(['monthly', 'bundle', 'yearly']), months: z.int() }).nullable(),
  /** Only where the list was asked with `latest`: the stream that runs, and the newest post with a picture. */
  live: z.object({ title: z.string(), viewers: z.int() }).nullable().optional(),
  latest: latestPost.nullable().optional(),
  updatedAt: instant,
  /** The rule by which this creator is in this list; null if the viewer requested this creator directly. */
  why: why.nullable(),
})

export const planShown = z.object({
  /** The version that is offered: another as soon as the terms are. */
  _id: z.string(),
  /** What subscribing sends back as `expectedTerms`. */
  terms: z.string(),
  name: z.string(),
  type: z.enum(['free', 'monthly', 'bundle', 'yearly']),
  months: z.int(),
  /** Currency for one whole period; null for the free plan. */
  price: z.number().nullable(),
  discountPct: z.int(),
  /** What the same period costs from the wallet. */
  tokens: tokens.nullable(),
  perks: z.array(z.string()),
})

export const performerProfile = authorSummary.extend({
  tagline: z.string(),
  bio: z.string(),
  cover: z.string().nullable(),
  gender: z.string().nullable(),
  /** What they filled in and don't hide. */
  traits: z.object(traitOutputs),
  age: z.int().nullable(),
  counts: z.object({
    followers: z.int(),
    subscribers: z.int(),
    likes: z.int(),
    feeds: z.int(),
    videos: z.int(),
    photos: z.int(),
    products: z.int(),
    views: z.int(),
  }),
  country: z.string().nullable(),
  state: z.string(),
  city: z.string(),
  languages: z.array(z.string()),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  categories: z.array(z.string()),
  plans: z.array(planShown),
  welcomeVideo: mediaFile.nullable(),
  whoMayWrite,
  firstMessagePrice: tokens.nullable(),
  isFollowed: z.boolean(),
  isFree: z.boolean(),
  /** Whether they have a stream right now. */
  isLive: z.boolean(),
  subscription: z
    .object({ status: z.string(), accessUntil: instant.nullable(), cancelAtPeriodEnd: z.boolean() })
    .nullable(),
  can: z.object({ follow: z.boolean(), subscribe: z.boolean(), tip: z.boolean(), message: z.boolean() }),
  /** The username in this profile's URL; if it differs from the requested name, the request used another one. */
  canonicalUsername: z.string().nullable(),
  createdAt: instant,
})
export type PerformerProfile = z.infer<typeof performerProfile>

/** Several values of one filter, with commas between: any of them fits. */
const several = (option: z.ZodType<string, string>) =>
  z
    .string()
    .max(600)
    .transform((values) => [...new Set(values.split(',').filter(Boolean))])
    .pipe(z.array(option).min(1).max(20))

/**
 * What creators publish: published videos, photos and products, posts of video, photo and audio among their newest, and a stream that
 * went live.
 */
export const publishedKinds = ['videos', 'photos', 'live', 'audio', 'shop'] as const

/** Filters by value, each counted by `GET /performers/user/search/counts`. */
export const valueFilters = {
  gender: several(optionOf('gender')),
  sexualOrientation: several(optionOf('sexualOrientation')),
  height: several(optionOf('height')),
  weight: several(optionOf('weight')),
  age: several(optionOf('age')),
  bodyType: several(optionOf('bodyType')),
  ethnicity: several(optionOf('ethnicity')),
  buttSize: several(optionOf('buttSize')),
  hairColor: several(optionOf('hairColor')),
  eyeColor: several(optionOf('eyeColor')),
  country: several(z.string().regex(/^[A-Z]{2}$/)),
  state: several(line(1, 80)),
  city: several(line(1, 80)),
  language: several(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
  category: several(line(1, 40)),
  publishes: several(z.enum(publishedKinds)),
} as const
export type ValueFilter = keyof typeof valueFilters
export const valueFilterNames = Object.keys(valueFilters) as ValueFilter[]

const price = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/)
  .transform(Number)
export const performerFilter = z.object({
  q: text(0, 100).optional(),
  ...(Object.fromEntries(Object.entries(valueFilters).map(([name, several]) => [name, several.optional()])) as {
    [K in ValueFilter]: z.ZodOptional<(typeof valueFilters)[K]>
  }),
  isFree: flag.optional(),
  /** With a post of the last 24 hours. */
  postedToday: flag.optional(),
  /** Live now, or within the last 7 days. */
  liveThisWeek: flag.optional(),
  /** Currency a month, of the cheapest plan: a free one costs 0. */
  priceFrom: price.optional(),
  priceTo: price.optional(),
})
/** `popular` counts the new subscribers and likes of the last 7 days; `trending` is the score of decision 0041. */
export const performerOrders = ['updatedAt', 'followers', 'name', 'newest', 'trending', 'popular', 'relevance'] as const

export const searchPerformers = endpoint('GET /performers/user/search', {
  group: 'performers',
  summary:
    'The public list of creators. Filters join; values with commas between are any of them. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object({ ...listQuery(performerOrders), ...performerFilter.shape, latest: flag.optional() }),
  reply: many(performerCard),
})
export const countPerformers = endpoint('GET /performers/user/search/counts', {
  group: 'performers',
  summary:
    'How many creators each value of each filter would leave, beside the other filters. `total` is exact to 1,000; values are counted among 10,000 creators.',
  who: 'public',
  limit: 'read',
  query: performerFilter,
  reply: one(
    z.object({
      total: z.int(),
      totalIsAtLeast: z.literal(true).optional(),
      /** Counts by filter, then value. Values without results are omitted; at most 200 per filter, those with the highest counts. */
      values: z.record(z.string(), z.record(z.string(), z.int())),
      isFree: z.int(),
      /**
       * Creators by what a month costs with their cheapest plan, beside the filters other than the price. Each band begins above the one
       * before and ends with `upTo`, in the site currency; the first has free plans too, the last has no end.
       */
      prices: z.array(z.object({ upTo: z.number().nullable(), count: z.int() })),
    }),
  ),
})
const howMany = z.object({ pageSize: z.coerce.number().int().min(1).max(100).default(20) })
export const topPerformers = endpoint('GET /performers/top', {
  group: 'performers',
  summary: 'Creators by what the last month brought them: followers, subscribers, likes.',
  who: 'public',
  limit: 'read',
  query: howMany,
  reply: many(performerCard),
})
export const randomPerformers = endpoint('GET /performers/search/random', {
  group: 'performers',
  summary: 'Creators in an order of chance. With `cursor` the same order goes on until everybody was shown once.',
  who: 'public',
  limit: 'read',
  query: howMany.extend({ cursor: z.string().max(500).optional() }),
  reply: many(performerCard),
})
export const suggestedPerformers = endpoint('GET /performers/search/suggested', {
  group: 'performers',
  summary: 'Creators whom one does not follow yet, by what one follows, and why.',
  who: 'any',
  limit: 'read',
  query: howMany,
  reply: many(performerCard),
})
export const getPerformer = endpoint('GET /performers/:id', {
  group: 'performers',
  summary: 'A profile, by id, username or a former username.',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
  params: z.object({ id: nameOrId }),
  reply: one(performerProfile),
})
export const findMentioned = endpoint('GET /performers/search/mentions', {
  group: 'performers',
  summary: 'Which of these usernames, with commas between them, belong to creators whose pages the viewer may open.',
  who: 'public',
  limit: 'read',
  query: z.object({
    usernames: z
      .string()
      .max(mentionsMax * 31)
      .transform((list) => list.split(','))
      .pipe(z.array(username).min(1).max(mentionsMax)),
  }),
  reply: one(z.object({ usernames: z.array(z.string()) })),
})
export const bookmarkedPerformers = endpoint('GET /reactions/performers/bookmark', {
  group: 'performers',
  summary: 'Creators one has bookmarked.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(performerCard),
})

const userCard = personSummary.extend({ isPerformer: z.boolean() })
export const searchUsers = endpoint('GET /users/search', {
  group: 'users',
  summary: 'People by name or username.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...listQuery(['name', 'updatedAt']), sort: z.enum(['asc', 'desc']).optional(), q: text(2, 60) }),
  reply: many(userCard),
})
export const viewUser = endpoint('GET /users/view/:id', {
  group: 'users',
  summary: 'The little that everybody may see of an account.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  reply: one(userCard),
})
