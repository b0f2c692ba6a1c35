import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { showAnswered, showEnded, showRequested, showStarted, showTicked } from './events.ts'
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
export const showMessages: MessageReader[] = (Object.keys(becomes) as (keyof typeof becomes)[]).map((name) =>
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
