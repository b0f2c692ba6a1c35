import type { z } from 'zod'
import { broadcastMessages } from './broadcasts.ts'
import { conversationMessages, readCommand, typingCommand } from './conversations.ts'
import { mediaMessages } from './media.ts'
import { notificationMessages } from './notifications.ts'
import { orderMessages } from './orders.ts'
import { payoutMessages } from './payouts.ts'
import { feedMessages } from './posts.ts'
import { presenceMessages, watchPresence } from './presence.ts'
import { siteMessages } from './site-settings.ts'
import { joinCommand, leaveCommand, publicChatMessages } from './public-chat.ts'
import { sessionMessages, type SocketCommandSpec, subscriptionMessages, syncSince } from './sockets.ts'
import { groupShowMessages } from './group-shows.ts'
import { showMessages } from './shows.ts'
import { joinStreamCommand, leaveStreamCommand, streamMessages } from './streaming.ts'
import { streamPollMessages } from './stream-polls.ts'
import { tipMenuMessages } from './tip-menu.ts'
import { walletMessages } from './wallet.ts'

// Everything that goes over the live socket. Server and browser take its types from here.

/** What the server sends, by name. */
export const socketMessages = {
  ...sessionMessages,
  ...siteMessages,
  ...conversationMessages,
  ...broadcastMessages,
  ...publicChatMessages,
  ...walletMessages,
  ...notificationMessages,
  ...orderMessages,
  ...payoutMessages,
  ...presenceMessages,
  ...subscriptionMessages,
  ...mediaMessages,
  ...feedMessages,
  ...streamMessages,
  ...showMessages,
  ...groupShowMessages,
  ...streamPollMessages,
  ...tipMenuMessages,
}
export type SocketMessageName = keyof typeof socketMessages
/** A message as clients receive it. */
export type ReceivedMessage<N extends SocketMessageName> = z.output<(typeof socketMessages)[N]>
/** A message before the server adds `id` and `seq`. */
export type LiveMessageData<N extends SocketMessageName> = Omit<ReceivedMessage<N>, 'id' | 'seq'>

/** What signed-in clients may send, by name. `auth/login` comes before: it makes them signed in. */
export const socketCommands = {
  'sync/since': syncSince,
  'conversation/join': joinCommand,
  'conversation/leave': leaveCommand,
  'conversation/read': readCommand,
  'presence/watch': watchPresence,
  'typing/set': typingCommand,
  'stream/join': joinStreamCommand,
  'stream/leave': leaveStreamCommand,
} as const satisfies Record<string, SocketCommandSpec>
export type SocketCommandName = keyof typeof socketCommands
type Spec<N extends SocketCommandName> = (typeof socketCommands)[N]
export type SocketCommandPayload<N extends SocketCommandName> = z.input<Spec<N>['body']>
export type SocketCommandReply<N extends SocketCommandName> =
  Spec<N> extends { reply: infer R extends z.ZodType } ? z.output<R> : undefined
