import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import {
  pollAnswerLengthMax,
  pollAnswersMax,
  pollAnswersMin,
  pollQuestionLengthMax,
  pollSecondsMax,
  pollSecondsMin,
} from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { envelope } from './sockets.ts'

// Polls in a live room: those who watch choose one of some answers, and everyone sees how it stands.

const shownPoll = z.object({
  _id: id,
  streamId: id,
  question: z.string(),
  options: z.array(z.object({ text: z.string(), votes: z.int() })),
  endsAt: instant,
  /** When it ended, by itself or by hand; null while one may vote. */
  endedAt: instant.nullable(),
})
export const streamPoll = shownPoll.extend({
  /** The place of what the viewer chose, from 0. */
  choice: z.int().nullable(),
})
export type StreamPoll = z.infer<typeof streamPoll>

const group = 'streaming'
const params = z.object({ id })
const watching = [...performerRefusals, 'STREAM_NOT_FOUND', 'SUBSCRIPTION_REQUIRED', 'BANNED_FROM_ROOM'] as const

export const getStreamPoll = endpoint('GET /streaming/:id/poll', {
  group,
  summary: 'The last poll of a stream, which may be over; null where there was none.',
  who: 'any',
  limit: 'read',
  refuses: watching,
  params,
  reply: one(streamPoll.nullable()),
})
export const startStreamPoll = endpoint('POST /streaming/:id/poll', {
  group,
  summary: 'Asks those who watch a stream. For its creator and their moderators; one at a time.',
  who: 'any',
  limit: 'write',
  refuses: [...watching, 'NOT_ALLOWED', 'STREAM_ENDED', 'POLL_RUNNING'],
  params,
  body: z.strictObject({
    question: line(1, pollQuestionLengthMax),
    options: z.array(line(1, pollAnswerLengthMax)).min(pollAnswersMin).max(pollAnswersMax),
    /** How long one may vote. */
    seconds: z.int().min(pollSecondsMin).max(pollSecondsMax),
  }),
  reply: one(streamPoll),
})
export const voteInStreamPoll = endpoint('PUT /streaming/polls/:id/vote', {
  group,
  summary:
    'Votes in a poll of a stream that one may watch. Another vote takes the place of the first, until the poll ends.',
  who: 'any',
  limit: 'write',
  refuses: [...watching, 'NOT_FOUND', 'NOT_TO_ONESELF', 'MUTED_IN_ROOM', 'POLL_ENDED'],
  params,
  body: z.strictObject({
    choice: z
      .int()
      .min(0)
      .max(pollAnswersMax - 1),
  }),
  reply: one(streamPoll),
})
export const endStreamPoll = endpoint('PUT /streaming/polls/:id/end', {
  group,
  summary: 'Ends a poll before its time. Doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: [...watching, 'NOT_FOUND', 'NOT_ALLOWED'],
  params,
  reply: one(streamPoll),
})

/** To those who joined the stream, and to its creator: it has begun, it stands otherwise than before, or it is over. */
export const streamPollMessages = {
  'stream-poll/updated': envelope.extend({ poll: shownPoll }),
}
