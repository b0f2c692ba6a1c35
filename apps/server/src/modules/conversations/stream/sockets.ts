import { z } from 'zod'
import { answering, type Commands, type Topics } from '../../../platform/live.ts'
import { readable } from './chatting.ts'
import { presentStreamMessages } from './present.ts'
import * as store from './store.ts'

// What those receive who watch a public chat. The rule is checked when they join it. While they watch, who is blocked leaves it, and after
// a change of the creator's profile, such as of blocked countries, everyone leaves it and may join again. Where no event says that a right is
// over, as when an age check runs out, `mayStay` of the live socket finds it within half a minute.

const about = z.object({ conversationId: z.uuid() })
const sent = about.extend({ messageId: z.uuid(), senderId: z.uuid() })
const deleted = about.extend({ messageId: z.uuid() })
const blocked = z.object({ blockerId: z.uuid(), blockedId: z.uuid() })
const changed = z.object({ accountId: z.uuid() })

export const streamChatTopics: Topics = {
  'stream-message.sent': async (ctx, event) => {
    const { conversationId, messageId, senderId } = sent.parse(event.payload)
    const found = await store.message(ctx, messageId)
    if (!found) return []
    const [message] = await presentStreamMessages(ctx, null, [found])
    const except = (await store.blockedWith(ctx, senderId)).map((id) => `account:${id}` as const)
    return [
      {
        room: `conversation:${conversationId}`,
        name: 'stream-message/created',
        data: { conversationId, message: message! },
        except,
      },
    ]
  },
  'stream-message.deleted': (_ctx, event) => {
    const { conversationId, messageId } = deleted.parse(event.payload)
    return [
      { room: `conversation:${conversationId}`, name: 'stream-message/deleted', data: { conversationId, messageId } },
    ]
  },
  'stream-messages.cleared': (_ctx, event) => {
    const data = about.parse(event.payload)
    return [{ room: `conversation:${data.conversationId}`, name: 'stream-messages/cleared', data }]
  },
  'stream-conversation.changed': (_ctx, event) => {
    const data = about.parse(event.payload)
    return [{ room: `conversation:${data.conversationId}`, name: 'conversation/updated', data }]
  },
  // Whichever of the two is a creator: the other one leaves their chat. Who did not watch it hears nothing of the block.
  'account.blocked': (_ctx, event) => {
    const { blockerId, blockedId } = blocked.parse(event.payload)
    return [leaving(`account:${blockedId}`, blockerId), leaving(`account:${blockerId}`, blockedId)]
  },
  'profile.changed': (_ctx, event) => {
    const { accountId } = changed.parse(event.payload)
    return [leaving(`conversation:${accountId}`, accountId)]
  },
}
const leaving = (room: `account:${string}` | `conversation:${string}`, conversationId: string) =>
  ({ room, name: 'conversation/left', data: { conversationId }, leave: `conversation:${conversationId}` }) as const

export const streamChatCommands: Commands = answering({
  'conversation/join': async (ctx, { viewer, payload, rooms }) => {
    await readable(ctx, viewer, payload.conversationId)
    rooms.join(`conversation:${payload.conversationId}`)
  },
  'conversation/leave': async (_ctx, { payload, rooms }) => rooms.leave(`conversation:${payload.conversationId}`),
})
