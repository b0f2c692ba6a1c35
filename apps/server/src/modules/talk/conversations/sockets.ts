import {
  answering,
  type Commands,
  type LiveMessage,
  type MessageReader,
  sendOn,
} from '../../../platform/sockets/declarations.ts'
import { conversationChanged, conversationRead, messageDeleted, messageSent, messageUpdated } from './events.ts'
import { read, setTyping } from './opening.ts'
import * as store from './store.ts'

/** A message to all open pages of an account. */
const to = <N extends LiveMessage['name']>(
  accountId: string,
  name: N,
  data: Extract<LiveMessage, { name: N }>['data'],
): LiveMessage => ({ room: `account:${accountId}`, name, data }) as LiveMessage

/** Both people of a conversation hear of each change, on every page they have open. */
export const conversationMessages: MessageReader[] = [
  sendOn(messageSent, async (ctx, { otherId, broadcastId, ...data }) => {
    const { conversationId, senderId } = data
    return [
      // The creator's pages hear nothing of each copy of a broadcast.
      ...(broadcastId ? [otherId] : [senderId, otherId]).flatMap((id) => [
        to(id, 'message/created', data),
        to(id, 'conversation/updated', { conversationId }),
      ]),
      to(otherId, 'unread/changed', { total: await store.unreadOf(ctx, otherId) }),
    ]
  }),
  sendOn(messageDeleted, async (ctx, { otherId, senderId, broadcastId, ...data }) => {
    const { conversationId } = data
    return [
      ...(broadcastId ? [otherId] : [senderId, otherId]).flatMap((id) => [
        to(id, 'message/deleted', data),
        to(id, 'conversation/updated', { conversationId }),
      ]),
      ...(broadcastId ? [to(otherId, 'unread/changed', { total: await store.unreadOf(ctx, otherId) })] : []),
    ]
  }),
  sendOn(messageUpdated, (_ctx, { people, ...data }) => people.map((id) => to(id, 'message/updated', data))),
  sendOn(conversationRead, async (ctx, { otherId, ...data }) => {
    const { conversationId, readerId } = data
    return [
      to(otherId, 'message/seen', data),
      to(readerId, 'message/seen', data),
      to(readerId, 'conversation/updated', { conversationId }),
      to(readerId, 'unread/changed', { total: await store.unreadOf(ctx, readerId) }),
    ]
  }),
  sendOn(conversationChanged, async (ctx, { conversationId, accountId }) => [
    to(accountId, 'conversation/updated', { conversationId }),
    to(accountId, 'unread/changed', { total: await store.unreadOf(ctx, accountId) }),
  ]),
]

export const conversationCommands: Commands = answering({
  'conversation/read': (ctx, { viewer, payload }) => read(ctx, viewer, payload.conversationId),
  'typing/set': (ctx, { viewer, payload }) => setTyping(ctx, viewer, payload.conversationId, payload.isTyping),
})
