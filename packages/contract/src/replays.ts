import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, text, tokens } from './fields.ts'
import { gate, itemWriteRefusals } from './items.ts'
import { streamTitleLengthMax } from './limits.ts'
import { mediaFile } from './media.ts'
import { publicMessage } from './public-chat.ts'
import { streamTypes } from './streaming.ts'

// What was recorded of a stream: its creator publishes it as a video, cuts it or discards it. A video that was a stream comes with the chat of that time.

/** `saving`: its end was a moment ago. `waiting`: its creator decides. `published`: it is a video of theirs, or a draft of one. */
export const recordingStates = ['saving', 'waiting', 'published', 'discarded'] as const
/** So many of one’s recordings are listed, newest first. */
export const recordingsMax = 50
/** Messages of a replay that are read at once. */
export const replayMessagesMax = 200

export const recording = z.object({
  _id: id,
  streamId: id,
  title: z.string(),
  /** Who could watch the stream. */
  type: z.enum(streamTypes),
  /** Its creator has promised the replay to everyone who has a ticket of the show. */
  promisesReplay: z.boolean(),
  status: z.enum(recordingStates),
  /** When the first picture came. */
  startedAt: instant,
  /** What is there, in seconds. */
  duration: z.number(),
  bytes: z.int(),
  /** To look at before deciding; null until it is saved and after it was discarded. */
  file: mediaFile.nullable(),
  /** When it is discarded unless something was decided. */
  discardedAt: instant.nullable(),
  /** The video that it became. */
  videoId: id.nullable(),
})
export type Recording = z.infer<typeof recording>

const group = 'streaming'
const params = z.object({ id })
/** With two decimals at most, as all numbers that are sent. */
const seconds = z.number().min(0).max(1_000_000)

export const listRecordings = endpoint('GET /streaming/recordings', {
  group,
  summary:
    'One’s own recordings that wait for a decision or are about to, newest first; with `streamId` that of one stream, whatever became of it.',
  who: 'performer',
  limit: 'read',
  query: z.object({ streamId: id.optional() }),
  reply: many(recording),
})
export const publishRecording = endpoint('POST /streaming/recordings/:id/publish', {
  group,
  summary:
    'Makes a video of a recording, for those who could watch the stream unless another gate is sent, or a draft of one. Of one that was published already, it answers the video.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  refuses: [...itemWriteRefusals, 'RECORDING_DECIDED'],
  params,
  body: z.strictObject({
    title: text(1, streamTitleLengthMax).optional(),
    gate: gate.optional(),
    /** Of a show with tickets: whoever has one watches it without paying again. A replay that was promised is theirs in any case. */
    forTicketHolders: z.boolean().default(true),
    status: z.enum(['draft', 'published']).default('published'),
  }),
  reply: one(recording),
})
export const trimRecording = endpoint('PUT /streaming/recordings/:id/trim', {
  group,
  summary:
    'Cuts a recording that waits for a decision: what lies before `from` and after `to`, in seconds, is deleted. Cuts are at segments of some seconds, so that a little more may stay.',
  who: 'approved',
  limit: 'write',
  refuses: ['RECORDING_DECIDED', 'CONFLICT', 'RULE_BROKEN'],
  params,
  body: z.strictObject({ from: seconds, to: seconds }),
  reply: one(recording),
})
export const discardRecording = endpoint('DELETE /streaming/recordings/:id', {
  group,
  summary: 'Deletes a recording that is not published, with its files.',
  who: 'performer',
  limit: 'write',
  refuses: ['RECORDING_DECIDED'],
  params,
  reply: done,
})

/** Where something happened: what was marked, a tip that asked for something, a goal that was reached, or many tips. */
const chapter = z.object({
  /** In seconds of the video. */
  at: z.number(),
  kind: z.enum(['start', 'marker', 'order', 'goal', 'peak']),
  /** What was asked for, the goal or the label of a marker, which may be empty; empty for the others. */
  title: z.string(),
  /** What was given. */
  tokens: tokens.nullable(),
})
export const replay = z.object({
  videoId: id,
  /** When the stream began, and how many watched at once at most. */
  startedAt: instant,
  peakViewers: z.int(),
  duration: z.number(),
  /** In order. Null for those who may not watch it. */
  chapters: z.array(chapter).nullable(),
  chapterCount: z.int(),
  /** Tips for each of equal parts of the video, in tokens, to draw along it. Null for those who may not watch it. */
  tips: z.array(z.number()).nullable(),
})
export type Replay = z.infer<typeof replay>

export const getReplay = endpoint('GET /streaming/replays/:id', {
  group,
  summary: 'Of a video that was a stream: when, and what happened in it.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED'],
  params,
  reply: one(replay),
})
export const listReplayMessages = endpoint('GET /streaming/replays/:id/chat', {
  group,
  summary:
    'What was said in the chat while a video was live, from the second `from` on, each with its second. Without what was deleted since. Only for those who may watch the video.',
  who: 'public',
  limit: 'read',
  refuses: ['AGE_REQUIRED', 'BANNED_FROM_ROOM'],
  params,
  query: z.object({
    from: z.coerce.number().min(0).max(1_000_000).default(0),
    /** Only what follows this message. */
    after: id.optional(),
    limit: z.coerce.number().int().min(1).max(replayMessagesMax).default(replayMessagesMax),
  }),
  reply: many(publicMessage.extend({ at: z.number() })),
})
