import { getMe, getMePerformer, profileOptions, updatePerformer, updateUser } from '@fanlight/contract/accounts'
import {
  changePerformerPassword,
  changeUserPassword,
  checkUsername,
  endOtherSessions,
  endSession,
  forgotPassword,
  listSessions,
  login,
  logout,
  registerUser,
  resetPassword,
  socketTicket,
  tokenLogin,
  verifyEmail,
} from '@fanlight/contract/auth'
import {
  requestEmailChange,
  confirmEmailChange,
  dropEmailChange,
  getEmailChange,
  refuseEmailChange,
} from '@fanlight/contract/email-change'
import { acceptTerms, getTerms } from '@fanlight/contract/terms'
import { options } from '@fanlight/contract/options'
import { traitLabel } from '@fanlight/contract/trait-labels'
import type { Translator, Values } from '@fanlight/contract/translator'
import { textsIn } from '../../site/i18n/texts.ts'
import { withCaptcha } from '../../site/captcha/passes.ts'
import { cachedRead, route } from '../../../platform/http/http.ts'
import { type CachedResponse, cacheResponse } from '../../../platform/http/cached-response.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { idOf } from '../../../platform/viewer.ts'
import { answerSignedIn, clearSignedIn, stepUpSource, requirePageOfOurs, requestContextOf } from './auth/cookies.ts'
import * as emailChange from './profile/email-change.ts'
import { withRetryAfter } from './auth/login-attempts.ts'
import { issue } from './auth/one-time-tokens.ts'
import { presentMe } from './profile/me.ts'
import { presentMePerformer, presentSession } from './present.ts'
import { usernameProblem } from './profile/confusables.ts'
import { changeProfile } from './profile/profile.ts'
import * as recovery from './auth/recovery.ts'
import * as sessions from './auth/sessions.ts'
import { signIn, signInWithToken } from './auth/sign-in.ts'
import * as signUp from './auth/sign-up.ts'
import * as store from './store.ts'
import * as terms from './auth/terms.ts'

const success = { data: { success: true as const } }

export const accountRoutes = [
  route(login, async (ctx, { body, request, reply }) => {
    const attempt = { ...body, loginName: (body.email || body.username)! }
    return answerSignedIn(
      ctx,
      request,
      reply,
      await withRetryAfter(reply, signIn(ctx, requestContextOf(request), attempt)),
    )
  }),
  route(logout, async (ctx, { viewer, request, reply }) => {
    await ctx.transaction((tx) => sessions.end(tx, viewer.id, { only: [viewer.sessionId] }, 'logout'))
    clearSignedIn(ctx, request, reply)
    return success
  }),
  route(tokenLogin, async (ctx, { body, request, reply }) => {
    requirePageOfOurs(ctx, request)
    return answerSignedIn(
      ctx,
      request,
      reply,
      await signInWithToken(ctx, requestContextOf(request), body.token, body.redirect),
    )
  }),
  route(registerUser, async (ctx, { body, viewer }) => ({
    data: await withCaptcha(ctx, { form: 'register', address: viewer.address, pass: body.captcha }, () =>
      signUp.registerUser(ctx, body, viewer.locale),
    ),
  })),
  route(forgotPassword, async (ctx, { body, viewer }) => {
    await withCaptcha(ctx, { form: 'forgot', address: viewer.address, pass: body.captcha }, () =>
      recovery.forgot(ctx, body.email),
    )
    return success
  }),
  route(resetPassword, async (ctx, { body }) => {
    await recovery.reset(ctx, body)
    return success
  }),
  route(verifyEmail, async (ctx, { body }) => {
    if (body.token !== undefined)
      return { data: { success: true as const, redirect: await recovery.confirm(ctx, body.token) } }
    await recovery.requestConfirmation(ctx, body.email!)
    return { data: { success: true as const, redirect: '' } }
  }),
  route(changeUserPassword, async (ctx, { body, viewer, request, reply }) => {
    await withRetryAfter(reply, recovery.changePassword(ctx, viewer, stepUpSource(ctx, request), body))
    return success
  }),
  route(changePerformerPassword, async (ctx, { body, viewer, request, reply }) => {
    await withRetryAfter(reply, recovery.changePassword(ctx, viewer, stepUpSource(ctx, request), body))
    return success
  }),
  route(requestEmailChange, async (ctx, { body, viewer, request, reply }) => {
    await withRetryAfter(reply, emailChange.requestChange(ctx, viewer, stepUpSource(ctx, request), body))
    return success
  }),
  route(getEmailChange, async (ctx, { viewer }) => {
    const pending = await emailChange.pending(ctx, viewer.id)
    return { data: pending ? { ...pending, expiresAt: pending.expiresAt.toISOString() } : null }
  }),
  route(dropEmailChange, async (ctx, { viewer }) => {
    await emailChange.drop(ctx, viewer.id)
    return success
  }),
  route(confirmEmailChange, async (ctx, { body }) => ({
    data: { changed: await emailChange.confirm(ctx, body.token) },
  })),
  route(refuseEmailChange, async (ctx, { body }) => {
    await emailChange.stop(ctx, body.token)
    return success
  }),
  route(checkUsername, async (ctx, { params, viewer }) => {
    const code = (await usernameProblem(ctx, params.username, idOf(viewer))) ?? null
    return { data: { isAvailable: code === null, code } }
  }),
  route(listSessions, async (ctx, { viewer }) => {
    const list = await sessions.list(ctx, viewer.id)
    return { data: list.map((entry) => presentSession(entry, viewer.sessionId)), total: list.length, nextCursor: null }
  }),
  route(endSession, async (ctx, { params, viewer, request, reply }) => {
    const ended = await ctx.transaction((tx) => sessions.end(tx, viewer.id, { only: [params.id] }, 'ended'))
    refuseIf(ended === 0, 'NOT_FOUND')
    if (params.id === viewer.sessionId) clearSignedIn(ctx, request, reply)
    return success
  }),
  route(endOtherSessions, async (ctx, { viewer }) => ({
    data: { ended: await ctx.transaction((tx) => sessions.end(tx, viewer.id, { except: viewer.sessionId }, 'ended')) },
  })),
  route(socketTicket, async (ctx, { viewer }) => {
    const { secret, expiresAt } = await issue(ctx, 'socket', viewer.id, { sessionId: viewer.sessionId })
    return { data: { ticket: secret, expiresAt: expiresAt.toISOString() } }
  }),
  route(getTerms, async (ctx, { viewer }) => ({ data: await terms.termsStatusOf(ctx, viewer) })),
  route(acceptTerms, async (ctx, { body, viewer }) => {
    await terms.accept(ctx, viewer, body.version)
    return success
  }),
  route(getMe, async (ctx, { viewer }) => ({ data: presentMe(ctx, await store.me(ctx, viewer.id), viewer) })),
  route(getMePerformer, async (ctx, { viewer }) => ({
    data: presentMePerformer(ctx, await store.mePerformer(ctx, viewer.id), viewer),
  })),
  route(updateUser, async (ctx, { body, viewer }) => {
    // spec: roles.separate-calls
    refuseIf(viewer.role === 'performer', 'NOT_ALLOWED')
    await changeProfile(ctx, viewer.id, body)
    return { data: presentMe(ctx, await store.me(ctx, viewer.id), viewer) }
  }),
  route(updatePerformer, async (ctx, { body, viewer }) => {
    await changeProfile(ctx, viewer.id, body)
    return { data: presentMePerformer(ctx, await store.mePerformer(ctx, viewer.id), viewer) }
  }),
  cachedRead(profileOptions, async (_ctx, { viewer }) => optionsIn(viewer.locale)),
]

const optionLists = new WeakMap<Translator, CachedResponse>()
/** Every option list with its labels in the reader's language. */
function optionsIn(locale: string): CachedResponse {
  const texts = textsIn(locale)
  const find = (key: string, values?: Values) => (texts.has(key) ? texts(key, values) : undefined)
  const lists = Object.entries(options).map(([list, entries]) => [
    list,
    entries.map(({ value, label }) => ({ value, label: traitLabel(find, list, value) ?? label })),
  ])
  const made = optionLists.get(texts) ?? cacheResponse({ data: Object.fromEntries(lists) })
  optionLists.set(texts, made)
  return made
}
