import { z } from 'zod'
import type { EndpointSpec } from './endpoint.ts'
import { id } from './fields.ts'

// What goes over the live socket. Every message from the server carries `{id, seq}`: `id` is unique, so a doubled one can be
// dropped; `seq` is the client's position, to be sent back with `sync/since` after a reconnect. Modules declare their own messages and
// commands; socket-messages.ts lists them all.

export const envelope = z.object({ id: z.string(), seq: z.string() })
/** How a command is answered: refusals carry a code of the contract. */
export type Acknowledgement<Data = unknown> =
  | { success: true; data?: Data }
  | { success: false; code: string; message: string }

/** What a command declares: who may send it, which limiter counts it, and its payload. It passes the same checks as a call over HTTP. */
export type SocketCommandSpec = Pick<
  EndpointSpec,
  'who' | 'limit' | 'whileSuspended' | 'whileClosing' | 'whileUnfinished' | 'whileTermsDue' | 'body'
> & {
  /** GET changes nothing: a suspended account may still send it. */
  method: 'GET' | 'POST'
  /** What a success carries as `data`. */
  reply?: z.ZodType
}

/** A socket ticket or a session token. In the address, only a ticket is taken. */
export const socketLogin = z.object({ token: z.string().min(1).max(200) })
/** A position, or, of a page that has none yet, the time at which the server began to load it. */
export const socketSince = z.union([
  z.strictObject({ seq: z.string().regex(/^\d{1,20}\.\d{1,20}$/) }),
  z.strictObject({ at: z.int().nonnegative() }),
])

/** A live socket is for accounts that are not restricted: an account that may make an ordinary write may open one. */
export const socketSession = { who: 'any', limit: 'read', method: 'POST' } as const satisfies SocketCommandSpec
/** `sync/since`: what was sent since `seq` or `at`. */
export const syncSince = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: socketSince,
  /** Not complete: it was too much, and what is shown has to be fetched again. */
  reply: z.object({ complete: z.boolean() }),
} as const satisfies SocketCommandSpec

/** About the connection itself and its session. */
export const sessionMessages = {
  'auth/accepted': envelope.extend({ accountId: id }),
  'auth/rejected': envelope.extend({ code: z.enum(['NOT_SIGNED_IN', 'MAINTENANCE']) }),
  'session/revoked': envelope.extend({ reason: z.string() }),
  /** Nothing happened but that the position moved on. */
  'sync/position': envelope,
}

export const subscriptionMessages = {
  'subscription/updated': envelope.extend({
    subscriptionId: id,
    userId: id,
    performerId: id,
    change: z.enum(['started', 'renewed', 'cancelled', 'paused', 'changed', 'given', 'past_due', 'expired', 'revoked']),
  }),
}

export const socketLimits = {
  /** Time to sign in after connecting. */
  loginMs: 10_000,
  loginTries: 5,
  messageBytesMax: 64 * 1024,
  commandsPerSecond: 30,
  /** Of the protocol below commands, with its heartbeats. */
  packetsPerSecond: 120,
  roomsMax: 50,
  /** Connections to a process that have not signed in; of more, the oldest is closed. */
  waitingMax: 5_000,
  /** What a client has not read yet: about twice as much as the longest gap. */
  unreadBytesMax: 1024 * 1024,
  /** How often clients learn the position, where it changed. */
  positionMs: 20_000,
  /** A gap of more events than this is not replayed: the client fetches again. */
  gapMax: 2_000,
  /** The clocks of two servers may differ by so much. */
  skewMs: 3_000,
  /** So many events a process keeps, for clients that were away for a moment. */
  historyMax: 5_000,
}

/** With which code the server closes a connection, and why. Beside them 1009: a frame larger than `messageBytesMax`. */
export const socketCloseCodes = {
  /** Not signed in within `loginMs`. */
  LOGIN_TIMEOUT: 4401,
  /** As many failed tries to sign in as `loginTries`. */
  LOGIN_TRIES: 4403,
  /** More was sent to it than it reads. */
  READS_TOO_SLOWLY: 4408,
  /** More than `commandsPerSecond` or `packetsPerSecond`. */
  FLOOD: 4429,
  /** Too many connections had not signed in, and it was the oldest. */
  CROWDED: 4503,
} as const
export type SocketCloseReason = keyof typeof socketCloseCodes
