import type { LiveMessage } from '../../../platform/sockets/declarations.ts'

/** The socket message that updates the balance on an account's open pages. */
export const balanceMessage = (accountId: string, balance: number): LiveMessage[] => [
  { room: `account:${accountId}`, name: 'balance/changed', data: { balance } },
]
