import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, listQuery, text, tokens } from './fields.ts'
import { performerSummary, personSummary } from './items.ts'
import { publicMessageLengthMax } from './limits.ts'
import { performerRefusals } from './refusals.ts'
import { envelope, type SocketCommandSpec } from './sockets.ts'

// The public chat of a creator. Everyone who may know of the creator reads it; the creator decides who writes. Its id is that of the creator.

export const slowModeSecondsMax = 600
/** What a deleted message of a public chat says. */
export const deletedPublicMessageText = 'Message deleted'
/** How many messages of a chat are stored, and for how many days. */
export const publicMessagesMax = 1000
export const publicMessageDays = 30
/** Those of streams that have a replay stay with it, up to so many of a chat. */
export const replayedMessagesMax = 100_000
/** How many messages of a chat wait for approval at most, and for how many hours. */
export const heldMessagesMax = 200
export const heldMessageHours = 24
/** How many moderators a creator names at most. */
export const moderatorsMax = 50

export const publicMessage = z.object({
  _id: id,
  conversationId: id,
  /** Later messages have higher ones. */
  sequence: z.int(),
  /** As its sender sent it; null for everyone else. */
  clientId: z.string().nullable(),
  /** Without a username where the account is closed. */
  sender: performerSummary,
  /** Who wrote it for a creator; null for fans. */
  authorKind: z.enum(['creator', 'team', 'automation']).nullable(),
  /** What its sender is in this chat. */
  senderRole: z.enum(['creator', 'moderator']).nullable(),
  /** It waits until the creator or a moderator shows it. Until then its sender and they see it. */
  isHeld: z.boolean(),
  text: z.string(),
  /**
   * What was given, where it is shown that somebody tipped. Its text is their note, which may be empty, or what
   * they asked for from the tip menu: `isOrder`.
   */
  tip: z.object({ tokens, isOrder: z.boolean() }).nullable(),
  isDeleted: z.boolean(),
  createdAt: instant,
})
export type PublicMessage = z.infer<typeof publicMessage>

const whoMayWrite = z.enum(['everyone', 'followers', 'subscribers', 'none'])
export const publicChat = z.object({
  _id: id,
  type: z.literal('stream'),
  source: z.literal('stream'),
  /** The creator. */
  sourceId: id,
  recipient: performerSummary,
  slowModeSeconds: z.int(),
  whoMayWrite,
  /** Whether messages with links wait for approval, as those with held words do. */
  holdsLinks: z.boolean(),
  pinnedMessage: publicMessage.nullable(),
  /** Whether the viewer may write here, or what is missing. */
  writing: z.object({
    allowed: z.boolean(),
    reason: z.enum(['sign-in', 'followers', 'subscribers', 'closed', 'muted', 'banned']).nullable(),
    /** When a mute ends; null for one that ends with the stream. */
    until: instant.nullable(),
  }),
  /** `moderate`: delete, mute, ban, show what waits, pin and clear. `manage`: set the rules and name moderators. */
  can: z.object({ moderate: z.boolean(), manage: z.boolean() }),
})

const params = z.object({ id })
/** Refused to those who don't moderate a chat, and to those who are banned from it. */
const roomRefusals = ['NOT_ALLOWED', 'BANNED_FROM_ROOM'] as const
const query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  offset: z.coerce.number().int().min(0).max(publicMessagesMax).default(0),
  before: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  after: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
})
export type PublicMessageQuery = z.output<typeof query>

export const getPublicChat = endpoint('GET /conversations/stream/performer/:id', {
  group: 'conversations',
  summary: 'The public chat of a creator.',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
  params,
  reply: one(publicChat),
})
export const updatePublicChat = endpoint('PUT /conversations/stream/:id/update', {
  group: 'conversations',
  summary:
    'Changes who may write in one’s own public chat and how often, and pins a message. What is not sent stays as it is.',
  who: 'performer',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params,
  body: z.strictObject({
    slowModeSeconds: z.int().min(0).max(slowModeSecondsMax).optional(),
    whoMayWrite: whoMayWrite.optional(),
    holdsLinks: z.boolean().optional(),
    pinnedMessageId: id.nullable().optional(),
  }),
  reply: one(publicChat),
})
export type PublicChatChanges = z.output<typeof updatePublicChat.body>

const list = {
  group: 'messages',
  who: 'public',
  limit: 'read',
  refuses: [...performerRefusals, 'BANNED_FROM_ROOM'],
  params,
  query,
  reply: many(publicMessage),
} as const
export const listChatMessages = endpoint('GET /messages/stream/:id', {
  ...list,
  summary:
    'Messages of a public chat, newest first. `before` and `after` are sequences; `nextCursor` is the next `before`.',
})
export const listPublicMessages = endpoint('GET /messages/conversations/public/:id', {
  ...list,
  summary: 'Messages of a public conversation: the same as `GET /messages/stream/:id`.',
})
export const sendPublicMessage = endpoint('POST /messages/stream/:id', {
  group: 'messages',
  summary:
    'Writes in a public chat. The same `clientId` sent again answers the first message. One with a held word waits for approval: `isHeld`.',
  who: 'any',
  limit: 'write',
  refuses: [
    ...performerRefusals,
    'NOT_APPROVED',
    'FOLLOW_REQUIRED',
    'SUBSCRIPTION_REQUIRED',
    'CHAT_CLOSED',
    'MUTED',
    'BANNED_FROM_ROOM',
    'SLOW_MODE',
    'WORD_NOT_ALLOWED',
    'KEY_REUSED',
  ],
  params,
  body: z.strictObject({ text: text(1, publicMessageLengthMax), clientId: id.optional() }),
  reply: one(publicMessage),
})
export const clearPublicMessages = endpoint('DELETE /messages/stream/:id/remove-all-message', {
  group: 'messages',
  summary: 'Deletes all messages of one’s own public chat, also those that wait.',
  who: 'performer',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params,
  reply: done,
})

export const pinMessage = endpoint('PUT /conversations/stream/:id/pinned', {
  group: 'conversations',
  summary: 'Pins a message of a public chat; null pins none. For its creator and moderators.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params,
  body: z.strictObject({ messageId: id.nullable() }),
  reply: one(publicChat),
})
export const clearChat = endpoint('DELETE /messages/stream/:id', {
  group: 'messages',
  summary: 'Deletes all messages of a public chat, also those that wait. For its creator and moderators.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params,
  reply: done,
})

const standing = z.enum(['moderator', 'muted', 'banned'])
export type Standing = z.infer<typeof standing>
const person = personSummary.extend({
  standing,
  /** When a mute ends; null for one that ends with the stream. */
  until: instant.nullable(),
  since: instant,
})
const personParams = z.object({ id, userId: id })

export const listRoomPeople = endpoint('GET /conversations/stream/:id/people', {
  group: 'conversations',
  summary: 'Who moderates a public chat, is muted in it, or banned. For its creator and moderators.',
  who: 'any',
  limit: 'read',
  refuses: [...performerRefusals, ...roomRefusals],
  params,
  query: z.object({ ...listQuery(['createdAt']), standing }),
  reply: many(person),
})
export const setRoomPerson = endpoint('PUT /conversations/stream/:id/people/:userId', {
  group: 'conversations',
  summary:
    'Mutes a person in a public chat, bans them from it and from the live rooms of its creator, or makes them a moderator, in place of what they were. Only the creator names moderators and takes it from them.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals, 'STREAM_NOT_FOUND', 'TOO_MANY_MODERATORS'],
  params: personParams,
  body: z.strictObject({
    standing,
    /** Of a mute. With `stream`, which is what is meant if nothing is said, it ends with the open stream. */
    muteFor: z.enum(['minutes-5', 'hour', 'stream']).optional(),
  }),
  reply: one(person),
})
export const removeRoomPerson = endpoint('DELETE /conversations/stream/:id/people/:userId', {
  group: 'conversations',
  summary: 'Ends a mute or a ban, or that a person is a moderator.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params: personParams,
  reply: done,
})

export const listHeldMessages = endpoint('GET /messages/stream/:id/held', {
  group: 'messages',
  summary: 'Messages that wait for approval, newest first: for creator and moderators all, for others their own.',
  who: 'any',
  limit: 'read',
  refuses: [...performerRefusals, 'BANNED_FROM_ROOM'],
  params,
  query: z.object(listQuery(['createdAt'])),
  reply: many(publicMessage),
})
const heldParams = z.object({ id, messageId: id })
export const approveHeldMessage = endpoint('POST /messages/stream/:id/held/:messageId/approve', {
  group: 'messages',
  summary: 'Shows a message that waits, as if it were written now.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params: heldParams,
  reply: one(publicMessage),
})
export const refuseHeldMessage = endpoint('DELETE /messages/stream/:id/held/:messageId', {
  group: 'messages',
  summary: 'Deletes a message that waits. For creator, moderators and its sender.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, ...roomRefusals],
  params: heldParams,
  reply: done,
})

/** `conversation/join`: from now on the socket receives what is written in a public chat. */
export const joinCommand = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: z.strictObject({ conversationId: id }),
} as const satisfies SocketCommandSpec
/** `conversation/leave`. */
export const leaveCommand = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: z.strictObject({ conversationId: id }),
} as const satisfies SocketCommandSpec

/** To those who joined a public chat. */
export const publicChatMessages = {
  'stream-message/created': envelope.extend({ conversationId: id, message: publicMessage }),
  /** Beside `stream-message/created` of the same message, where it shows a tip. */
  'tip/received': envelope.extend({ conversationId: id, message: publicMessage }),
  /** It waits for approval. To the creator, moderators and its sender. */
  'stream-message/held': envelope.extend({ conversationId: id, message: publicMessage }),
  /** One that waited and was refused, as well: then to those who saw it. */
  'stream-message/deleted': envelope.extend({ conversationId: id, messageId: id }),
  'stream-messages/cleared': envelope.extend({ conversationId: id }),
  /** Nothing more comes from this chat until it is joined again, which is refused to those who may no longer read it. */
  'conversation/left': envelope.extend({ conversationId: id }),
}
