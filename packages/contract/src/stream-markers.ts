import { z } from 'zod'
import { done, endpoint, one } from './endpoint.ts'
import { id, instant, line } from './fields.ts'
import { markerLabelLengthMax } from './limits.ts'
import { performerRefusals } from './refusals.ts'

// Moments of a stream that its creator or a moderator marks while it is live. They are chapters of its replay.

const marker = z.object({
  _id: id,
  streamId: id,
  /** May be empty. */
  label: z.string(),
  /** Seconds since video came first. */
  at: z.number(),
  createdAt: instant,
})
export type StreamMarker = z.infer<typeof marker>

const group = 'streaming'
const params = z.object({ id })
const moderating = [...performerRefusals, 'STREAM_NOT_FOUND', 'BANNED_FROM_ROOM', 'NOT_ALLOWED'] as const

export const listStreamMarkers = endpoint('GET /streaming/:id/markers', {
  group,
  summary: 'What was marked in a stream, in order. For its creator and their moderators.',
  who: 'any',
  limit: 'read',
  refuses: moderating,
  params,
  reply: one(z.array(marker)),
})
export const addStreamMarker = endpoint('POST /streaming/:id/markers', {
  group,
  summary:
    'Marks this moment of a stream that is live, which becomes a chapter of its replay. For its creator and their moderators.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  refuses: [...moderating, 'STREAM_ENDED', 'MARKERS_FULL'],
  params,
  body: z.strictObject({ label: line(1, markerLabelLengthMax).optional() }),
  reply: one(marker),
})
export const removeStreamMarker = endpoint('DELETE /streaming/markers/:id', {
  group,
  summary: 'Takes a marker away, also after the end of its stream. For its creator and their moderators.',
  who: 'any',
  limit: 'write',
  refuses: [...moderating, 'NOT_FOUND'],
  params,
  reply: done,
})
