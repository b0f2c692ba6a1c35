import { type MessageReader, sendOn } from '../../../platform/sockets/declarations.ts'
import { balanceMessage } from './balance-message.ts'
import { balanceChanged } from './events.ts'

export const walletMessages: MessageReader[] = [
  sendOn(balanceChanged, (_ctx, { accountId, balance }) => balanceMessage(accountId, balance)),
]
