import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { payoutUpdated } from './events.ts'

/** The creator's pages load a payout again after each change. */
export const payoutMessages: MessageReader[] = [
  sendOn(payoutUpdated, (_ctx, { payoutId, performerId, status }) => [
    { room: `account:${performerId}`, name: 'payout/updated', data: { payoutId, status } },
  ]),
]
