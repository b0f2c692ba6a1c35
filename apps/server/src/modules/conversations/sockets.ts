import { z } from 'zod'
import { answering, type Commands, type LiveMessage, type Topics } from '../../platform/live.ts'
import { read, setTyping } from './opening.ts'
import * as store from './store.ts'

const sent = z.object({
  conversationId: z.uuid(),
  messageId: z.uuid(),
  sequence: z.int(),
  senderId: z.uuid(),
  otherId: z.uuid(),
  broadcastId: z.uuid().optional(),
})
const updated = z.object({ conversationId: z.uuid(), messageId: z.uuid(), people: z.array(z.uuid()) })
const wasRead = z.object({ conversationId: z.uuid(), readerId: z.uuid(), otherId: z.uuid(), sequence: z.int() })
const changed = z.object({ conversationId: z.uuid(), accountId: z.uuid() })

/** A message to all open pages of an account. */
const to = <N extends LiveMessage['name']>(
  accountId: string,
  name: N,
  data: Extract<LiveMessage, { name: N }>['data'],
): LiveMessage => ({ room: `account:${accountId}`, name, data }) as LiveMessage

/** Both people of a conversation hear of each change, on every page they have open. */
export const conversationTopics: Topics = {
  'message.sent': async (ctx, event) => {
    const { otherId, broadcastId, ...data } = sent.parse(event.payload)
    const { conversationId, senderId } = data
    return [
      // The creator's pages hear nothing of each copy of a broadcast.
      ...(broadcastId ? [otherId] : [senderId, otherId]).flatMap((id) => [
        to(id, 'message/created', data),
        to(id, 'conversation/updated', { conversationId }),
      ]),
      to(otherId, 'unread/changed', { total: await store.unreadOf(ctx, otherId) }),
    ]
  },
  'message.deleted': async (ctx, event) => {
    const { otherId, senderId, broadcastId, ...data } = sent.parse(event.payload)
    const { conversationId } = data
    return [
      ...(broadcastId ? [otherId] : [senderId, otherId]).flatMap((id) => [
        to(id, 'message/deleted', data),
        to(id, 'conversation/updated', { conversationId }),
      ]),
      ...(broadcastId ? [to(otherId, 'unread/changed', { total: await store.unreadOf(ctx, otherId) })] : []),
    ]
  },
  'message.updated': (_ctx, event) => {
    const { people, ...data } = updated.parse(event.payload)
    return people.map((id) => to(id, 'message/updated', data))
  },
  'conversation.read': async (ctx, event) => {
    const { otherId, ...data } = wasRead.parse(event.payload)
    const { conversationId, readerId } = data
    return [
      to(otherId, 'message/seen', data),
      to(readerId, 'message/seen', data),
      to(readerId, 'conversation/updated', { conversationId }),
      to(readerId, 'unread/changed', { total: await store.unreadOf(ctx, readerId) }),
    ]
  },
  'conversation.changed': async (ctx, event) => {
    const { conversationId, accountId } = changed.parse(event.payload)
    return [
      to(accountId, 'conversation/updated', { conversationId }),
      to(accountId, 'unread/changed', { total: await store.unreadOf(ctx, accountId) }),
    ]
  },
}

export const conversationCommands: Commands = answering({
  'conversation/read': (ctx, { viewer, payload }) => read(ctx, viewer, payload.conversationId),
  'typing/set': (ctx, { viewer, payload }) => setTyping(ctx, viewer, payload.conversationId, payload.isTyping),
})
