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
/** A tip that its chat shows. */
export const tipShown = event('tip.shown', chat, { to })
/** Its rules or its pinned message. */
export const streamConversationChanged = event('stream-conversation.changed', chat, { to })
