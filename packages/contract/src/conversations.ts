import { messageFilesMax, messageLengthMax } from './limits.ts'
import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, listQuery, shownOffer, text, tokens } from './fields.ts'
import { performerSummary } from './items.ts'
import { fileStatusReply, mediaFile, uploadedFile } from './media.ts'
import { publicChat } from './public-chat.ts'
import { performerRefusals } from './refusals.ts'
import { envelope, type SocketCommandSpec } from './sockets.ts'

// Private conversations between two accounts, and their messages.
// spec: messages.paging, default.message-page

/** How much of the message that is replied to is shown above a reply. */
export const quoteLengthMax = 140
export const pinnedConversationsMax = 20
/** What a deleted message says. */
export const deletedMessageText = 'Message deleted!'

export const message = z.object({
  _id: id,
  conversationId: id,
  /** From 1 in each conversation, without gaps. */
  sequence: z.int(),
  senderId: id,
  /** As its sender sent it; null for the other person. */
  clientId: z.string().nullable(),
  type: z.enum(['text', 'photo', 'video', 'audio', 'tip', 'system']),
  /** Who wrote it for a creator; null for fans. */
  authorKind: z.enum(['creator', 'team', 'automation']).nullable(),
  /** Empty while the message is locked. */
  text: z.string(),
  files: z.array(mediaFile),
  /** The message that this one replies to, as the viewer may see it. */
  replyTo: z
    .object({
      _id: id,
      senderId: id,
      type: z.enum(['text', 'photo', 'video', 'audio', 'tip', 'system']),
      /** Its beginning. Empty while it is locked. */
      text: z.string().max(quoteLengthMax),
      isDeleted: z.boolean(),
    })
    .nullable(),
  /** Of the first link in its text; arrives some seconds after the message (`message/updated`), or never. */
  linkPreview: z
    .object({
      url: z.string(),
      title: z.string(),
      description: z.string(),
      siteName: z.string(),
      /** An address on this site. */
      image: z.string().nullable(),
    })
    .nullable(),
  /** What was given, where the message is about a tip. */
  tip: z.object({ tokens }).nullable(),
  /** For its sender alone: the broadcast that it is a copy of. */
  broadcastId: id.nullable(),
  /** Tokens, where the message is sold, and the version of its terms, which a purchase sends back as `expectedTerms`. */
  price: z.number().nullable(),
  terms: z.string().optional(),
  isLocked: z.boolean(),
  isDeleted: z.boolean(),
  /** When the other person read it. */
  seenAt: instant.nullable(),
  createdAt: instant,
})

export const conversation = z.object({
  _id: id,
  type: z.literal('private'),
  /** What the other person is, and their id. */
  source: z.enum(['user', 'performer']),
  sourceId: id,
  /** The other person. Without a username where the account is closed. */
  recipient: performerSummary,
  /** To a creator alone: the other person is in their audience (`GET /performer/audience/people/:username`). */
  isFan: z.boolean(),
  totalNotSeenMessages: z.int(),
  lastMessage: message.nullable(),
  /** Without notifications, and not counted in `GET /messages/total-unread-messages`. */
  isMuted: z.boolean(),
  /** In no list but that of hidden ones, until the next message. */
  isHidden: z.boolean(),
  /** At the top of the list. */
  isPinned: z.boolean(),
  /** Whether the viewer may write here. `price` is what the next message costs, in tokens; it is not given back without an answer. `terms` is sent back with it as `expectedTerms`. */
  writing: z.object({
    allowed: z.boolean(),
    /** Only followers or subscribers may write, or one of the two accounts is closed or not approved. */
    reason: z.enum(['followers', 'subscribers', 'closed']).nullable(),
    price: z.number().nullable(),
    terms: z.string().optional(),
  }),
  createdAt: instant,
  updatedAt: instant,
})

const params = z.object({ id })
const listed = listQuery(['updatedAt'])

/** `unlocked`: in which one of the two bought a message of the other. */
export const conversationFilters = ['all', 'unread', 'unlocked', 'hidden'] as const
export const listConversations = endpoint('GET /conversations', {
  group: 'conversations',
  summary: 'One’s own conversations: pinned ones first, then by their newest message.',
  who: 'any',
  limit: 'read',
  query: z.object({ ...listed, filter: z.enum(conversationFilters).default('all') }),
  reply: many(conversation),
})
export const searchConversations = endpoint('GET /conversations/search', {
  group: 'conversations',
  summary: 'One’s own conversations with people whose name or username contains `q`.',
  who: 'any',
  limit: 'read',
  query: z.object({ ...listed, q: text(0, 100).default('') }),
  reply: many(conversation),
})
export const openConversation = endpoint('POST /conversations', {
  group: 'conversations',
  summary:
    'Opens the conversation with a person, creating it the first time, and marks it read. Of a stream or its creator it is the public chat.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, 'NOT_FOUND', 'NOT_ALLOWED', 'NOT_APPROVED', 'NOT_TO_ONESELF'],
  body: z.strictObject({ source: z.enum(['user', 'performer', 'stream']), sourceId: id }),
  reply: one(z.union([conversation, publicChat])),
})
export const getConversation = endpoint('GET /conversations/:id', {
  group: 'conversations',
  summary: 'One of one’s own conversations.',
  who: 'any',
  limit: 'read',
  params,
  reply: one(conversation),
})

export const setConversationPreferences = endpoint('PUT /conversations/:id/preferences', {
  group: 'conversations',
  summary: 'Mutes, hides or pins a conversation for oneself. What is not sent stays as it is.',
  who: 'any',
  limit: 'write',
  refuses: ['TOO_MANY_PINNED'],
  params,
  body: z.strictObject({
    isMuted: z.boolean().optional(),
    isHidden: z.boolean().optional(),
    isPinned: z.boolean().optional(),
  }),
  reply: one(conversation),
})
export type ConversationPreferences = z.output<typeof setConversationPreferences.body>

/** Messages that are found are counted so far and no further. */
export const foundMessagesMax = 1000
/** `purchase`: messages that one of the two bought. */
export const messageSearchKinds = ['all', 'photo', 'video', 'audio', 'purchase'] as const
/** Matches words by their beginning, whatever their accents and case. Messages that are locked for the viewer are not found. */
export const searchMessages = endpoint('GET /messages/search', {
  group: 'messages',
  summary: 'Messages of one’s own conversations, or of one, that contain all words of `q`; newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    ...listQuery(['createdAt', 'updatedAt']),
    q: text(1, 100),
    kind: z.enum(messageSearchKinds).default('all'),
    conversationId: id.optional(),
  }),
  reply: many(message.extend({ /** The other person of its conversation. */ recipient: performerSummary })).extend({
    /** In how many conversations they are, as far as they were counted. */
    conversations: z.int(),
  }),
})
export type MessageSearch = Omit<z.output<typeof searchMessages.query>, 'current' | 'pageSize' | 'cursor'>

/**
 * `before` and `after` are sequences; `after` answers those that follow it directly, and `since` those from this moment on, beginning with
 * the first. `nextCursor` is the next `before`.
 */
export const listMessages = endpoint('GET /messages/conversations/:id', {
  group: 'messages',
  summary: 'Messages of a conversation, newest first.',
  who: 'any',
  limit: 'read',
  params,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
    before: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    after: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
    since: instant.optional(),
  }),
  reply: many(message),
})
export type MessageQuery = z.output<typeof listMessages.query>

export const sendMessage = endpoint('POST /messages/conversations/:id', {
  group: 'messages',
  summary: 'Sends a message. The same `clientId` sent again answers the first message.',
  who: 'any',
  limit: 'write',
  refuses: [
    ...performerRefusals,
    'NOT_FOUND',
    'NOT_ALLOWED',
    'NOT_APPROVED',
    'FOLLOW_REQUIRED',
    'SUBSCRIPTION_REQUIRED',
    'PRICE_OUT_OF_RANGE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
    'CONFLICT',
    'KEY_REUSED',
    'INVALID_INPUT',
  ],
  params,
  body: z.strictObject({
    text: text(0, messageLengthMax).default(''),
    fileIds: z.array(id).max(messageFilesMax).default([]),
    /** Tokens. Only creators sell messages, and only such with files. */
    price: amount.optional(),
    clientId: id.optional(),
    /** A message of the same conversation. */
    replyToId: id.optional(),
    /** The price of the first message as it was shown, where writing costs (`writing`). Nothing is charged without it. */
    ...shownOffer,
  }),
  reply: one(message),
})
export type MessageInput = z.output<typeof sendMessage.body>

export const deleteMessage = endpoint('DELETE /messages/:id', {
  group: 'messages',
  summary: 'Deletes a message of one’s own. Its media stays with who bought it.',
  who: 'any',
  limit: 'write',
  refuses: ['NOT_ALLOWED'],
  params,
  reply: done,
})
export const totalUnread = endpoint('GET /messages/total-unread-messages', {
  group: 'messages',
  summary: 'How many messages one has not read, without those of muted and hidden conversations.',
  who: 'any',
  limit: 'read',
  reply: one(z.object({ total: z.int() })),
})
export const readAll = endpoint('POST /messages/read-all/:id', {
  group: 'messages',
  summary: 'Marks a conversation read.',
  who: 'any',
  limit: 'write',
  params,
  reply: done,
})
export const messageFileStatus = endpoint('GET /messages/:id/file/:fileId/status', {
  group: 'messages',
  summary: 'How far a file of a message is.',
  who: 'any',
  limit: 'read',
  params: z.object({ id, fileId: id }),
  reply: one(fileStatusReply),
})

const upload = {
  group: 'messages',
  who: 'any',
  limit: 'upload',
  idempotent: 'upload',
  files: ['file'],
  reply: one(uploadedFile),
} as const
export const uploadMessagePhoto = endpoint('POST /messages/public/file/photo', {
  ...upload,
  summary: 'Uploads a photo for a message.',
})
export const uploadMessageVideo = endpoint('POST /messages/private/file/video', {
  ...upload,
  summary: 'Uploads a video for a message.',
})
export const uploadMessageFile = endpoint('POST /messages/private/file', {
  ...upload,
  summary: 'Uploads a voice note, other audio, or a photo for a message.',
})

/** `conversation/read` and `typing/set`. */
export const readCommand = {
  who: 'any',
  limit: 'write',
  method: 'POST',
  body: z.strictObject({ conversationId: id }),
} as const satisfies SocketCommandSpec
export const typingCommand = {
  who: 'any',
  limit: 'signal',
  method: 'POST',
  body: z.strictObject({ conversationId: id, isTyping: z.boolean() }),
} as const satisfies SocketCommandSpec

/** To both people of a conversation. What a message says is read by a call, as the viewer may see it. */
export const conversationMessages = {
  'message/created': envelope.extend({ conversationId: id, messageId: id, sequence: z.int(), senderId: id }),
  /** What it shows besides its text is another now: its link has a preview. */
  'message/updated': envelope.extend({ conversationId: id, messageId: id }),
  'message/deleted': envelope.extend({ conversationId: id, messageId: id, sequence: z.int() }),
  'message/seen': envelope.extend({ conversationId: id, readerId: id, sequence: z.int() }),
  'conversation/updated': envelope.extend({ conversationId: id }),
  'unread/changed': envelope.extend({ total: z.int() }),
  'typing/changed': envelope.extend({ conversationId: id, accountId: id, isTyping: z.boolean() }),
}
