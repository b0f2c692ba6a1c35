import { filesPerFeedMax } from './limits.ts'
import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, many, one } from './endpoint.ts'
import { flag, id, instant, listQuery, text } from './fields.ts'
import {
  bookmarkQuery,
  fileIds,
  itemChangeFields,
  itemFields,
  itemWriteRefusals,
  readerOrders,
  shownItem,
  studioItemFields,
  studioListQuery,
} from './items.ts'
import { mediaFile } from './media.ts'
import { envelope } from './sockets.ts'
import { itemRefusals, performerRefusals } from './refusals.ts'
import { why } from './why.ts'

// spec: publish.feed-kinds, feed.thumbnail-teaser, poll.vote

// Posts of performers ("feeds"): what performers write and what people read.

export const feedTypes = ['text', 'photo', 'video', 'audio', 'poll'] as const

export const pollOptionsMax = 10
const pollQuestionMax = 300
const pollOptionMax = 120

/** A username, a former one, or an id. */
export const nameOrId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, says('USERNAME_UNREAL'))
  .toLowerCase()

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
export const shownFeed = shownItem.extend({
  kind: z.literal('feed'),
  type: z.enum(feedTypes),
  files: z.array(mediaFile),
  /** Left out where there is none, as the teaser is. */
  thumbnail: mediaFile.optional(),
  teaser: mediaFile.optional(),
  poll: shownPoll.nullable(),
  /** In lists, of a post locked for subscribers: the least that a month costs, in the site currency; 0 with a free plan. */
  subscribeFrom: z.number().optional(),
})
export type ShownFeed = z.infer<typeof shownFeed>
/** With `discover`, why it is suggested; null where there is no reason but that it is new. */
export const suggestedFeed = shownFeed.extend({ why: why.nullable().optional() })

/** A poll while it is written: it may lack anything, and becomes a poll when its post is published. */
const draftPoll = z.strictObject({
  question: text(0, pollQuestionMax),
  options: z.array(text(0, pollOptionMax)).max(pollOptionsMax),
  endsAt: instant.nullish(),
})
export type DraftPoll = z.output<typeof draftPoll>

/** A post as its performer sees it in the studio. */
export const studioFeed = shownFeed.extend({ ...studioItemFields, draftPoll: draftPoll.nullable() })

const feedBody = z.strictObject({
  type: z.enum(feedTypes),
  ...itemFields,
  fileIds: fileIds(filesPerFeedMax).default([]),
  thumbnailId: id.nullish(),
  teaserId: id.nullish(),
  pollId: id.nullish(),
  /** Of a draft whose poll isn't made yet. */
  draftPoll: draftPoll.nullish(),
})
export type FeedInput = z.output<typeof feedBody>

const feedChanges = z.strictObject({
  type: z.enum(feedTypes).optional(),
  ...itemChangeFields,
  fileIds: fileIds(filesPerFeedMax).optional(),
  thumbnailId: id.nullish(),
  teaserId: id.nullish(),
  pollId: id.nullish(),
  draftPoll: draftPoll.nullish(),
})
export type FeedChanges = z.output<typeof feedChanges>

const params = z.object({ id })
/** A creator who isn’t verified, or no longer, saves drafts only. */
const refuses = [...itemWriteRefusals, 'NOT_APPROVED'] as const

export const createFeed = endpoint('POST /performer/feeds', {
  group: 'performer-feeds',
  summary:
    'Saves a post. It is published when its files are ready and its time has come. Until the verification is approved, only drafts are saved.',
  who: 'performer',
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
  query: z.object({ ...studioListQuery, type: z.enum(feedTypes).optional() }),
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
  summary:
    'Changes a post; what is not sent stays as it is. Until the verification is approved, only drafts are changed, and stay drafts.',
  who: 'performer',
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
    question: text(1, pollQuestionMax),
    options: z
      .array(text(1, pollOptionMax))
      .min(2)
      .max(pollOptionsMax)
      .refine((all) => new Set(all.map((entry) => entry.toLowerCase())).size === all.length, says('OPTIONS_SAME')),
    endsAt: instant.nullish(),
  }),
  reply: one(shownPoll),
})

export const homeFeed = endpoint('GET /user/feeds', {
  group: 'user-feeds',
  summary:
    'Posts of the creators one follows or subscribes to; with `discover` the newest of all others but those one is not interested in, and why; the newest of everyone for visitors. `total` is exact to 1,000.',
  who: 'public',
  limit: 'read',
  query: z.object({ ...listQuery(readerOrders), discover: flag.optional() }),
  reply: many(suggestedFeed),
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
  query: z.object(bookmarkQuery),
  reply: many(shownFeed),
})

/** Sent to open pages of followers and subscribers once the post is in their home feed. Contains its ids and none of its content. */
export const feedMessages = {
  'feed/published': envelope.extend({ feedId: id, performerId: id }),
}
