import {
  answering,
  type Commands,
  type LiveMessage,
  type MessageReader,
  sendOn,
} from '../../../../platform/sockets/declarations.ts'
import type { Room, RoomRules } from '../../../../platform/sockets/rooms.ts'
import { visiblePairs } from '../../../access/sessions.ts'
import { profileChanged } from '../../../people/accounts/events.ts'
import { accountBlocked } from '../../../people/blocks/events.ts'
import { readable } from './chatting.ts'
import {
  publicChat,
  streamConversationChanged,
  streamMessageDeleted,
  streamMessageSent,
  streamMessagesCleared,
} from './events.ts'
import { presentPublicMessages } from './present.ts'
import * as store from './store.ts'

// What those receive who watch a public chat. The rule is checked when they join it. While they watch, who is blocked leaves it, and after
// a change of the creator's profile, such as of blocked countries, everyone leaves it and may join again. Where no event says that a right is
// over, as when an age check runs out, `mayStay` finds it within half a minute.

export const publicChatRules: RoomRules = {
  room: publicChat,
  mayJoin: readable,
  async mayStay(ctx, stays) {
    const pairs = stays.map(({ id, sessionId }) => ({ performerId: id, sessionId }))
    return (await visiblePairs(ctx, pairs)).map(({ performerId, sessionId }) => ({ id: performerId, sessionId }))
  },
  left: (conversationId) => ({ name: 'conversation/left', data: { conversationId } }),
}

export const publicChatMessages: MessageReader[] = [
  sendOn(streamMessageSent, async (ctx, { conversationId, messageId, senderId }) => {
    const found = await store.message(ctx, messageId)
    if (!found) return []
    const [message] = await presentPublicMessages(ctx, null, [found])
    const except = (await store.blockedWith(ctx, senderId)).map((id) => `account:${id}` as const)
    const shown = { room: publicChat.of(conversationId), data: { conversationId, message: message! }, except }
    return [
      { ...shown, name: 'stream-message/created' },
      ...(message!.tip ? [{ ...shown, name: 'tip/received' as const }] : []),
    ]
  }),
  sendOn(streamMessageDeleted, (_ctx, data) => [
    { room: publicChat.of(data.conversationId), name: 'stream-message/deleted', data },
  ]),
  sendOn(streamMessagesCleared, (_ctx, data) => [
    { room: publicChat.of(data.conversationId), name: 'stream-messages/cleared', data },
  ]),
  sendOn(streamConversationChanged, (_ctx, data) => [
    { room: publicChat.of(data.conversationId), name: 'conversation/updated', data },
  ]),
  // Whichever of the two is a creator: the other one leaves their chat. Who did not watch it hears nothing of the block.
  sendOn(accountBlocked, (_ctx, { blockerId, blockedId }) => [
    leaving(`account:${blockedId}`, blockerId),
    leaving(`account:${blockerId}`, blockedId),
  ]),
  sendOn(profileChanged, (_ctx, { accountId }) => [leaving(publicChat.of(accountId), accountId)]),
]
const leaving = (room: Room, conversationId: string): LiveMessage => ({
  room,
  name: 'conversation/left',
  data: { conversationId },
  leave: publicChat.of(conversationId),
})

export const publicChatCommands: Commands = answering({
  'conversation/join': (_ctx, { payload, rooms }) => rooms.join(publicChat, payload.conversationId),
  'conversation/leave': async (_ctx, { payload, rooms }) => rooms.leave(publicChat, payload.conversationId),
})
