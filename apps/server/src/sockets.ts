import { visiblePairs } from './modules/access/sessions.ts'
import { accountTopics, socketSignIn } from './modules/accounts/sockets.ts'
import { contentTopics } from './modules/content/sockets.ts'
import { mediaTopics } from './modules/media/sockets.ts'
import { siteTopics } from './modules/site/sockets.ts'
import { broadcastTopics } from './modules/conversations/broadcasts/sockets.ts'
import { conversationCommands, conversationTopics } from './modules/conversations/sockets.ts'
import { streamChatCommands, streamChatTopics } from './modules/conversations/stream/sockets.ts'
import { notificationTopics } from './modules/notifications/sockets.ts'
import { orderTopics } from './modules/orders/sockets.ts'
import { payoutTopics } from './modules/payouts/sockets.ts'
import { presenceCommands, presenceOf } from './modules/presence/sockets.ts'
import { subscriptionTopics } from './modules/subscriptions/sockets.ts'
import { chargeTopics } from './modules/charges/sockets.ts'
import { walletTopics } from './modules/wallet/sockets.ts'
import type { Live } from './platform/live.ts'

// What goes over the live socket, one line a module: events that become messages, and commands that clients may send.
export const live: Live = {
  topics: {
    ...accountTopics,
    ...contentTopics,
    ...mediaTopics,
    ...siteTopics,
    ...subscriptionTopics,
    ...conversationTopics,
    ...broadcastTopics,
    ...streamChatTopics,
    ...notificationTopics,
    ...orderTopics,
    ...payoutTopics,
    ...chargeTopics,
    ...walletTopics,
  },
  commands: { ...conversationCommands, ...presenceCommands, ...streamChatCommands },
  // A public chat has the id of its creator.
  mayStay: async (ctx, stays) =>
    (
      await visiblePairs(
        ctx,
        stays.map(({ conversationId, sessionId }) => ({ performerId: conversationId, sessionId })),
      )
    ).map(({ performerId, sessionId }) => ({ conversationId: performerId, sessionId })),
  presenceOf,
  signIn: socketSignIn,
}
