import { z } from 'zod'
import type { Topics } from '../../platform/sockets.ts'

const told = z.object({ accountId: z.string(), balance: z.number() })
const paid = z.object({ userId: z.string(), balance: z.number() })

const toOwner = (accountId: string, balance: number) => [
  { room: `account:${accountId}`, name: 'balance/changed', data: { balance } },
]
const afterCharge: Topics[string] = (_ctx, fact) => {
  const { userId, balance } = paid.parse(fact.payload)
  return toOwner(userId, balance)
}

/** Whose wallet changed hears what it holds now, on every page they have open. */
export const walletTopics: Topics = {
  'balance.changed': (_ctx, fact) => {
    const { accountId, balance } = told.parse(fact.payload)
    return toOwner(accountId, balance)
  },
  'tip.sent': afterCharge,
  'item.unlocked': afterCharge,
  'subscription.paid': afterCharge,
}
