import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lockModerated, type Moderator, noteModeration } from '../../talk/conversations/public-chat/moderating.ts'
import { readable } from '../../talk/conversations/public-chat/reading.ts'
import { byId as streamById } from '../streams/streaming.ts'
import { requireWatching } from '../streams/watching.ts'
import { streamPollChanged } from './events.ts'
import { presentForAll } from './present.ts'
import * as store from './store.ts'

// Polls of a stream: open → ended, by itself, by hand or with the stream. Votes are rows of their own and wait for one another nowhere; each second
// the open polls are counted, and everybody is told where one stands otherwise than before.

/** The last one of a stream that the viewer may watch. */
export async function pollFor(ctx: Context, viewer: SignedIn, streamId: string): Promise<store.PollRow | null> {
  await watchable(ctx, viewer, streamId)
  return (await store.lastOf(ctx, streamId, viewer.id)) ?? null
}

/** A poll as everybody who watches sees it. */
export async function shownPoll(ctx: Context, id: string) {
  const poll = await store.byId(ctx, id, null)
  return poll && presentForAll(poll)
}

async function watchable(ctx: Context, viewer: SignedIn, streamId: string) {
  const stream = (await streamById(ctx, streamId)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(ctx, viewer, stream)
  return stream
}

interface Asked {
  question: string
  options: readonly string[]
  seconds: number
}
export const startPoll = (ctx: Context, by: Moderator, streamId: string, asked: Asked): Promise<store.PollRow> =>
  ctx.transaction(async (tx) => {
    const { performerId, status } = await watchable(tx, by.viewer, streamId)
    // Of two at once, the second finds the first.
    await lockModerated(tx, by.viewer, performerId)
    refuseIf(status === 'ended', 'STREAM_ENDED')
    const open = await store.lockOpenOf(tx, streamId)
    refuseIf(open !== undefined && !open.isDue, 'POLL_RUNNING')
    if (open) await finish(tx, open)
    const id = newId()
    await store.insert(tx, { id, streamId, ...asked })
    await noteModeration(tx, by, performerId, 'poll_started', { pollId: id, question: asked.question })
    await publish(tx, streamPollChanged, { pollId: id, streamId, performerId })
    return (await store.byId(tx, id, by.viewer.id))!
  })

/** Another vote takes the place of the one before. */
export const vote = (ctx: Context, viewer: SignedIn, pollId: string, choice: number): Promise<store.PollRow> =>
  ctx.transaction(async (tx) => {
    const poll = (await store.holdOpen(tx, pollId)) ?? refuse('NOT_FOUND')
    await watchable(tx, viewer, poll.streamId)
    refuseIf(poll.performerId === viewer.id, 'NOT_TO_ONESELF')
    refuseIf((await readable(tx, viewer, poll.performerId)).standing === 'muted', 'MUTED_IN_ROOM')
    refuseIf(poll.endedAt !== null || poll.isDue, 'POLL_ENDED')
    refuseIf(choice >= poll.options.length, 'NOT_FOUND')
    await store.putVote(tx, pollId, viewer.id, choice)
    return (await store.byId(tx, pollId, viewer.id))!
  })

export const endPoll = (ctx: Context, by: Moderator, pollId: string): Promise<store.PollRow> =>
  ctx.transaction(async (tx) => {
    const found = (await store.byId(tx, pollId, null)) ?? refuse('NOT_FOUND')
    await watchable(tx, by.viewer, found.streamId)
    // The chat before the poll, as where one is started.
    await lockModerated(tx, by.viewer, found.performerId)
    const poll = (await store.lock(tx, pollId)) ?? refuse('NOT_FOUND')
    if (poll.endedAt === null) {
      await finish(tx, poll)
      await noteModeration(tx, by, poll.performerId, 'poll_ended', { pollId })
    }
    return (await store.byId(tx, pollId, by.viewer.id))!
  })

async function finish(tx: Context, { id, streamId, performerId }: store.PollRow): Promise<void> {
  await store.recount(tx, id)
  await store.end(tx, id)
  await publish(tx, streamPollChanged, { pollId: id, streamId, performerId })
}

/** Runs each second: ends what is over, and tells how the others stand. */
export async function followPolls(ctx: Context): Promise<void> {
  for (const { id } of await store.allOpen(ctx))
    await ctx.transaction(async (tx) => {
      const poll = await store.lock(tx, id)
      if (!poll || poll.endedAt !== null) return
      if (poll.isDue) return finish(tx, poll)
      const { streamId, performerId } = poll
      if (await store.recount(tx, id)) await publish(tx, streamPollChanged, { pollId: id, streamId, performerId })
    })
}

/** Of an account that is closed. Polls go with their streams. */
export const deleteVotes = store.deleteVotesOf
