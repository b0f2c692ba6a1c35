import type { createPoll as createPollCall, ShownFeed } from '@fanlight/contract/posts'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { viewableItem } from '../../access/items.ts'
import { loadItems, single } from '../items/item-rows.ts'
import { count } from '../counters/roll-up.ts'
import { type FeedRow, feedTable } from './feed-rows.ts'
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
      options: poll.options.map((option) => ({ ...option, votes: 0 })),
    },
    true,
  )
}

/** One vote per account while the poll is open, for viewers with access to the post. */
export function vote(ctx: Context, viewer: SignedIn, feedId: string, optionId: string): Promise<ShownPoll> {
  return ctx.transaction(async (tx) => {
    await viewableItem(tx, viewer, feedId, feedTable.kind)
    const poll = await store.pollOf(tx, feedId)
    if (!poll?.options.some((option) => option.id === optionId)) refuse('NOT_FOUND')
    refuseIf(poll.hasEnded, 'POLL_ENDED')
    refuseIf(!(await store.insertVote(tx, poll.id, viewer.id, optionId)), 'ALREADY_VOTED')
    await count(tx, [{ subject: 'poll_option', id: optionId, counter: 'votes', by: 1 }])
    const [feed] = await loadItems<FeedRow>(tx, feedTable, viewer.id, single(feedTable, feedId))
    // The total is added up later; the viewer's own vote is shown at once.
    const counted = {
      ...feed!.poll!,
      options: feed!.poll!.options.map((option) =>
        option.id === optionId ? { ...option, votes: option.votes + 1 } : option,
      ),
    }
    return presentPoll(tx, counted)
  })
}
