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
import {
  publicChat,
  roomStandingChanged,
  streamConversationChanged,
  streamMessageDeleted,
  streamMessageHeld,
  streamMessageRefused,
  streamMessageSent,
  streamMessagesCleared,
} from './events.ts'
import * as held from './held-store.ts'
import { moderatorsOf, notBanned } from './people-store.ts'
import { presentPublicMessages } from './present.ts'
import { readable } from './reading.ts'
import * as store from './store.ts'

// What those receive who watch a public chat. The rule is checked when they join it. While they watch, who is blocked leaves it, and after
// a change of the creator's profile, such as of blocked countries, everyone leaves it and may join again. Where no event says that a right is
// over, as when an age check runs out, `mayStay` finds it within half a minute.

export const publicChatRules: RoomRules = {
  room: publicChat,
  mayJoin: readable,
  async mayStay(ctx, stays) {
    const pairs = stays.map(({ id, sessionId }) => ({ performerId: id, sessionId }))
    return (await notBanned(ctx, await visiblePairs(ctx, pairs))).map(({ performerId, sessionId }) => ({
      id: performerId,
      sessionId,
    }))
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
  sendOn(streamMessageHeld, async (ctx, { conversationId, messageId, senderId }) => {
    const found = await held.byId(ctx, messageId)
    if (!found) return []
    const [message] = await presentPublicMessages(ctx, null, [found])
    const without = new Set(await store.blockedWith(ctx, senderId))
    return [...(await moderatorsOf(ctx, conversationId)).filter((id) => !without.has(id)), senderId].map((id) => ({
      room: `account:${id}` as const,
      name: 'stream-message/held' as const,
      data: { conversationId, message: message! },
    }))
  }),
  sendOn(streamMessageRefused, async (ctx, { conversationId, messageId, senderId }) =>
    [...(await moderatorsOf(ctx, conversationId)), senderId].map((id) => ({
      room: `account:${id}` as const,
      name: 'stream-message/deleted' as const,
      data: { conversationId, messageId },
    })),
  ),
  sendOn(roomStandingChanged, (_ctx, { conversationId, accountId }) => [
    { room: `account:${accountId}`, name: 'conversation/updated', data: { conversationId } },
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
/** Whoever is in that room leaves the chat. */
export const leaving = (room: Room, conversationId: string): LiveMessage => ({
  room,
  name: 'conversation/left',
  data: { conversationId },
  leave: publicChat.of(conversationId),
})

export const publicChatCommands: Commands = answering({
  'conversation/join': (_ctx, { payload, rooms }) => rooms.join(publicChat, payload.conversationId),
  'conversation/leave': async (_ctx, { payload, rooms }) => rooms.leave(publicChat, payload.conversationId),
})
