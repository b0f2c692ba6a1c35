import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../../platform/context.ts'
import { ownOrigin } from '../../../../platform/http/origin.ts'
import { refuseIf } from '../../../../platform/refusal.ts'
import { tokenCookie } from './identify.ts'
import type { SignInResult } from './complete-sign-in.ts'
import type { StepUpSource } from './step-up.ts'
import { sessionDays, type RequestContext } from './sessions.ts'

const deviceCookie = 'device'
const deviceDays = 400
const daySeconds = 24 * 60 * 60

/** Network address, country and user agent of this request, for the session that it may open. Characters that the database rejects are removed. */
export function requestContextOf(request: FastifyRequest): RequestContext {
  const device = request.cookies[deviceCookie]
  return {
    address: request.viewer.address,
    country: request.viewer.country,
    userAgent: (request.headers['user-agent'] ?? '')
      .replaceAll(/[^\u0020-\u007e\u00a0-\uffff]/g, '')
      .toWellFormed()
      .slice(0, 400),
    device: device && /^[\w-]{43}$/.test(device) ? device : undefined,
  }
}

/** The configured origin; in a demonstration without one, the origin of the request. */
export const originOf = (ctx: Context, request: FastifyRequest): string =>
  ownOrigin(ctx.config, { protocol: request.protocol, host: request.headers.host ?? '' })
/** The browser that sends credentials for step-up authentication, and the origin of its page. */
export const stepUpSource = (ctx: Context, request: FastifyRequest): StepUpSource => ({
  device: requestContextOf(request).device,
  origin: originOf(ctx, request),
})

/** The response of every call that signs a user in. The cookies are set here, and only once there is a session. */
export function answerSignedIn(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  completeSignIn: SignInResult,
) {
  const { token, redirect, remember, secondFactor } = completeSignIn
  if (token !== null) {
    const options = cookieOptions(ctx, request)
    void reply.setCookie(tokenCookie, token, { ...options, maxAge: sessionDays(remember) * daySeconds })
    if (completeSignIn.device)
      void reply.setCookie(deviceCookie, completeSignIn.device, { ...options, maxAge: deviceDays * daySeconds })
  }
  return { data: { token, redirect, secondFactor } }
}

/** The device cookie stays: the device still belongs to the owner. */
export const clearSignedIn = (ctx: Context, request: FastifyRequest, reply: FastifyReply) =>
  void reply.clearCookie(tokenCookie, cookieOptions(ctx, request))

export const cookieOptions = (ctx: Context, request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https' || (ctx.config.publicUrl?.startsWith('https://') ?? false),
})

/** A call that sets a cookie from a secret must come from a page of ours. */
export function requirePageOfOurs(ctx: Context, request: FastifyRequest): void {
  refuseIf(request.headers.origin !== originOf(ctx, request), 'FOREIGN_ORIGIN')
}
