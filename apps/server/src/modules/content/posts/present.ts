import type { ShownFeed, studioFeed } from '@fanlight/contract/posts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import type { Verdict } from '../../access/policy.ts'
import type { PolicyViewer } from '../../access/visibility.ts'
import {
  type ItemTextRow,
  presentItemFiles,
  presentItemRelations,
  presentItemText,
  presentOwnItem,
} from '../items/present.ts'
import type { FeedRow, PollRow } from './feed-rows.ts'

// The only code that puts fields of a post into a response.

/** The columns of a post without its files, performer and poll. */
export type FeedTextRow = ItemTextRow & Pick<FeedRow, 'type'>

/** The fields of a post that depend only on the verdict of the access policy and the viewer's status. */
export const presentFeedText = (viewer: PolicyViewer, feed: FeedTextRow, verdict: Verdict) => ({
  kind: 'feed' as const,
  type: feed.type,
  ...presentItemText(viewer, feed, verdict),
})

export function presentFeed(ctx: Context, viewer: Viewer, feed: FeedRow, verdict: Verdict): ShownFeed {
  const files = (role: 'main' | 'thumbnail' | 'teaser') => presentItemFiles(ctx, viewer, feed, verdict, role)
  const [[thumbnail], [teaser]] = [files('thumbnail'), files('teaser')]
  return {
    ...presentFeedText(viewer, feed, verdict),
    ...presentItemRelations(ctx, feed, verdict),
    files: files('main'),
    ...(thumbnail && { thumbnail }),
    ...(teaser && { teaser }),
    poll: verdict.granted && feed.poll ? presentPoll(ctx, feed.poll, idOf(viewer) === feed.performerId) : null,
  }
}

export const presentOwnFeed = (ctx: Context, viewer: Viewer, feed: FeedRow): z.input<typeof studioFeed> => ({
  ...presentFeed(ctx, viewer, feed, { granted: true, as: 'owner', epoch: 0 }),
  ...presentOwnItem(ctx, viewer, feed),
  draftPoll: feed.draftPoll,
})

/** The performer and accounts that have voted see the counts; everyone does once the poll has ended. */
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
    totalVotes: counted ? options.reduce((sum, option) => sum + option.votes, 0) : null,
    options: options.map((option) => ({ _id: option.id, text: option.text, votes: counted ? option.votes : null })),
  }
}
