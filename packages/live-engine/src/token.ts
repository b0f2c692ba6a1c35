import { createHmac, timingSafeEqual } from 'node:crypto'

/** A right to one room, which the engine checks by itself: no database is asked when a thousand people join. */
export interface Grant {
  room: string
  user: string
  /** The session of the product in which they watch: it is named in the list of who does. */
  session: string
  /** `ask` is the engine's, for somebody who came to it first: it asks the product about them. `user` is their address. */
  may: 'publish' | 'view' | 'control' | 'ask'
  /** Does not take the place of a publisher whose media flow: of two programs with one key, the first one stays. */
  yields?: boolean
  /** Everything that is published by it is kept, from the first picture on. */
  records?: boolean
  /** Seconds since 1970. */
  issuedAt: number
  expiresAt: number
}

/** Seconds that a right to join lasts at most. */
export const grantSecondsMax = 60

const mark = (key: Buffer, body: string) => createHmac('sha256', key).update(`live grant ${body}`).digest()

export function writeGrant(key: Buffer, grant: Grant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${mark(key, body).toString('base64url')}`
}

/** Undefined where it is not ours, or has expired at `now` (seconds). */
export function readGrant(key: Buffer, token: string, now: number): Grant | undefined {
  const [body, signature, more] = token.split('.')
  if (!body || !signature || more !== undefined || token.length > 2_000) return undefined
  const given = Buffer.from(signature, 'base64url')
  const right = mark(key, body)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as Grant
  return grant.expiresAt > now ? grant : undefined
}
