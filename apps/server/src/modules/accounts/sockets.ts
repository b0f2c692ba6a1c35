import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { SocketSignIn, Topics } from '../../platform/sockets.ts'
import { accountOfToken } from './identify.ts'
import { spend } from './one-time-tokens.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'
import { owesTerms, sessionsOwingTerms } from './terms.ts'

const revoked = z.object({ sessionIds: z.array(z.uuid()), reason: z.string() })

export const accountTopics: Topics = {
  // Whoever is signed out is told, and then let go.
  'session.revoked': (_ctx, fact) => {
    const { sessionIds, reason } = revoked.parse(fact.payload)
    return sessionIds.map((id) => ({
      room: `session:${id}`,
      name: 'session/revoked',
      data: { reason },
      disconnect: true,
    }))
  },
}

/** Who a socket belongs to. What travelled in an address may have been logged on the way, so there only a ticket counts. */
export const socketSignIn: SocketSignIn = {
  async authenticate(ctx: Context, token: string, { ticketOnly }: { ticketOnly: boolean }) {
    const spent = await spend(ctx, 'socket', token)
    if (spent?.sessionId) {
      const account = await store.byId(ctx, spent.accountId)
      const unfinished = !account || account.email === null || account.username === null
      return !unfinished && !owesTerms(ctx, { ...account, unfinished }) && admits(account.status)
        ? { accountId: spent.accountId, sessionId: spent.sessionId, isStaff: account.role === 'admin' }
        : undefined
    }
    if (ticketOnly) return undefined
    const found = await accountOfToken(ctx, token)
    return found && !found.account.unfinished && !found.account.termsDue && admits(found.account.status)
      ? { accountId: found.account.id, sessionId: found.account.sessionId, isStaff: found.account.role === 'admin' }
      : undefined
  },
  ended: async (ctx, sessionIds) => [
    ...(await sessions.ended(ctx, sessionIds)),
    ...(await sessionsOwingTerms(ctx, sessionIds)),
  ],
}

const admits = (status: string): boolean => !['suspended', 'closing', 'closed'].includes(status)
