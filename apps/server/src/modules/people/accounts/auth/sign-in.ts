import type { Context } from '../../../../platform/context.ts'
import { Refusal, refuse } from '../../../../platform/refusal.ts'
import { requirePass } from '../../../site/captcha/passes.ts'
import { takeCaptchaAttempt, takeLoginAttempt } from './login-attempts.ts'
import { accountOfToken } from './identify.ts'
import { landing, type SignInResult, completeSignIn, type SignInOptions } from './complete-sign-in.ts'
import { peek, spend } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword, matches, needsUpgrade } from './password-hash.ts'
import { lockAccount, type RequestContext } from './sessions.ts'
import * as store from '../store.ts'

// spec: login.payload, token.cookie, token.login, error.login

/** Signs in with a password. Whatever was wrong, the answer and its time are the same. */
export async function signIn(
  ctx: Context,
  requestContext: RequestContext,
  attempt: GivenPassword & SignInOptions & { loginName: string; captcha?: string | undefined },
): Promise<SignInResult> {
  const account = await store.byLoginName(ctx, attempt.loginName)
  const target = account ? { accountId: account.id } : { unknownName: attempt.loginName }
  const loginAttempt = await takeLoginAttempt(ctx, target, requestContext.device).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'TOO_MANY_REQUESTS') throw error
    // Strangers may have used up the attempts.
    await requirePass(ctx, 'login', attempt.captcha)
    return takeCaptchaAttempt(ctx, target)
  })
  const right = await matches(account?.passwordHash ?? null, attempt)
  if (!account || !right) refuse('INCORRECT_CREDENTIALS')
  await loginAttempt.giveBack()
  const signedIn = await ctx.transaction((tx) => completeSignIn(tx, requestContext, account, 'password', attempt))
  if (needsUpgrade(account.passwordHash!))
    await store.setPasswordHash(ctx, account.id, await hashPassword(attempt), account.passwordHash)
  return signedIn
}

/** Turns a one-use token, or the token of a live session, into the cookie. */
export async function signInWithToken(
  ctx: Context,
  requestContext: RequestContext,
  token: string,
  redirect: string | undefined,
): Promise<SignInResult> {
  const live = await accountOfToken(ctx, token)
  if (live) return { token, secondFactor: null, redirect: landing(live.account, redirect), remember: true }
  return ctx.transaction(async (tx) => {
    const found = await peek(tx, 'log_in', token)
    const account = found && (await store.byId(tx, found.accountId))
    if (!account) refuse('INCORRECT_CREDENTIALS')
    // Locks the account before its token, in the same order as elsewhere: a password reset locks the account, then deletes its tokens.
    await lockAccount(tx, account.id)
    if (!(await spend(tx, 'log_in', token))) refuse('INCORRECT_CREDENTIALS')
    return completeSignIn(tx, requestContext, account, 'token', { remember: true, redirect })
  })
}
