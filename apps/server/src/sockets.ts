import { accountTopics, socketSignIn } from './modules/accounts/sockets.ts'
import { feedTopics } from './modules/feeds/sockets.ts'
import { mediaTopics } from './modules/media/sockets.ts'
import { isInMaintenance, siteTopics } from './modules/site/sockets.ts'
import { isSiteClosedTo } from './modules/places/site-block.ts'
import { subscriptionTopics } from './modules/subscriptions/sockets.ts'
import { walletTopics } from './modules/wallet/sockets.ts'
import type { Live } from './platform/sockets.ts'

// What goes over the live socket, one line a module: facts that become messages, and commands that clients may send.
export const live: Live = {
  topics: { ...accountTopics, ...feedTopics, ...mediaTopics, ...siteTopics, ...subscriptionTopics, ...walletTopics },
  commands: {},
  signIn: socketSignIn,
  isClosedTo: isSiteClosedTo,
  isInMaintenance,
}
