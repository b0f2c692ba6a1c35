import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { nameOrId, performerSummary, personSummary } from './feeds.ts'
import { flag, id, instant, line, listQuery, text, tokens } from './fields.ts'

// The public list of creators, their profiles, and the little that one person may see of another.

export const performerCard = performerSummary.extend({
  tagline: z.string(),
  cover: z.string().nullable(),
  country: z.string().nullable(),
  categories: z.array(z.string()),
  isFree: z.boolean(),
  isFollowed: z.boolean(),
  followers: z.int(),
  feeds: z.int(),
  updatedAt: instant,
})

export const planShown = z.object({
  _id: z.string(),
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

export const performerProfile = performerSummary.extend({
  tagline: z.string(),
  bio: z.string(),
  cover: z.string().nullable(),
  gender: z.string().nullable(),
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
  city: z.string(),
  languages: z.array(z.string()),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  categories: z.array(z.string()),
  plans: z.array(planShown),
  isFollowed: z.boolean(),
  isFree: z.boolean(),
  subscription: z
    .object({ status: z.string(), accessUntil: instant.nullable(), cancelAtPeriodEnd: z.boolean() })
    .nullable(),
  can: z.object({ follow: z.boolean(), subscribe: z.boolean(), tip: z.boolean(), message: z.boolean() }),
  /** The address of this profile; another name was asked for where it differs. */
  canonicalUsername: z.string().nullable(),
  createdAt: instant,
})
export type PerformerProfile = z.infer<typeof performerProfile>

export const searchPerformers = endpoint('GET /performers/user/search', {
  group: 'performers',
  summary: 'The public list of creators. `total` counts to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'followers', 'name']),
    q: text(0, 100).optional(),
    gender: line(1, 40).optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    category: line(1, 40).optional(),
    isFree: flag.optional(),
  }),
  reply: many(performerCard),
})
const howMany = z.object({ pageSize: z.coerce.number().int().min(1).max(100).default(20) })
export const topPerformers = endpoint('GET /performers/top', {
  group: 'performers',
  summary: 'Creators with the most followers.',
  who: 'public',
  limit: 'read',
  query: howMany,
  reply: many(performerCard),
})
export const randomPerformers = endpoint('GET /performers/search/random', {
  group: 'performers',
  summary: 'Some creators, in no order.',
  who: 'public',
  limit: 'read',
  query: howMany,
  reply: many(performerCard),
})
export const getPerformer = endpoint('GET /performers/:id', {
  group: 'performers',
  summary: 'A profile, by id, username or a former username.',
  who: 'public',
  limit: 'read',
  refuses: ['PERFORMER_NOT_FOUND'],
  params: z.object({ id: nameOrId }),
  reply: one(performerProfile),
})
export const bookmarkedPerformers = endpoint('GET /reactions/performers/bookmark', {
  group: 'performers',
  summary: 'Creators one has bookmarked.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt'])),
  reply: many(performerCard),
})

const userCard = personSummary.extend({ isPerformer: z.boolean() })
export const searchUsers = endpoint('GET /users/search', {
  group: 'users',
  summary: 'People by name or username.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...listQuery(['name']), q: text(2, 60) }),
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
