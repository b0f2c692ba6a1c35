import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, flag, id, instant, listQuery, text, tokens } from './fields.ts'
import { mediaFile } from './media.ts'
import { envelope } from './sockets.ts'
import { itemRefusals, performerRefusals } from './refusals.ts'

// spec: publish.feed-kinds, feed.thumbnail-teaser, poll.vote

// Posts of performers ("feeds"): what performers write and what people read.

export const feedTypes = ['text', 'photo', 'video', 'audio', 'poll'] as const
export const filesPerFeedMax = 40
export const pinnedFeedsMax = 3
export const pollOptionsMax = 10

/** A username, a former one, or an id. */
export const nameOrId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, says('USERNAME_UNREAL'))
  .toLowerCase()

/** A person as lists show them. */
export const personSummary = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string(),
})
/** A creator as lists and posts show them. */
export const performerSummary = personSummary.extend({ isVerified: z.boolean() })

export const shownPoll = z.object({
  _id: z.string(),
  question: z.string(),
  endsAt: instant.nullable(),
  hasEnded: z.boolean(),
  /** The option this viewer took. */
  votedFor: z.string().nullable(),
  /** Counts are null until one has voted or the poll has ended. */
  totalVotes: z.int().nullable(),
  options: z.array(z.object({ _id: z.string(), text: z.string(), votes: z.int().nullable() })),
})
export const feedStats = z.object({ views: z.int(), likes: z.int(), comments: z.int(), bookmarks: z.int() })

export const shownFeed = z.object({
  _id: z.string(),
  type: z.enum(feedTypes),
  performer: performerSummary,
  title: z.string(),
  /** Empty while the post is locked. */
  text: z.string(),
  tags: z.array(z.string()),
  createdAt: instant,
  publishedAt: instant.nullable(),
  gate: z.object({ type: z.string(), price: tokens.nullable() }),
  can: z.object({ view: z.boolean(), unlock: z.boolean(), comment: z.boolean(), edit: z.boolean() }),
  /** Why it is locked, or null. `price` is in tokens. */
  locked: z
    .object({
      reason: z.enum(['sign-in', 'follow', 'subscribe', 'buy']),
      price: tokens.nullable(),
      alsoBySubscribing: z.boolean(),
    })
    .nullable(),
  files: z.array(mediaFile),
  thumbnail: mediaFile.nullable(),
  teaser: mediaFile.nullable(),
  poll: shownPoll.nullable(),
  stats: feedStats,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  isPinned: z.boolean(),
  isFollowed: z.boolean(),
})
export type ShownFeed = z.infer<typeof shownFeed>

/** A post as its performer sees it in the studio. */
export const studioFeed = shownFeed.extend({
  status: z.string(),
  statusReason: z.string().nullable(),
  publishAt: instant.nullable(),
  updatedAt: instant,
  gate: z.object({
    type: z.string(),
    price: tokens.nullable(),
    planIds: z.array(z.string()),
    freeForSubscribers: z.boolean(),
  }),
  /** The post is published only when `ready` equals `total`. */
  processing: z.object({ ready: z.int(), total: z.int(), failed: z.int() }),
  sales: z.int(),
})

/** A gate as it is written. A paid thing says its price in tokens; a plan gate names the plans. */
export const gate = z
  .strictObject({
    type: z.enum(['public', 'followers', 'subscribers', 'plan', 'paid']),
    price: amount.optional(),
    planIds: z.array(id).min(1).max(20).optional(),
    freeForSubscribers: z.boolean().optional(),
  })
  .refine((entry) => (entry.type === 'paid') === (entry.price !== undefined), {
    path: ['price'],
    message: says('PRICE_OUT_OF_PLACE'),
  })
  .refine((entry) => (entry.type === 'plan') === (entry.planIds !== undefined), {
    path: ['planIds'],
    message: says('PLANS_MISSING'),
  })
export type GateInput = z.output<typeof gate>

const tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}_-]{1,40}$/u, says('TAG_SHAPE'))
const tags = z.array(tag).max(20)
const fileIds = z
  .array(id)
  .max(filesPerFeedMax)
  .refine((ids) => new Set(ids).size === ids.length, says('FILE_TWICE'))

const feedBody = z.strictObject({
  type: z.enum(feedTypes),
  title: text(0, 200).default(''),
  text: text(0, 10_000).default(''),
  fileIds: fileIds.default([]),
  thumbnailId: id.nullish(),
  teaserId: id.nullish(),
  pollId: id.nullish(),
  gate: gate.default({ type: 'public' }),
  /** Published at this instant; at once where it is missing or past. */
  publishAt: instant.nullish(),
  status: z.enum(['draft', 'published']).default('published'),
  tags: tags.default([]),
  isPinned: z.boolean().default(false),
})
export type FeedInput = z.output<typeof feedBody>

/** What is not sent stays as it is. */
const feedChanges = z.strictObject({
  type: z.enum(feedTypes).optional(),
  title: text(0, 200).optional(),
  text: text(0, 10_000).optional(),
  fileIds: fileIds.optional(),
  thumbnailId: id.nullish(),
  teaserId: id.nullish(),
  pollId: id.nullish(),
  gate: gate.optional(),
  publishAt: instant.nullish(),
  status: z.enum(['draft', 'published']).optional(),
  tags: tags.optional(),
  isPinned: z.boolean().optional(),
})
export type FeedChanges = z.output<typeof feedChanges>

const params = z.object({ id })
const refuses = [
  'PRICE_OUT_OF_RANGE',
  'PLAN_NOT_AVAILABLE',
  'UNSUPPORTED_MEDIA',
  'FILE_IN_USE',
  'RULE_BROKEN',
  'CONFLICT',
] as const

export const createFeed = endpoint('POST /performer/feeds', {
  group: 'performer-feeds',
  summary: 'Saves a post. It is published when its files are ready and its time has come.',
  who: 'approved',
  limit: 'write',
  refuses,
  body: feedBody,
  reply: one(studioFeed),
})
export const listOwnFeeds = endpoint('GET /performer/feeds', {
  group: 'performer-feeds',
  summary: 'One’s own posts, drafts included.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales']),
    status: z
      .enum(['draft', 'scheduled', 'processing', 'pending_review', 'published', 'hidden', 'archived'])
      .optional(),
    type: z.enum(feedTypes).optional(),
    q: text(0, 100).optional(),
  }),
  reply: many(studioFeed),
})
export const getOwnFeed = endpoint('GET /performer/feeds/:id', {
  group: 'performer-feeds',
  summary: 'One of one’s own posts.',
  who: 'performer',
  limit: 'read',
  params,
  reply: one(studioFeed),
})
export const updateFeed = endpoint('PUT /performer/feeds/:id', {
  group: 'performer-feeds',
  summary: 'Changes a post; what is not sent stays as it is.',
  who: 'approved',
  limit: 'write',
  refuses,
  params,
  body: feedChanges,
  reply: one(studioFeed),
})
export const deleteFeed = endpoint('DELETE /performer/feeds/:id', {
  group: 'performer-feeds',
  summary: 'Deletes a post. Users who bought it still have access.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(z.object({ success: z.literal(true), archived: z.boolean() })),
})
export const createPoll = endpoint('POST /performer/feeds/polls', {
  group: 'performer-feeds',
  summary: 'Makes a poll for a post to carry.',
  who: 'approved',
  limit: 'write',
  body: z.strictObject({
    question: text(1, 300),
    options: z
      .array(text(1, 120))
      .min(2)
      .max(pollOptionsMax)
      .refine((all) => new Set(all.map((entry) => entry.toLowerCase())).size === all.length, says('OPTIONS_SAME')),
    endsAt: instant.nullish(),
  }),
  reply: one(shownPoll),
})

/** To its readers a post is new when it is published; corrections do not bring it up again. */
const readerOrders = ['publishedAt', 'updatedAt'] as const

export const homeFeed = endpoint('GET /user/feeds', {
  group: 'user-feeds',
  summary:
    'Posts of the creators one follows or subscribes to; newest public ones for visitors or with `discover`. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object({ ...listQuery(readerOrders), discover: flag.optional() }),
  reply: many(shownFeed),
})
export const profileFeeds = endpoint('GET /user/feeds/search/:username', {
  group: 'user-feeds',
  summary: 'Posts of one creator, pinned ones first. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
  params: z.object({ username: nameOrId }),
  query: z.object({ ...listQuery(readerOrders), type: z.enum(feedTypes).optional() }),
  reply: many(shownFeed),
})
export const getFeed = endpoint('GET /user/feeds/:id', {
  group: 'user-feeds',
  summary: 'One post.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: one(shownFeed),
})
export const voteInPoll = endpoint('POST /user/feeds/vote/:id', {
  group: 'user-feeds',
  summary: 'Votes in the poll of a post, once.',
  who: 'any',
  limit: 'write',
  refuses: [...itemRefusals, 'POLL_ENDED', 'ALREADY_VOTED'],
  params,
  body: z.strictObject({ optionId: id }),
  reply: one(shownPoll),
})
export const bookmarkedFeeds = endpoint('GET /reactions/feeds/bookmark', {
  group: 'user-feeds',
  summary: 'Posts one has bookmarked, newest bookmark first.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(shownFeed),
})

/** Sent to open pages of followers and subscribers once the post is in their home feed. Contains its ids and none of its content. */
export const feedMessages = {
  'feed/published': envelope.extend({ feedId: id, performerId: id }),
}
