import { z } from 'zod'
import type { SocketSignIn, Topics } from '../../platform/live.ts'
import { accountOfToken, viewerOfSession } from './auth/identify.ts'
import { spend } from './auth/one-time-tokens.ts'
import * as sessions from './auth/sessions.ts'
import { sessionsOwingTerms } from './auth/terms.ts'

const revoked = z.object({ sessionIds: z.array(z.uuid()), reason: z.string() })

export const accountTopics: Topics = {
  // The signed-out client is notified, then disconnected.
  'session.revoked': (_ctx, event) => {
    const { sessionIds, reason } = revoked.parse(event.payload)
    return sessionIds.map((id) => ({
      room: `session:${id}`,
      name: 'session/revoked',
      data: { reason },
      disconnect: true,
    }))
  },
}

/** Whose session a socket has. What travelled in an address may have been logged on the way, so there only a ticket counts. */
export const socketSignIn: SocketSignIn = {
  async sessionOf(ctx, token, { ticketOnly }) {
    const spent = await spend(ctx, 'socket', token)
    if (spent?.sessionId) return spent.sessionId
    return ticketOnly ? undefined : (await accountOfToken(ctx, token))?.account.sessionId
  },
  viewerOf: (ctx, { address, country, acceptLanguage }, sessionId) =>
    viewerOfSession(
      ctx,
      { query: undefined, cookies: {}, headers: { 'accept-language': acceptLanguage } },
      { address, country, age: 'none' },
      sessionId,
    ),
  ended: async (ctx, sessionIds) => [
    ...(await sessions.ended(ctx, sessionIds)),
    ...(await sessionsOwingTerms(ctx, sessionIds)),
  ],
}
