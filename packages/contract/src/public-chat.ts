import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, text, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
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
  text: z.string(),
  /** What was given, where it is shown that somebody tipped. Its text is their note, which may be empty. */
  tip: z.object({ tokens }).nullable(),
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
  pinnedMessage: publicMessage.nullable(),
  /** Whether the viewer may write here, or what is missing. */
  writing: z.object({
    allowed: z.boolean(),
    reason: z.enum(['sign-in', 'followers', 'subscribers', 'closed']).nullable(),
  }),
})

const params = z.object({ id })
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
  params,
  body: z.strictObject({
    slowModeSeconds: z.int().min(0).max(slowModeSecondsMax).optional(),
    whoMayWrite: whoMayWrite.optional(),
    pinnedMessageId: id.nullable().optional(),
  }),
  reply: one(publicChat),
})
export type PublicChatChanges = z.output<typeof updatePublicChat.body>

const list = {
  group: 'messages',
  who: 'public',
  limit: 'read',
  refuses: performerRefusals,
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
  summary: 'Writes in a public chat. The same `clientId` sent again answers the first message.',
  who: 'any',
  limit: 'write',
  refuses: [
    ...performerRefusals,
    'NOT_APPROVED',
    'FOLLOW_REQUIRED',
    'SUBSCRIPTION_REQUIRED',
    'CHAT_CLOSED',
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
  summary: 'Deletes all messages of one’s own public chat.',
  who: 'performer',
  limit: 'write',
  params,
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
  'stream-message/deleted': envelope.extend({ conversationId: id, messageId: id }),
  'stream-messages/cleared': envelope.extend({ conversationId: id }),
  /** Nothing more comes from this chat until it is joined again, which is refused to those who may no longer read it. */
  'conversation/left': envelope.extend({ conversationId: id }),
}
