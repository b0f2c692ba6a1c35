import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'
import { balanceMessage } from './balance-message.ts'

const changed = z.object({ accountId: z.string(), balance: z.number() })

export const walletTopics: Topics = {
  'balance.changed': (_ctx, event) => {
    const { accountId, balance } = changed.parse(event.payload)
    return balanceMessage(accountId, balance)
  },
}
