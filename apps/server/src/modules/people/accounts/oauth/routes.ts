import {
  completeAccount,
  googleLogin,
  googleToken,
  linkIdentity,
  listIdentities,
  type Provider,
  twitterCallback,
  twitterLogin,
  unlinkIdentity,
} from '@fanlight/contract/providers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../../platform/context.ts'
import { route } from '../../../../platform/http/http.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import { complete } from '../auth/completion.ts'
import { answerSignedIn, originOf, stepUpSource, requestContextOf } from '../auth/cookies.ts'
import { landing } from '../auth/complete-sign-in.ts'
import { requireFresh, requireStepUp } from '../auth/step-up.ts'
import * as accounts from '../store.ts'
import { signInWithIdentity } from './sign-in-result.ts'
import * as google from './google.ts'
import type { Identity } from './identity.ts'
import * as pendingSignIns from './pending-sign-ins.ts'
import { providersOffered } from './offered.ts'
import * as store from './store.ts'
import * as twitter from './twitter.ts'

const success = { data: { success: true as const } }

export const providerRoutes = [
  route(twitterLogin, async (ctx, { body, request, reply }) => ({
    data: { url: (await begin(ctx, 'twitter', request, reply, { ...body, link: null })).url },
  })),
  route(twitterCallback, async (ctx, { body, request, reply }) => {
    const begun = pendingSignIns.takeTwitter(ctx, request, reply)
    if (!begun || begun.pending.oauthToken !== body.oauthToken) refuse('SIGN_IN_EXPIRED')
    refuseIf(!(await store.spendOnce(ctx, `twitter ${body.oauthToken}`)), 'SIGN_IN_EXPIRED')
    const identity = await twitter.redeem(ctx, begun.pending, body.oauthVerifier)
    return finishProviderSignIn(ctx, identity, begun.intent, request, reply)
  }),
  route(googleLogin, async (ctx, { body, request, reply }) => {
    const { url, clientId, nonce } = await beginGoogle(ctx, request, reply, { ...body, link: null })
    return { data: { url, clientId, nonce } }
  }),
  route(googleToken, async (ctx, { body, request, reply }) => {
    const begun = pendingSignIns.takeGoogle(ctx, request, reply)
    const { code, state, iss, credential, role, redirect, withoutEmail } = body
    if (credential === undefined) {
      if (!begun || begun.pending.state !== state) refuse('SIGN_IN_EXPIRED')
      refuseIf(!(await store.spendOnce(ctx, `google ${state}`)), 'SIGN_IN_EXPIRED')
      const identity = await google.redeem(ctx, begun.intent.callback, begun.pending, {
        code: code!,
        state: begun.pending.state,
        iss,
      })
      return finishProviderSignIn(ctx, identity, begun.intent, request, reply)
    }
    // The browser sends the origin of the page; another site must not sign its visitor in as someone else.
    refuseIf(
      request.headers.origin !== undefined && request.headers.origin !== originOf(ctx, request),
      'FOREIGN_ORIGIN',
    )
    const identity = await google.readCredential(ctx, credential, begun?.pending.nonce)
    refuseIf(!(await store.spendOnce(ctx, `google ${credential}`)), 'SIGN_IN_EXPIRED')
    const signInIntent = { role, redirect, withoutEmail, link: null, callback: '' }
    return finishProviderSignIn(
      ctx,
      identity,
      pendingSignIns.intentOf(ctx, pendingSignIns.lifetimes.google, signInIntent),
      request,
      reply,
    )
  }),
  route(listIdentities, async (ctx, { viewer }) => {
    const [list, ways] = await Promise.all([store.list(ctx, viewer.id), store.waysIn(ctx, viewer.id)])
    const data = list.map(({ provider, label, linkedAt, lastUsedAt }) => ({
      provider,
      label,
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      can: { remove: ways > 1 },
    }))
    return { data, total: data.length, nextCursor: null }
  }),
  route(linkIdentity, async (ctx, { params, body, viewer, request, reply }) => {
    refuseIf(!providersOffered(ctx.config).includes(params.provider), 'PROVIDER_NOT_OFFERED')
    await requireStepUp(ctx, viewer, stepUpSource(ctx, request), body)
    const present = await store.list(ctx, viewer.id)
    refuseIf(
      present.some((entry) => entry.provider === params.provider),
      'ALREADY_LINKED',
    )
    const link = { accountId: viewer.id, sessionId: viewer.sessionId }
    const { url } = await begin(ctx, params.provider, request, reply, { role: 'user', withoutEmail: false, link })
    return { data: { url } }
  }),
  route(unlinkIdentity, async (ctx, { params, viewer }) => {
    await requireFresh(ctx, viewer)
    await ctx.transaction(async (tx) => {
      await store.lockAccount(tx, viewer.id)
      const ways = await store.waysIn(tx, viewer.id)
      refuseIf(!(await store.remove(tx, viewer.id, params.provider)), 'NOT_FOUND')
      refuseIf(ways <= 1, 'LAST_SIGN_IN')
    })
    return success
  }),
  route(completeAccount, async (ctx, { body, viewer }) => {
    await complete(ctx, viewer, body)
    return { data: { redirect: landing((await accounts.byId(ctx, viewer.id))!, undefined) } }
  }),
]

type SignInOptions = Omit<pendingSignIns.Intent, 'until' | 'callback'>

/** The page that the provider sends the browser back to; it must be registered there, so a made-up host leads nowhere. */
const callbackOf = (ctx: Context, provider: Provider, request: FastifyRequest): string =>
  // Written as browsers and libraries write it: without the default port.
  new URL(`/auth/${provider}/callback`, originOf(ctx, request)).href

function begin(
  ctx: Context,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  signInIntent: SignInOptions,
) {
  return provider === 'google'
    ? beginGoogle(ctx, request, reply, signInIntent)
    : beginTwitter(ctx, request, reply, signInIntent)
}
async function beginGoogle(ctx: Context, request: FastifyRequest, reply: FastifyReply, signInIntent: SignInOptions) {
  const callback = callbackOf(ctx, 'google', request)
  const begun = await google.begin(ctx, callback)
  const intent = pendingSignIns.intentOf(ctx, pendingSignIns.lifetimes.google, { ...signInIntent, callback })
  pendingSignIns.storeGoogleState(ctx, request, reply, begun.pending, intent)
  return begun
}
async function beginTwitter(ctx: Context, request: FastifyRequest, reply: FastifyReply, signInIntent: SignInOptions) {
  const callback = callbackOf(ctx, 'twitter', request)
  const begun = await twitter.begin(ctx, callback)
  const intent = pendingSignIns.intentOf(ctx, pendingSignIns.lifetimes.twitter, { ...signInIntent, callback })
  pendingSignIns.storeTwitterState(ctx, request, reply, begun.pending, intent)
  return begun
}

async function finishProviderSignIn(
  ctx: Context,
  identity: Identity,
  signInIntent: pendingSignIns.Intent,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const signInResult = await signInWithIdentity(ctx, requestContextOf(request), request.viewer, identity, signInIntent)
  return 'signedIn' in signInResult
    ? answerSignedIn(ctx, request, reply, signInResult.signedIn)
    : { data: { token: null, secondFactor: null, redirect: signInResult.linkedAt } }
}
