import type { createPoll as createPollCall, ShownFeed } from '@fanlight/contract/feeds'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { refuse, refuseIf, refuseRule } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { openItemFor } from '../access/items.ts'
import { count } from '../counters/roll-up.ts'
import { presentPoll } from './present.ts'
import * as store from './store.ts'

type ShownPoll = NonNullable<ShownFeed['poll']>

export async function createPoll(
  ctx: Context,
  performer: SignedIn,
  input: z.output<(typeof createPollCall)['body']>,
): Promise<ShownPoll> {
  const endsAt = input.endsAt ? new Date(input.endsAt) : null
  if (endsAt && endsAt <= ctx.clock.now()) refuseRule('endsAt', 'TIME_PAST')
  const poll = {
    id: newId(),
    performerId: performer.id,
    question: input.question,
    endsAt,
    options: input.options.map((text) => ({ id: newId(), text })),
  }
  await ctx.transaction((tx) => store.insertPoll(tx, poll))
  return presentPoll(
    ctx,
    {
      ...poll,
      endsAt: endsAt?.toISOString() ?? null,
      votedFor: null,
      options: poll.options.map((one) => ({ ...one, votes: 0 })),
    },
    true,
  )
}

/** One vote an account, while the poll runs, for whoever sees the post. */
export function vote(ctx: Context, viewer: SignedIn, feedId: string, optionId: string): Promise<ShownPoll> {
  return ctx.transaction(async (tx) => {
    await openItemFor(tx, viewer, feedId, 'feed')
    const poll = await store.pollOf(tx, feedId)
    if (!poll?.options.some((option) => option.id === optionId)) refuse('NOT_FOUND')
    refuseIf(poll.hasEnded, 'POLL_ENDED')
    refuseIf(!(await store.insertVote(tx, poll.id, viewer.id, optionId)), 'ALREADY_VOTED')
    await count(tx, [{ subject: 'poll_option', id: optionId, counter: 'votes', by: 1 }])
    const [feed] = await store.fetchChosen(tx, viewer.id, store.one(feedId))
    // One's own vote is on its way to the total; show it already.
    const counted = {
      ...feed!.poll!,
      options: feed!.poll!.options.map((one) => (one.id === optionId ? { ...one, votes: one.votes + 1 } : one)),
    }
    return presentPoll(tx, counted)
  })
}
