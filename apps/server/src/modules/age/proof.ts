import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { keysFor } from '../../platform/keys.ts'
import type { AgeProof } from '../../platform/viewer.ts'
import { cookieOptions } from '../accounts/cookies.ts'
import { ageCookie } from '../accounts/identify.ts'

// What a browser has shown of its owner's age, in a cookie that we sign: the result and until when it counts, and nothing else.

type Kept = Exclude<AgeProof, 'none'> | 'failed'
const written = /^(declared|assured|failed)\.(\d{1,12})\.([\w-]{22})$/

export function keepProof(ctx: Context, request: FastifyRequest, reply: FastifyReply, kept: Kept, until: Date): void {
  const seconds = Math.floor(until.getTime() / 1000)
  const value = `${kept}.${seconds}`
  const maxAge = seconds - Math.floor(ctx.clock.now().getTime() / 1000)
  void reply.setCookie(ageCookie, `${value}.${signed(keysFor(ctx, 'age-cookie')[0]!, value)}`, {
    ...cookieOptions(ctx, request),
    maxAge,
  })
}

/** Reads the cookie: what was signed here, and has not run out. */
export function proofReader(ctx: Context): (cookie: string | undefined) => Kept | 'none' {
  const keys = keysFor(ctx, 'age-cookie')
  return (cookie) => {
    const [, kept, seconds, signature] = (cookie && written.exec(cookie)) || []
    if (!kept || !seconds || !signature || Number(seconds) * 1000 <= ctx.clock.now().getTime()) return 'none'
    const given = Buffer.from(signature)
    const isOurs = keys.some((key) => timingSafeEqual(given, Buffer.from(signed(key, `${kept}.${seconds}`))))
    return isOurs ? (kept as Kept) : 'none'
  }
}

const signed = (key: Buffer, value: string): string =>
  createHmac('sha256', key).update(value).digest('base64url').slice(0, 22)
