import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { keysFor } from '../../../platform/keys.ts'
import type { AgeAssurance } from '../../../platform/viewer.ts'
import { cookieOptions } from '../accounts/auth/cookies.ts'
import { ageCookie } from '../accounts/auth/identify.ts'

// The age assurance of a browser, in a signed cookie: the result and its expiry, and nothing else.

type CookieResult = Exclude<AgeAssurance, 'none'> | 'failed'
const written = /^(declared|assured|failed)\.(\d{1,12})\.([\w-]{22})$/

export function writeAgeCookie(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  result: CookieResult,
  until: Date,
): void {
  const seconds = Math.floor(until.getTime() / 1000)
  const value = `${result}.${seconds}`
  const maxAge = seconds - Math.floor(ctx.clock.now().getTime() / 1000)
  void reply.setCookie(ageCookie, `${value}.${signed(keysFor(ctx, 'age-cookie')[0]!, value)}`, {
    ...cookieOptions(ctx, request),
    maxAge,
  })
}

/** Reads the cookie; `none` if the signature is not ours or it has expired. */
export function ageCookieReader(ctx: Context): (cookie: string | undefined) => CookieResult | 'none' {
  const keys = keysFor(ctx, 'age-cookie')
  return (cookie) => {
    const [, result, seconds, signature] = (cookie && written.exec(cookie)) || []
    if (!result || !seconds || !signature || Number(seconds) * 1000 <= ctx.clock.now().getTime()) return 'none'
    const given = Buffer.from(signature)
    const isOurs = keys.some((key) => timingSafeEqual(given, Buffer.from(signed(key, `${result}.${seconds}`))))
    return isOurs ? (result as CookieResult) : 'none'
  }
}

const signed = (key: Buffer, value: string): string =>
  createHmac('sha256', key).update(value).digest('base64url').slice(0, 22)
