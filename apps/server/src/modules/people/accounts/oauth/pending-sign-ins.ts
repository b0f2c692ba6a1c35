import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { keysFor } from '../../../../platform/keys.ts'
import { encrypt, decrypt } from '../../../../platform/encryption.ts'
import { cookieOptions } from '../auth/cookies.ts'

// spec: twitter.cookies

// The state of a sign-in is stored in the browser that started it: in encrypted cookies that scripts can't read, deleted at the callback.

/** The parameters of the request that started the sign-in. */
const intent = z.object({
  role: z.enum(['user', 'performer']),
  redirect: z.string().optional(),
  withoutEmail: z.boolean(),
  /** The account to which the sign-in method is added, and the session that requested it. */
  link: z.object({ accountId: z.string(), sessionId: z.string() }).nullable(),
  callback: z.string(),
  until: z.number(),
})
export type Intent = z.output<typeof intent>

const daySeconds = 24 * 60 * 60
const googleSeconds = 10 * 60
export const intentOf = (ctx: Context, seconds: number, signInIntent: Omit<Intent, 'until'>): Intent => ({
  ...signInIntent,
  until: ctx.clock.now().getTime() + seconds * 1000,
})
export const lifetimes = { twitter: daySeconds, google: googleSeconds } as const

const twitterCookies = ['oauthToken', 'oauthTokenSecret', 'role'] as const
const googleCookie = 'googleSignIn'

export function storeTwitterState(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { oauthToken = '', oauthTokenSecret = '' }: Record<string, string>,
  signInIntent: Intent,
): void {
  // The other two cookies can be decrypted only together with their token.
  put(ctx, request, reply, 'oauthToken', '', oauthToken, daySeconds)
  put(ctx, request, reply, 'oauthTokenSecret', oauthToken, oauthTokenSecret, daySeconds)
  put(ctx, request, reply, 'role', oauthToken, JSON.stringify(signInIntent), daySeconds)
}

/** The sign-in that this browser started at Twitter; undefined if there is none or it has expired. The cookies are deleted in any case. */
export function takeTwitter(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  for (const name of twitterCookies) clear(ctx, request, reply, name)
  const oauthToken = open(ctx, request, 'oauthToken', '')
  if (!oauthToken) return undefined
  const oauthTokenSecret = open(ctx, request, 'oauthTokenSecret', oauthToken)
  const signInIntent = readIntent(ctx, open(ctx, request, 'role', oauthToken))
  return oauthTokenSecret && signInIntent
    ? { pending: { oauthToken, oauthTokenSecret }, intent: signInIntent }
    : undefined
}

const googleState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), intent: z.string() })

export function storeGoogleState(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  pending: Record<string, string>,
  signInIntent: Intent,
): void {
  const text = JSON.stringify({ ...pending, intent: JSON.stringify(signInIntent) })
  put(ctx, request, reply, googleCookie, '', text, googleSeconds)
}
export function takeGoogle(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  clear(ctx, request, reply, googleCookie)
  const text = open(ctx, request, googleCookie, '')
  if (!text) return undefined
  const { intent: storedIntent, ...pending } = googleState.parse(JSON.parse(text))
  const signInIntent = readIntent(ctx, storedIntent)
  return signInIntent && { pending, intent: signInIntent }
}

function readIntent(ctx: Context, text: string | undefined): Intent | undefined {
  if (text === undefined) return undefined
  const signInIntent = intent.parse(JSON.parse(text))
  return signInIntent.until > ctx.clock.now().getTime() ? signInIntent : undefined
}

const purpose = 'provider sign-in'
const cookieContext = (name: string, beside: string) => `cookie ${name} ${beside}`

function put(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  beside: string,
  value: string,
  seconds: number,
): void {
  const encrypted = encrypt(keysFor(ctx, purpose)[0]!, cookieContext(name, beside), value).toString('base64url')
  void reply.setCookie(name, encrypted, { ...cookieOptions(ctx, request), maxAge: seconds })
}

function open(ctx: Context, request: FastifyRequest, name: string, beside: string): string | undefined {
  const encrypted = request.cookies[name]
  if (!encrypted || encrypted.length > 4096) return undefined
  try {
    return decrypt(keysFor(ctx, purpose), cookieContext(name, beside), Buffer.from(encrypted, 'base64url'))
  } catch {
    // The cookie belongs to another sign-in, or was not issued by this site.
    return undefined
  }
}

const clear = (ctx: Context, request: FastifyRequest, reply: FastifyReply, name: string) =>
  void reply.clearCookie(name, cookieOptions(ctx, request))
