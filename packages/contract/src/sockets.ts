import { z } from 'zod'
import { id } from './fields.ts'

// What goes over the live socket. Every message from the server carries `{id, seq}`: `id` is unique, so a doubled one can be
// dropped; `seq` is where the client stands, to be sent back with `sync/since` after a reconnect. Modules add their own messages.

export const envelope = z.object({ id: z.string(), seq: z.string() })
/** How a command is answered: refusals carry a code of the contract. */
export type Acknowledgement = { success: true; data?: unknown } | { success: false; code: string; message: string }

/** A socket ticket or a session token. In the address, only a ticket is taken. */
export const socketLogin = z.object({ token: z.string().min(1).max(200) })
export const socketSince = z.object({ seq: z.string().regex(/^\d{1,20}\.\d{1,20}$/) })

export const accountMessages = {
  'auth/accepted': envelope.extend({ accountId: id }),
  'auth/rejected': envelope.extend({ code: z.string() }),
  'session/revoked': envelope.extend({ reason: z.string() }),
  /** There are newer terms than this account has accepted; the connection is let go. */
  'terms/changed': envelope,
}

export const subscriptionMessages = {
  'subscription/updated': envelope.extend({
    subscriptionId: id,
    userId: id,
    performerId: id,
    change: z.enum(['started', 'renewed', 'cancelled', 'past_due', 'expired', 'revoked']),
  }),
}

export const socketLimits = {
  /** Time to sign in after connecting. */
  loginMs: 10_000,
  loginTries: 5,
  messageBytesMax: 64 * 1024,
  commandsPerSecond: 30,
  roomsMax: 50,
  /** A gap of more facts than this is not replayed: the client fetches again. */
  gapMax: 2_000,
}
