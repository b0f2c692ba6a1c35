import { z } from 'zod'
import { event, id } from '../../../../platform/events/events.ts'
import { room } from '../../../../platform/sockets/rooms.ts'

/** Who watches the public chat of a creator. It has the id of its creator. */
export const publicChat = room('public-chat')

const chat = z.object({ conversationId: id })
const to = { rooms: [{ room: publicChat, field: 'conversationId' }] } as const

export const streamMessageSent = event('stream-message.sent', chat.extend({ messageId: id, senderId: id }), { to })
export const streamMessageDeleted = event('stream-message.deleted', chat.extend({ messageId: id }), { to })
export const streamMessagesCleared = event('stream-messages.cleared', chat, { to })
/** A message waits for approval. Who moderates the chat hears of it, and its sender. */
export const streamMessageHeld = event('stream-message.held', chat.extend({ messageId: id, senderId: id }), {
  to: 'many',
})
/** One that waited was refused. */
export const streamMessageRefused = event('stream-message.refused', chat.extend({ messageId: id, senderId: id }), {
  to: 'many',
})
const person = chat.extend({ accountId: id })
/** Somebody may or must do other things in the chat than before: they moderate it, are muted, or no longer are what they were. */
export const roomStandingChanged = event('room-standing.changed', person, { to: ['accountId'] })
/** From the chat of a creator and from their live rooms. */
export const bannedFromRoom = event('person.banned_from_room', person, { to: ['accountId'] })
/** A tip that its chat shows. */
export const tipShown = event('tip.shown', chat, { to })
/** Its rules or its pinned message. */
export const streamConversationChanged = event('stream-conversation.changed', chat, { to })
