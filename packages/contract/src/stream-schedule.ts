import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { flag, id, instant, line } from './fields.ts'
import { performerSummary } from './items.ts'
import { scheduledMinutesMax, scheduledMinutesMin, streamTitleLengthMax } from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { freeTypes } from './streaming.ts'

// Streams that creators have announced. Whoever may know of a creator sees them and can ask to be reminded.

export const scheduledStream = z.object({
  _id: id,
  performer: performerSummary,
  title: z.string(),
  type: z.enum(freeTypes),
  startsAt: instant,
  /** How long it is expected to last. */
  minutes: z.int(),
  /** Whether the viewer is reminded of it. */
  isReminded: z.boolean(),
  /** How many people are reminded of it; null for everyone but its creator. */
  reminders: z.int().nullable(),
  updatedAt: instant,
})
export type ScheduledStream = z.infer<typeof scheduledStream>

const group = 'streaming'
const params = z.object({ id })
const fields = {
  title: line(1, streamTitleLengthMax),
  type: z.enum(freeTypes),
  startsAt: instant,
  minutes: z.int().min(scheduledMinutesMin).max(scheduledMinutesMax),
}

export const listSchedule = endpoint('GET /streaming/schedule', {
  group,
  summary: 'Streams that creators have announced, the next one first. One that began late is listed for an hour.',
  who: 'public',
  limit: 'read',
  query: z.object({
    current: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    /** Of this creator alone. */
    performerId: id.optional(),
    /** Only of creators whom the viewer follows. */
    followed: flag.optional(),
  }),
  reply: many(scheduledStream),
})
export const scheduleStream = endpoint('POST /streaming/schedule', {
  group,
  summary: 'Announces a stream.',
  who: 'approved',
  limit: 'write',
  refuses: ['STARTS_TOO_LATE', 'SCHEDULE_FULL'],
  body: z.strictObject(fields),
  reply: one(scheduledStream),
})
export const changeScheduledStream = endpoint('PUT /streaming/schedule/:id', {
  group,
  summary:
    'Changes a stream that one has announced. People who asked to be reminded are told where its time or its audience becomes another one.',
  who: 'approved',
  limit: 'write',
  refuses: ['NOT_FOUND', 'STARTS_TOO_LATE'],
  params,
  body: z.strictObject(fields).partial(),
  reply: one(scheduledStream),
})
export const cancelScheduledStream = endpoint('DELETE /streaming/schedule/:id', {
  group,
  summary:
    'Cancels a stream that one has announced, and tells who asked to be reminded. Doing so twice changes nothing.',
  who: 'performer',
  limit: 'write',
  refuses: ['NOT_FOUND'],
  params,
  reply: done,
})
const reminder = {
  group,
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, 'STREAM_NOT_SCHEDULED'],
  params,
  reply: one(scheduledStream),
} as const
export const addStreamReminder = endpoint('POST /streaming/schedule/:id/reminder', {
  ...reminder,
  summary: 'Asks to be reminded shortly before a stream starts. Doing so twice changes nothing.',
  idempotent: 'none',
  refuses: [...reminder.refuses, 'NOT_TO_ONESELF'],
})
export const removeStreamReminder = endpoint('DELETE /streaming/schedule/:id/reminder', {
  ...reminder,
  summary: 'Ends being reminded of a stream. Doing so twice changes nothing.',
})
export const scheduledStreamCalendar = endpoint('GET /streaming/schedule/:id/calendar', {
  group,
  summary: 'A stream that was announced, as an iCalendar file.',
  who: 'public',
  limit: 'read',
  refuses: [...performerRefusals, 'STREAM_NOT_SCHEDULED'],
  params,
  sends: ['text/calendar'],
  reply: z.any(),
})
export const performerCalendar = endpoint('GET /streaming/schedule/performer/:id/calendar', {
  group,
  summary:
    'The streams that a creator has announced, as an iCalendar file that calendars can subscribe to. Cancelled ones are in it as such.',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
  params,
  sends: ['text/calendar'],
  reply: z.any(),
})
