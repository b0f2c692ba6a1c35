import { watchedMax } from './limits.ts'
import { z } from 'zod'
import { id } from './fields.ts'
import { envelope, type SocketCommandSpec } from './sockets.ts'

// Who is online. Not shown are accounts that switched it off (`showPresence`), and those with a block between them and the viewer.

/**
 * `presence/watch`: watches these accounts in place of those before. It answers for creators whom one may see and for people one has a
 * conversation with; others count as offline. Changes follow as `presence/changed`.
 */
export const watchPresence = {
  who: 'any',
  limit: 'read',
  method: 'GET',
  body: z.strictObject({ accountIds: z.array(id).max(watchedMax) }),
  reply: z.object({ online: z.array(id) }),
} as const satisfies SocketCommandSpec

export const presenceMessages = {
  'presence/changed': envelope.extend({ accountId: id, isOnline: z.boolean() }),
}
