import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { groupMessageCreated, showAnswered, showEnded, showRequested, showStarted, showTicked } from './events.ts'
import { messageById } from './group-chat-rows.ts'
import { presentGroupMessages } from './group-present.ts'
import { hearersOf } from './group-rows.ts'
import { presentShow } from './present.ts'
import * as store from './store.ts'

const becomes = {
  'private-request/created': showRequested,
  'private-request/updated': showAnswered,
  'private-show/started': showStarted,
  'private-show/ticked': showTicked,
  'private-show/ended': showEnded,
} as const

/** Both of them see the show as it is by now. */
const ofTwo: MessageReader[] = (Object.keys(becomes) as (keyof typeof becomes)[]).map((name) =>
  sendOn(becomes[name], async (ctx, { showId }) => {
    const show = await store.byId(ctx, showId)
    if (!show) return []
    return Promise.all(
      [show.performerId, show.userId].map(async (accountId) => ({
        room: `account:${accountId}` as const,
        name,
        data: { conversationId: show.conversationId, show: await presentShow(ctx, accountId, show) },
      })),
    )
  }),
)

/** Those who are in a group show as it is sent. */
const ofMany = sendOn(groupMessageCreated, async (ctx, { groupId, messageId }) => {
  const written = await messageById(ctx, messageId)
  if (!written) return []
  const [message] = await presentGroupMessages(ctx, [written])
  return (await hearersOf(ctx, groupId, written.senderId)).map((accountId) => ({
    room: `account:${accountId}` as const,
    name: 'group-message/created' as const,
    data: { groupId, message: message! },
  }))
})

export const showMessages: MessageReader[] = [...ofTwo, ofMany]
