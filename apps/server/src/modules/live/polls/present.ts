import type { StreamPoll } from '@fanlight/contract/stream-polls'
import type { PollRow } from './store.ts'

export const presentPoll = ({ choice, ...poll }: PollRow): StreamPoll => ({ ...presentForAll(poll), choice })

/** As everybody who watches receives it. */
export const presentForAll = (poll: Omit<PollRow, 'choice'>) => ({
  _id: poll.id,
  streamId: poll.streamId,
  question: poll.question,
  options: poll.options.map((text, at) => ({ text, votes: poll.counts[at]! })),
  endsAt: poll.endsAt.toISOString(),
  endedAt: poll.endedAt?.toISOString() ?? null,
})
