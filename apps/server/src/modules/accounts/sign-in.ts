import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeGuess } from './guesses.ts'
import { accountOfToken } from './identify.ts'
import { landing, type LetIn, letIn, type Wishes } from './letting-in.ts'
import { peek, spend } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword, matches, needsUpgrade } from './password-hash.ts'
import { hold, type Visit } from './sessions.ts'
import * as store from './store.ts'

// spec: login.payload, token.cookie, token.login, error.login

/** Signs in with a password. Whatever was wrong, the answer and its time are the same. */
export async function signIn(
  ctx: Context,
  visit: Visit,
  attempt: GivenPassword & Wishes & { loginName: string },
): Promise<LetIn> {
  const account = await store.byLoginName(ctx, attempt.loginName)
  const guess = await takeGuess(
    ctx,
    account ? { accountId: account.id } : { unknownName: attempt.loginName },
    visit.device,
  )
  const right = await matches(account?.passwordHash ?? null, attempt)
  if (!account || !right) refuse('INCORRECT_CREDENTIALS')
  await guess.giveBack()
  const letInAs = await ctx.transaction((tx) => letIn(tx, visit, account, 'password', attempt))
  if (needsUpgrade(account.passwordHash!))
    await store.setPasswordHash(ctx, account.id, await hashPassword(attempt), account.passwordHash)
  return letInAs
}

/** Turns a one-use token, or the token of a live session, into the cookie. */
export async function signInWithToken(
  ctx: Context,
  visit: Visit,
  token: string,
  redirect: string | undefined,
): Promise<LetIn> {
  const live = await accountOfToken(ctx, token)
  if (live) return { token, secondFactor: null, redirect: landing(live.account, redirect), remember: true }
  return ctx.transaction(async (tx) => {
    const found = await peek(tx, 'log_in', token)
    const account = found && (await store.byId(tx, found.accountId))
    if (!account) refuse('INCORRECT_CREDENTIALS')
    // The account before its token, as everybody locks them: whoever resets the password takes the tokens away.
    await hold(tx, account.id)
    if (!(await spend(tx, 'log_in', token))) refuse('INCORRECT_CREDENTIALS')
    return letIn(tx, visit, account, 'token', { remember: true, redirect })
  })
}
