import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { keysFor } from '../../../platform/keys.ts'
import { seal, unseal } from '../../../platform/seal.ts'
import { cookieOptions } from '../cookies.ts'

// spec: twitter.cookies

// What a sign-in must come back with lies in the browser that began it: sealed, out of reach of scripts, and gone at the callback.

/** What was wished for when it began. */
const intent = z.object({
  role: z.enum(['user', 'performer']),
  redirect: z.string().optional(),
  withoutEmail: z.boolean(),
  /** The account that gets another sign-in, and the session that asked for it. */
  link: z.object({ accountId: z.string(), sessionId: z.string() }).nullable(),
  callback: z.string(),
  until: z.number(),
})
export type Intent = z.output<typeof intent>

const daySeconds = 24 * 60 * 60
const googleSeconds = 10 * 60
export const intentOf = (ctx: Context, seconds: number, wishes: Omit<Intent, 'until'>): Intent => ({
  ...wishes,
  until: ctx.clock.now().getTime() + seconds * 1000,
})
export const lifetimes = { twitter: daySeconds, google: googleSeconds } as const

const twitterCookies = ['oauthToken', 'oauthTokenSecret', 'role'] as const
const googleCookie = 'googleSignIn'

export function keepTwitter(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { oauthToken = '', oauthTokenSecret = '' }: Record<string, string>,
  wishes: Intent,
): void {
  // The other two open only beside the token they came with.
  put(ctx, request, reply, 'oauthToken', '', oauthToken, daySeconds)
  put(ctx, request, reply, 'oauthTokenSecret', oauthToken, oauthTokenSecret, daySeconds)
  put(ctx, request, reply, 'role', oauthToken, JSON.stringify(wishes), daySeconds)
}

/** What this browser began at Twitter; undefined where it began nothing, or too long ago. The cookies are gone either way. */
export function takeTwitter(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  for (const name of twitterCookies) clear(ctx, request, reply, name)
  const oauthToken = open(ctx, request, 'oauthToken', '')
  if (!oauthToken) return undefined
  const oauthTokenSecret = open(ctx, request, 'oauthTokenSecret', oauthToken)
  const wishes = readIntent(ctx, open(ctx, request, 'role', oauthToken))
  return oauthTokenSecret && wishes ? { kept: { oauthToken, oauthTokenSecret }, wishes } : undefined
}

const googleKept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), wishes: z.string() })

export function keepGoogle(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Record<string, string>,
  wishes: Intent,
): void {
  const text = JSON.stringify({ ...kept, wishes: JSON.stringify(wishes) })
  put(ctx, request, reply, googleCookie, '', text, googleSeconds)
}
export function takeGoogle(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  clear(ctx, request, reply, googleCookie)
  const text = open(ctx, request, googleCookie, '')
  if (!text) return undefined
  const { wishes: wished, ...kept } = googleKept.parse(JSON.parse(text))
  const wishes = readIntent(ctx, wished)
  return wishes && { kept, wishes }
}

function readIntent(ctx: Context, text: string | undefined): Intent | undefined {
  if (text === undefined) return undefined
  const wishes = intent.parse(JSON.parse(text))
  return wishes.until > ctx.clock.now().getTime() ? wishes : undefined
}

const purpose = 'provider sign-in'
const placeOf = (name: string, beside: string) => `cookie ${name} ${beside}`

function put(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  beside: string,
  value: string,
  seconds: number,
): void {
  const sealed = seal(keysFor(ctx, purpose)[0]!, placeOf(name, beside), value).toString('base64url')
  void reply.setCookie(name, sealed, { ...cookieOptions(ctx, request), maxAge: seconds })
}

function open(ctx: Context, request: FastifyRequest, name: string, beside: string): string | undefined {
  const sealed = request.cookies[name]
  if (!sealed || sealed.length > 4096) return undefined
  try {
    return unseal(keysFor(ctx, purpose), placeOf(name, beside), Buffer.from(sealed, 'base64url'))
  } catch {
    // Somebody else's, or not ours at all.
    return undefined
  }
}

const clear = (ctx: Context, request: FastifyRequest, reply: FastifyReply, name: string) =>
  void reply.clearCookie(name, cookieOptions(ctx, request))
