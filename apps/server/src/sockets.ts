import { showMessages } from './modules/live/shows/sockets.ts'
import { followRoomFeed } from './modules/live/room-feed/hub.ts'
import { pollMessages } from './modules/live/polls/sockets.ts'
import { tipMenuMessages } from './modules/talk/conversations/tip-menu/sockets.ts'
import { streamCommands, streamMessages, streamRules } from './modules/live/streams/sockets.ts'
import { accountMessages, socketSignIn } from './modules/people/accounts/sockets.ts'
import { contentMessages } from './modules/content/items/sockets.ts'
import { mediaMessages } from './modules/media/sockets.ts'
import { siteMessages } from './modules/site/settings/sockets.ts'
import { broadcastMessages } from './modules/talk/conversations/broadcasts/sockets.ts'
import { conversationCommands, conversationMessages } from './modules/talk/conversations/sockets.ts'
import {
  publicChatRules,
  publicChatCommands,
  publicChatMessages,
} from './modules/talk/conversations/public-chat/sockets.ts'
import { notificationMessages } from './modules/talk/notifications/sockets.ts'
import { orderMessages } from './modules/shop/orders/sockets.ts'
import { payoutMessages } from './modules/money/payouts/sockets.ts'
import { presenceChanges, presenceCommands } from './modules/talk/presence/sockets.ts'
import { subscriptionMessages } from './modules/money/subscriptions/sockets.ts'
import { chargeMessages } from './modules/money/charges/sockets.ts'
import { walletMessages } from './modules/money/wallet/sockets.ts'
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
    ...pollMessages,
    ...tipMenuMessages,
    ...notificationMessages,
    ...orderMessages,
    ...payoutMessages,
    ...chargeMessages,
    ...walletMessages,
    ...streamMessages,
    ...showMessages,
  ],
  commands: { ...conversationCommands, ...presenceCommands, ...publicChatCommands, ...streamCommands },
  rooms: [publicChatRules, streamRules],
  presence: presenceChanges,
  signIn: socketSignIn,
  follow: followRoomFeed,
}
