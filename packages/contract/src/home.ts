import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { id, instant, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import { mediaFile } from './media.ts'
import { fulfilments } from './order-states.ts'
import { performerCard } from './performers.ts'
import { freeTypes, streamTypes } from './streaming.ts'

// What stands beside the home feed, or above it on phones.

/** So many days ahead, a subscription is said to renew or to end. */
export const renewsSoonDays = 7
/** How many of each there are at most. */
export const besideFeedMax = {
  watching: 6,
  renewals: 3,
  orders: 2,
  comingUp: 4,
  live: 12,
  creators: 3,
} as const

/** A creator whom one paid: of one who is hidden from the viewer by now, the name alone. */
const paidCreator = performerSummary.omit({ isVerified: true })

export const watchedVideo = z.object({
  _id: id,
  title: z.string(),
  performer: performerSummary,
  /** Its own image, or one of the video. */
  image: mediaFile.nullable(),
  /** The second at which the viewer stopped. */
  position: z.int(),
  /** The length in seconds. */
  length: z.int().nullable(),
})
export type WatchedVideo = z.infer<typeof watchedVideo>

export const renewal = z.object({
  _id: id,
  performer: paidCreator,
  /** What is charged then, in `currency`; null where it ends. */
  price: z.number().nullable(),
  currency: z.string(),
  /** When it renews, or ends. */
  at: instant,
})
export type Renewal = z.infer<typeof renewal>

export const parcel = z.object({
  _id: id,
  title: z.string(),
  image: mediaFile.nullable(),
  fulfilment: z.enum(fulfilments),
  /** When it should be shipped by. */
  shipBy: instant.nullable(),
  shippedAt: instant.nullable(),
})
export type Parcel = z.infer<typeof parcel>

/** A stream that was announced, or a show with tickets. */
export const comingUp = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stream'),
    _id: id,
    performer: performerSummary,
    title: z.string(),
    startsAt: instant,
    type: z.enum(freeTypes),
    isReminded: z.boolean(),
  }),
  z.object({
    kind: z.literal('show'),
    _id: id,
    performer: performerSummary,
    title: z.string(),
    startsAt: instant,
    price: tokens,
    /** By a ticket, or as a subscriber. */
    mayWatch: z.boolean(),
  }),
])
export type ComingUp = z.infer<typeof comingUp>

export const liveNow = z.object({
  _id: id,
  performer: performerSummary,
  title: z.string(),
  type: z.enum(streamTypes),
  viewers: z.int(),
  isFollowed: z.boolean(),
})
export type LiveNow = z.infer<typeof liveNow>

export const besideFeed = endpoint('GET /user/home', {
  group: 'user-feeds',
  summary:
    'What stands beside the home feed: videos to continue, subscriptions that renew or end within a week, parcels on their way, shows of creators one follows, who is live, and creators to follow. A few of each.',
  who: 'any',
  limit: 'read',
  reply: one(
    z.object({
      /** Videos one may still watch, the last watched first. */
      watching: z.array(watchedVideo).max(besideFeedMax.watching),
      renewals: z.array(renewal).max(besideFeedMax.renewals),
      /** Not yet delivered, the last changed first. */
      orders: z.array(parcel).max(besideFeedMax.orders),
      /** Of creators one follows, and shows one has a ticket for, the next first. */
      comingUp: z.array(comingUp).max(besideFeedMax.comingUp),
      /** Whom one follows first, then the most watched. */
      live: z.array(liveNow).max(besideFeedMax.live),
      /** As `GET /performers/search/suggested`. */
      creators: z.array(performerCard).max(besideFeedMax.creators),
    }),
  ),
})
