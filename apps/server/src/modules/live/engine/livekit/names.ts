import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { decrypt, encrypt } from '../../../../platform/encryption.ts'
import { keyFor } from '../../../../platform/keys.ts'

// What the LiveKit server knows a room and the people in it by. Everyone in a room is told the names of those who publish: they say nothing to them.

const person = z.object({ room: z.string(), user: z.string(), session: z.string() })
export type Person = z.infer<typeof person>

const context = 'livekit people'

/** Of the one who publishes: LiveKit keeps one of a name in a room, and the newer takes the place of the one before. */
export const publisherName = 'publisher'

/** Another installation may have rooms on the same server. */
const prefixOf = (ctx: Context): string =>
  `fanlight-${createHash('sha256').update(keyFor(ctx.secret, 'livekit rooms')).digest('hex').slice(0, 12)}-`

export const roomName = (ctx: Context, id: string): string => prefixOf(ctx) + id

/** Undefined where it is not a room of this installation. */
export function roomIdOf(ctx: Context, name: string): string | undefined {
  const prefix = prefixOf(ctx)
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}

/** Another one each time: a person may watch twice. */
export const sealPerson = (ctx: Context, { room, user, session }: Person): string =>
  encrypt(keyFor(ctx.secret, 'livekit people'), context, JSON.stringify({ room, user, session })).toString('base64url')

/** Undefined where we have not written it. */
export function openPerson(ctx: Context, sealed: string): Person | undefined {
  try {
    const text = decrypt([keyFor(ctx.secret, 'livekit people')], context, Buffer.from(sealed, 'base64url'))
    return person.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
