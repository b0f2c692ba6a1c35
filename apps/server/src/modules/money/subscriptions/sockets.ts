import type { LiveMessageData } from '@fanlight/contract/socket-messages'
import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import {
  subscriptionCancelled,
  subscriptionChanged,
  subscriptionExpired,
  subscriptionGiven,
  subscriptionPastDue,
  subscriptionPaused,
  subscriptionRenewed,
  subscriptionRevoked,
  subscriptionStarted,
} from './events.ts'

/** Both sides of a subscription hear what became of it, on every page they have open. */
const show = (event: typeof subscriptionStarted, change: LiveMessageData<'subscription/updated'>['change']) =>
  sendOn(event, (_ctx, subscription) =>
    [subscription.userId, subscription.performerId].map((id) => ({
      room: `account:${id}`,
      name: 'subscription/updated',
      data: { ...subscription, change },
    })),
  )

export const subscriptionMessages: MessageReader[] = [
  show(subscriptionStarted, 'started'),
  show(subscriptionRenewed, 'renewed'),
  show(subscriptionCancelled, 'cancelled'),
  show(subscriptionPaused, 'paused'),
  show(subscriptionChanged, 'changed'),
  show(subscriptionGiven, 'given'),
  show(subscriptionPastDue, 'past_due'),
  show(subscriptionExpired, 'expired'),
  show(subscriptionRevoked, 'revoked'),
]
