import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { balanceMessage } from '../wallet/balance-message.ts'
import { itemUnlocked, messageUnlocked, orderPlaced, showPaid, subscriptionPaid, tipSent } from './events.ts'

/** Each charge changes the balance of who paid. */
export const chargeMessages: MessageReader[] = [
  tipSent,
  showPaid,
  itemUnlocked,
  messageUnlocked,
  orderPlaced,
  subscriptionPaid,
].map((charged) => sendOn(charged, (_ctx, { userId, balance }) => balanceMessage(userId, balance)))
