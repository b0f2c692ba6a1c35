import { audiencePageMax } from './audience-groups.ts'
import { audienceSegment } from './audience.ts'
import { messageFilesMax, messageLengthMax } from './limits.ts'
import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, listQuery, text, tokens } from './fields.ts'
import { mediaFile } from './media.ts'
import { envelope } from './sockets.ts'

// Messages that a creator sends to many fans: each receives a copy in the conversation of the two.

export const audienceKinds = ['subscribers', 'followers', 'expired', 'buyers'] as const
export const audience = z.union([
  /** `expired`: was subscribed and is not. `buyers`: bought something other than a subscription. */
  z.strictObject({ kind: z.enum(audienceKinds) }),
  z.strictObject({ kind: z.enum(['list', 'plan']), id }),
  /** Chosen one by one; of these, the fans of this creator receive it. */
  z.strictObject({ kind: z.literal('people'), ids: z.array(id).min(1).max(audiencePageMax) }),
  /** Who is in it when the broadcast is sent. */
  z.strictObject({ kind: z.literal('segment'), segment: audienceSegment }),
])
export type Audience = z.output<typeof audience>
export const audiencesMax = 20

const recipients = {
  include: z.array(audience).min(1).max(audiencesMax),
  exclude: z.array(audience).max(audiencesMax).default([]),
}
const content = {
  text: text(0, messageLengthMax).default(''),
  fileIds: z.array(id).max(messageFilesMax).default([]),
  price: amount.optional(),
}

export const broadcastStatuses = ['scheduled', 'sending', 'sent', 'cancelled', 'unsent'] as const
export const broadcast = z.object({
  _id: id,
  text: z.string(),
  fileIds: z.array(id),
  files: z.array(mediaFile),
  /** Tokens, where it is sold. */
  price: tokens.nullable(),
  include: z.array(audience),
  exclude: z.array(audience),
  leaveOutOwners: z.boolean(),
  status: z.enum(broadcastStatuses),
  /** Chosen when sending begins; 0 before. */
  recipients: z.int(),
  sent: z.int(),
  opened: z.int(),
  bought: z.int(),
  /** Tokens that were paid for copies and not returned, before the commission. */
  revenue: tokens,
  /** Whether there are copies that were neither read nor bought. */
  canUnsend: z.boolean(),
  publishAt: instant,
  createdAt: instant,
})
export type Broadcast = z.output<typeof broadcast>

const group = 'broadcasts'
const params = z.object({ id })
const refuses = ['PRICE_OUT_OF_RANGE', 'NOT_FOUND', 'INVALID_INPUT'] as const
const body = z.strictObject({
  ...content,
  ...recipients,
  /** Leaves out who already owns every attached file. */
  leaveOutOwners: z.boolean().default(false),
  /** When it is sent; at once without. */
  publishAt: instant.optional(),
})
export type BroadcastInput = z.output<typeof body>

export const createBroadcast = endpoint('POST /performer/broadcasts', {
  group,
  summary: 'Sends a message to many fans, at once or later. Who receives it is chosen when it is sent.',
  who: 'approved',
  limit: 'write',
  refuses: [...refuses, 'TOO_MANY_BROADCASTS'],
  body,
  reply: one(broadcast),
})
export const previewBroadcast = endpoint('POST /performer/broadcasts/preview', {
  group,
  summary: 'How many fans would receive a broadcast now, and how many of them own every attached file.',
  who: 'approved',
  limit: 'write',
  changesNothing: true,
  refuses,
  body: z.strictObject({ ...recipients, fileIds: content.fileIds }),
  reply: one(z.object({ recipients: z.int(), owners: z.int() })),
})
export const listBroadcasts = endpoint('GET /performer/broadcasts', {
  group,
  summary: 'One’s own broadcasts, newest change first.',
  who: 'performer',
  limit: 'read',
  query: z.object(listQuery(['updatedAt', 'createdAt'])),
  reply: many(broadcast),
})
export const updateBroadcast = endpoint('PUT /performer/broadcasts/:id', {
  group,
  summary: 'Changes a broadcast that is scheduled.',
  who: 'approved',
  limit: 'write',
  refuses: [...refuses, 'BROADCAST_SENT'],
  params,
  body,
  reply: one(broadcast),
})
export const cancelBroadcast = endpoint('DELETE /performer/broadcasts/:id', {
  group,
  summary: 'Cancels a broadcast that is scheduled.',
  who: 'performer',
  limit: 'write',
  refuses: ['BROADCAST_SENT'],
  params,
  reply: done,
})
export const unsendBroadcast = endpoint('POST /performer/broadcasts/:id/unsend', {
  group,
  summary: 'Deletes the copies that were neither read nor bought, and sends no more of them.',
  who: 'performer',
  limit: 'write',
  refuses: ['BROADCAST_NOT_SENT'],
  params,
  reply: one(broadcast),
})

/** To its creator: how far a broadcast is. */
export const broadcastMessages = {
  'broadcast/changed': envelope.extend({
    broadcastId: id,
    status: z.enum(broadcastStatuses),
    recipients: z.int(),
    sent: z.int(),
  }),
}
