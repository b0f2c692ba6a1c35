import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'
import { balanceMessage } from '../wallet/balance-message.ts'

const paid = z.object({ userId: z.string(), balance: z.number() })

const showBalance: Topics[string] = (_ctx, event) => {
  const { userId, balance } = paid.parse(event.payload)
  return balanceMessage(userId, balance)
}

/** The events of `charge_kinds`: each changes the balance of who paid. */
export const chargeTopics: Topics = {
  'tip.sent': showBalance,
  'item.unlocked': showBalance,
  'message.unlocked': showBalance,
  'order.placed': showBalance,
  'subscription.paid': showBalance,
}
