import { type MessageReader, type SocketSignIn, sendOn } from '../../../platform/sockets/declarations.ts'
import { accountOfToken, viewerOfSession } from './auth/identify.ts'
import { spend } from './auth/one-time-tokens.ts'
import * as sessions from './auth/sessions.ts'
import { sessionsOwingTerms } from './auth/terms.ts'
import { sessionRevoked } from './events.ts'

export const accountMessages: MessageReader[] = [
  // The signed-out client is notified, then disconnected.
  sendOn(sessionRevoked, (_ctx, { sessionIds, reason }) =>
    sessionIds.map((id) => ({
      room: `session:${id}`,
      name: 'session/revoked',
      data: { reason },
      disconnect: true,
    })),
  ),
]

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
