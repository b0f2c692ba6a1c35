import type { Context } from '../../platform/context.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { rememberDevice, takeGuess } from './guesses.ts'
import { spend } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword, matches, needsUpgrade } from './password-hash.ts'
import { accountOfToken } from './identify.ts'
import * as sessions from './sessions.ts'
import type { Visit } from './sessions.ts'
import * as store from './store.ts'

// spec: token.cookie, login.success

export interface SignedIn {
  token: string
  redirect: string
  remember: boolean
  /** Secret for the device cookie; none where the session existed before. */
  device?: string
}

// spec: login.payload, token.login, roles.after-login, error.login

/** Signs in with a password. Whatever was wrong, the answer and its time are the same. */
export async function signIn(
  ctx: Context,
  visit: Visit,
  attempt: GivenPassword & { loginName: string; remember: boolean; redirect?: string | undefined },
): Promise<SignedIn> {
  const account = await store.byLoginName(ctx, attempt.loginName)
  const guess = await takeGuess(
    ctx,
    account ? { accountId: account.id } : { unknownName: attempt.loginName },
    visit.device,
  )
  const right = await matches(account?.passwordHash ?? null, attempt)
  if (!account || !right) refuse('INCORRECT_CREDENTIALS')
  await guess.giveBack()
  admit(ctx, account)
  const opened = await ctx.transaction(async (tx) => {
    const session = await sessions.open(tx, account, attempt.remember, visit)
    return session && { token: session.token, device: await rememberDevice(tx, account.id, visit.device) }
  })
  if (!opened) refuse('INCORRECT_CREDENTIALS')
  if (needsUpgrade(account.passwordHash!))
    await store.setPasswordHash(ctx, account.id, await hashPassword(attempt), account.passwordHash)
  return { ...opened, remember: attempt.remember, redirect: landing(account, attempt.redirect) }
}

/** Turns a one-use token, or the token of a live session, into the cookie. */
export async function signInWithToken(
  ctx: Context,
  visit: Visit,
  token: string,
  redirect: string | undefined,
): Promise<SignedIn> {
  const live = await accountOfToken(ctx, token)
  if (live) return { token, redirect: landing(live.account, redirect), remember: true }
  const opened = await ctx.transaction(async (tx) => {
    const spent = await spend(tx, 'log_in', token)
    const account = spent && (await store.byId(tx, spent.accountId))
    if (!account) refuse('INCORRECT_CREDENTIALS')
    admit(tx, account)
    const session = await sessions.open(tx, { id: account.id }, true, visit)
    if (!session) refuse('INCORRECT_CREDENTIALS')
    return { account, token: session.token, device: await rememberDevice(tx, account.id, visit.device) }
  })
  return { token: opened.token, device: opened.device, remember: true, redirect: landing(opened.account, redirect) }
}

/** Said only to somebody who knew the password. */
function admit(ctx: Context, account: store.SignInRow): void {
  if (account.status === 'suspended')
    refuse('ACCOUNT_SUSPENDED', { reason: account.statusReason, until: account.statusUntil?.toISOString() ?? null })
  refuseIf(account.status === 'pending_email' && ctx.settings.get('requireEmailVerification'), 'EMAIL_NOT_VERIFIED')
}

/** Where to go after signing in: the page asked for if it is ours, else home; an unfinished account is finished first. */
export function landing(
  account: { role: string; username: string | null; email?: string | null },
  asked: string | undefined,
): string {
  const performer = account.role === 'performer'
  if (account.username === null || account.email === null) return performer ? '/creator/account' : '/user/account'
  if (asked && isOwnPath(asked)) return asked
  if (account.role === 'admin') return '/admin'
  return performer ? `/${account.username}` : '/home'
}

// A browser reads `//x`, `/\x` and `/<tab>/x` as another site.
const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(path) &&
  new URL(path, 'http://own.invalid').origin === 'http://own.invalid'
