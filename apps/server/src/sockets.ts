import { accountMessages, socketSignIn } from './modules/accounts/sockets.ts'
import { contentMessages } from './modules/content/sockets.ts'
import { mediaMessages } from './modules/media/sockets.ts'
import { siteMessages } from './modules/site/sockets.ts'
import { broadcastMessages } from './modules/conversations/broadcasts/sockets.ts'
import { conversationCommands, conversationMessages } from './modules/conversations/sockets.ts'
import { publicChatRules, publicChatCommands, publicChatMessages } from './modules/conversations/public-chat/sockets.ts'
import { notificationMessages } from './modules/notifications/sockets.ts'
import { orderMessages } from './modules/orders/sockets.ts'
import { payoutMessages } from './modules/payouts/sockets.ts'
import { presenceChanges, presenceCommands } from './modules/presence/sockets.ts'
import { subscriptionMessages } from './modules/subscriptions/sockets.ts'
import { chargeMessages } from './modules/charges/sockets.ts'
import { walletMessages } from './modules/wallet/sockets.ts'
import type { Live } from './platform/sockets/declarations.ts'

// What goes over the live socket, one line a module: events that become messages, and commands that clients may send.
export const live: Live = {
  messages: [
    ...accountMessages,
    ...contentMessages,
    ...mediaMessages,
    ...siteMessages,
    ...subscriptionMessages,
    ...conversationMessages,
    ...broadcastMessages,
    ...publicChatMessages,
    ...notificationMessages,
    ...orderMessages,
    ...payoutMessages,
    ...chargeMessages,
    ...walletMessages,
  ],
  commands: { ...conversationCommands, ...presenceCommands, ...publicChatCommands },
  rooms: [publicChatRules],
  presence: presenceChanges,
  signIn: socketSignIn,
}
