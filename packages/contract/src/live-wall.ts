import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { flag, id, instant, line, listQuery } from './fields.ts'
import { performerSummary } from './items.ts'
import { streamTypes, transport } from './streaming.ts'

// What staff see of all rooms that are live, and may do about them.

export const roomTypes = [...streamTypes, 'private', 'group'] as const

const still = z.object({ _id: id, at: instant })
export const liveRoom = z.object({
  _id: id,
  type: z.enum(roomTypes),
  title: z.string(),
  status: z.enum(['live', 'away']),
  performer: performerSummary,
  viewers: z.int(),
  startedAt: instant,
  /** Open cases about its creator or what they made, of those that this member of staff may see. */
  reports: z.int(),
  /** The newest picture of it; null for private shows, and where there is none yet. */
  still: still.nullable(),
})
const group = 'admin'
const params = z.object({ id })
const why = line(3, 500)
const action = { group, who: 'admin:moderation', limit: 'admin', audit: true, params } as const

export const listLiveRooms = endpoint('GET /admin/live', {
  group,
  summary: 'All rooms that are live: those with most open reports first, then those with most viewers.',
  who: 'admin:moderation',
  limit: 'admin',
  query: z.object({
    current: listQuery().current,
    pageSize: listQuery().pageSize,
    cursor: listQuery().cursor,
    type: z.enum(roomTypes).optional(),
    /** Only those of creators about whom there are open reports. */
    reported: flag.optional(),
  }),
  reply: many(liveRoom).extend({
    /** Whether this installation can make pictures of rooms. */
    makesStills: z.boolean(),
    /** How many rooms there are, whatever was asked for. */
    counts: z.object({
      all: z.int(),
      reported: z.int(),
      types: z.array(z.object({ type: z.enum(roomTypes), rooms: z.int() })),
    }),
    /** Creators who may not go live, the newest first, a hundred at most. */
    suspended: z.array(z.object({ performer: performerSummary, reason: z.string(), until: instant.nullable() })),
  }),
})
export const stopLiveRoom = endpoint('POST /admin/live/:id/stop', {
  ...action,
  summary:
    'Ends a stream or a private show at once, for its creator and everyone who watches. The creator of a stream reads the reason. With `suspend` they may not go live until `until`, or until it is lifted.',
  refuses: ['STREAM_ENDED', 'NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF'],
  body: z.strictObject({
    reason: why,
    suspend: z.strictObject({ until: instant.nullable() }).optional(),
  }),
  reply: done,
})
export const watchLiveRoom = endpoint('POST /admin/live/:id/watch', {
  ...action,
  summary:
    'How to watch a room unseen. It is recorded in the audit log; of a private show a reason is needed, and both of its people can see afterwards that it was watched.',
  idempotent: 'none',
  refuses: ['STREAM_ENDED'],
  body: z.strictObject({ reason: why.optional() }),
  reply: one(transport),
})
export const listStills = endpoint('GET /admin/live/:id/stills', {
  group,
  summary: 'The pictures of a stream of the last 24 hours, the newest first.',
  who: 'admin:moderation',
  limit: 'admin',
  params,
  query: z.object({
    current: listQuery().current,
    pageSize: listQuery().pageSize,
    cursor: listQuery().cursor,
  }),
  reply: many(still),
})
export const readStill = endpoint('GET /admin/live/stills/:id', {
  group,
  summary: 'One picture of a stream.',
  who: 'admin:moderation',
  limit: 'admin',
  params,
  sends: ['image/jpeg'],
  reply: z.any(),
})
export const liftLiveSuspension = endpoint('POST /admin/accounts/:id/live-suspension/lift', {
  ...action,
  summary: 'Lets a creator go live again.',
  refuses: ['NOT_SUSPENDED', 'NOT_TO_ONESELF', 'NOT_ABOVE_ONESELF'],
  body: z.strictObject({ reason: why }),
  reply: done,
})
