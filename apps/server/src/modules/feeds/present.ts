import type { ShownFeed, studioFeed } from '@fanlight/contract/feeds'
import { fromHundredths } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { assert } from '../../platform/refusal.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import type { Decision, DoorViewer, Lockable } from '../access/door.ts'
import { availabilityOf, gateOf } from '../access/items.ts'
import { presentAvatar, showItemFile } from './shown-files.ts'
import type { FeedRow, PollRow } from './store.ts'

// The only place where fields of a post leave the server. A locked one tells kind, count, length, date and title, and nothing else.

/** The columns that say what a post says; nothing of its files, its performer's name, or what somebody did with it. */
export type WordsRow = Pick<
  FeedRow,
  | 'id'
  | 'performerId'
  | 'type'
  | 'title'
  | 'text'
  | 'tags'
  | 'status'
  | 'statusReason'
  | 'createdAt'
  | 'publishedAt'
  | 'gateType'
  | 'gatePlanIds'
  | 'gatePrice'
  | 'gateFreeForSubscribers'
  | 'isPinned'
  | 'views'
  | 'likes'
  | 'comments'
  | 'bookmarks'
>

/** What of a post depends on the door's answer and the viewer's status alone. */
export function presentWords(viewer: DoorViewer, feed: WordsRow, decision: Decision) {
  const open = decision.granted
  const me = idOf(viewer)
  return {
    _id: feed.id,
    type: feed.type,
    title: feed.title,
    text: open ? feed.text : '',
    tags: open ? feed.tags : [],
    createdAt: feed.createdAt.toISOString(),
    publishedAt: feed.publishedAt?.toISOString() ?? null,
    gate: { type: feed.gateType, price: feed.gatePrice === null ? null : fromHundredths(feed.gatePrice) },
    can: {
      view: open,
      unlock: !open && me !== null && decision.why === 'buy',
      comment: open && mayWrite(viewer) && feed.status === 'published',
      edit: me === feed.performerId,
    },
    locked: lockOf(feed, decision),
    stats: {
      views: Number(feed.views),
      likes: Number(feed.likes),
      comments: Number(feed.comments),
      bookmarks: Number(feed.bookmarks),
    },
    isPinned: feed.isPinned,
  }
}

export function presentFeed(ctx: Context, viewer: Viewer, feed: FeedRow, decision: Decision): ShownFeed {
  const files = feed.files ?? []
  const show = (role: string) =>
    files.filter((file) => file.role === role).map((file) => showItemFile(ctx, viewer, file, decision))
  return {
    ...presentWords(viewer, feed, decision),
    performer: {
      _id: feed.performerId,
      name: feed.name,
      username: feed.username,
      avatar: presentAvatar(ctx, viewer, feed.avatar),
      isVerified: feed.isVerified,
    },
    files: show('main'),
    thumbnail: show('thumbnail')[0] ?? null,
    teaser: show('teaser')[0] ?? null,
    poll: decision.granted && feed.poll ? presentPoll(ctx, feed.poll, idOf(viewer) === feed.performerId) : null,
    isLiked: feed.reactions?.includes('like') ?? false,
    isBookmarked: feed.reactions?.includes('bookmark') ?? false,
    isFollowed: feed.isFollowed,
  }
}

/** A post as the door asks about it. */
export const lockableOf = (feed: WordsRow): Lockable => ({
  id: feed.id,
  performerId: feed.performerId,
  gate: gateOf(feed),
  availability: availabilityOf(feed.status, feed.statusReason),
})

function lockOf(feed: WordsRow, decision: Decision): ShownFeed['locked'] {
  if (decision.granted) return null
  const { why } = decision
  assert(
    why === 'sign-in' || why === 'follow' || why === 'subscribe' || why === 'buy',
    'what is hidden is not presented',
  )
  const price = feed.gateType === 'paid' && feed.gatePrice !== null ? fromHundredths(feed.gatePrice) : null
  return { reason: why, price, alsoBySubscribing: feed.gateType === 'paid' && feed.gateFreeForSubscribers }
}

/** The performer and whoever has voted see the counts; everybody does once the poll has ended. */
export function presentPoll(ctx: Context, poll: PollRow, mine = false): NonNullable<ShownFeed['poll']> {
  const endsAt = poll.endsAt === null ? null : new Date(poll.endsAt)
  const hasEnded = endsAt !== null && endsAt <= ctx.clock.now()
  const counted = mine || hasEnded || poll.votedFor !== null
  const options = poll.options ?? []
  return {
    _id: poll.id,
    question: poll.question,
    endsAt: endsAt?.toISOString() ?? null,
    hasEnded,
    votedFor: poll.votedFor,
    totalVotes: counted ? options.reduce((sum, one) => sum + one.votes, 0) : null,
    options: options.map((one) => ({ _id: one.id, text: one.text, votes: counted ? one.votes : null })),
  }
}

export const mayWrite = (viewer: DoorViewer): boolean => viewer.kind === 'signed-in' && viewer.status !== 'suspended'

export function presentOwnFeed(ctx: Context, viewer: Viewer, feed: FeedRow): z.input<typeof studioFeed> {
  const files = feed.files ?? []
  return {
    ...presentFeed(ctx, viewer, feed, { granted: true, as: 'owner', epoch: 0 }),
    status: feed.status,
    statusReason: feed.statusReason,
    publishAt: feed.publishAt?.toISOString() ?? null,
    updatedAt: feed.updatedAt.toISOString(),
    gate: {
      type: feed.gateType,
      price: feed.gatePrice === null ? null : fromHundredths(feed.gatePrice),
      planIds: feed.gatePlanIds,
      freeForSubscribers: feed.gateFreeForSubscribers,
    },
    processing: {
      ready: files.filter((file) => file.isPlayable).length,
      total: files.length,
      failed: files.filter((file) => file.status === 'failed' || file.status === 'blocked').length,
    },
    sales: Number(feed.sales),
  }
}
