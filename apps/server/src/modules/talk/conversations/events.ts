import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const message = z.object({
  conversationId: id,
  messageId: id,
  sequence: z.int(),
  senderId: id,
  otherId: id,
  /** Of a copy of a broadcast. */
  broadcastId: id.optional(),
})

export const messageSent = event('message.sent', message, { to: ['senderId', 'otherId'] })
export const messageDeleted = event('message.deleted', message, { to: ['senderId', 'otherId'] })
export const messageUpdated = event(
  'message.updated',
  z.object({ conversationId: id, messageId: id, people: z.array(id) }),
  { to: ['people'] },
)
export const conversationRead = event(
  'conversation.read',
  z.object({ conversationId: id, readerId: id, otherId: id, sequence: z.int() }),
  { to: ['readerId', 'otherId'] },
)
/** What one of the two has set for it. */
export const conversationChanged = event('conversation.changed', z.object({ conversationId: id, accountId: id }), {
  to: ['accountId'],
})
