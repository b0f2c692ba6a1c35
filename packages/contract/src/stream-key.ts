import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'

// A program of the creator's own, such as OBS, publishes by WHIP to `/live/whip` with a key that lasts until it is replaced, or by RTMP with the same key.

const group = 'streaming'

export const getStreamKey = endpoint('GET /streaming/key', {
  group,
  summary:
    'When the creator’s stream key was made; null where there is none. The key itself is never shown again. `rtmp` is where programs send that have no WHIP, with the key as the name of the stream; null where the server takes none of that.',
  who: 'approved',
  limit: 'read',
  reply: one(z.object({ createdAt: instant.nullable(), rtmp: z.string().nullable() })),
})
export const replaceStreamKey = endpoint('POST /streaming/key', {
  group,
  summary:
    'Makes a stream key and shows it this once. The one before works no more from this moment, and what is sent with it ends.',
  who: 'approved',
  limit: 'write',
  idempotent: 'none',
  reply: one(z.object({ key: z.string(), createdAt: instant })),
})

/** Why what a program sent was ended. */
export const inputProblems = ['bFrames', 'encoder'] as const
export type InputProblem = (typeof inputProblems)[number]

/** What a program sends, over the last seconds; of what is sent by RTMP, as the server has encoded it again. */
export const streamInput = z.object({
  codec: z.string(),
  width: z.int(),
  height: z.int(),
  framesPerSecond: z.int(),
  kilobitsPerSecond: z.int(),
  /** Between keyframes; null before the first. */
  keyframeSeconds: z.number().nullable(),
  /** The share of packets that did not come, 0 to 1. */
  lost: z.number(),
})
export type StreamInput = z.infer<typeof streamInput>

export const getLiveAbilities = endpoint('GET /streaming/abilities', {
  group,
  summary:
    'What the live video of this site can, beside streams from a browser: `records`, whether streams can be recorded, and `takesPrograms`, whether programs such as OBS can publish.',
  who: 'performer',
  limit: 'read',
  reply: one(z.object({ records: z.boolean(), takesPrograms: z.boolean() })),
})

export const getStreamInput = endpoint('GET /streaming/input', {
  group,
  summary:
    'How the video is that comes into one’s open stream; null where none comes. `problem` says why the last one was ended: `bFrames` can’t be shown by browsers; `encoder` is the server’s, which converts RTMP.',
  who: 'approved',
  limit: 'read',
  refuses: ['STREAM_NOT_FOUND'],
  reply: one(
    z.object({ isByKey: z.boolean(), reading: streamInput.nullable(), problem: z.enum(inputProblems).nullable() }),
  ),
})
