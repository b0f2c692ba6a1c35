import type { PasskeyAnswer } from '@fanlight/contract/step-up'
import { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { takeLoginAttempt } from '../auth/login-attempts.ts'
import { type SignInResult, completeSignIn } from '../auth/complete-sign-in.ts'
import { peek, spend } from '../auth/one-time-tokens.ts'
import { checkSigned, type Party, signingOptions } from './passkeys.ts'
import { takeCode, usePasskey } from './factor-use.ts'
import { lockAccount, type RequestContext } from '../auth/sessions.ts'
import * as store from '../store.ts'

// The second step of signing in, and signing in with a passkey, which needs one step only.

const options = z.object({ remember: z.boolean(), redirect: z.string().optional() })

export interface SecondStep {
  challenge: string
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/** Turns a challenge into a session. Wrong codes are counted together with wrong passwords; the challenge is valid until it is used, for five minutes at most. */
export async function passSecondStep(
  ctx: Context,
  requestContext: RequestContext,
  party: Party,
  step: SecondStep,
): Promise<SignInResult> {
  const found = await peek(ctx, 'second_factor', step.challenge)
  if (!found) refuse('CHALLENGE_SPENT')
  const { accountId } = found
  // A passkey signature can't be found by trying, so it does not count as an attempt.
  const attempt = step.passkey ? undefined : await takeLoginAttempt(ctx, { accountId }, requestContext.device)
  if (step.passkey) await usePasskey(ctx, await checkSigned(ctx, party, accountId, step.passkey))
  const account = (await store.byId(ctx, accountId))!
  const completeSignInAs = await ctx.transaction(async (tx) => {
    // The account is locked before its tokens: all transactions use this order.
    await lockAccount(tx, accountId)
    if (!step.passkey && !(await takeCode(tx, accountId, step))) refuse('CODE_INCORRECT')
    if (!(await spend(tx, 'second_factor', step.challenge))) refuse('CHALLENGE_SPENT')
    return completeSignIn(tx, requestContext, account, 'second_factor', options.parse(found.detail))
  })
  await attempt?.giveBack()
  return completeSignInAs
}

/** The options with which the browser requests one of the account's passkeys. */
export async function requestPasskey(ctx: Context, party: Party, challenge: string) {
  const found = await peek(ctx, 'second_factor', challenge)
  if (!found) refuse('CHALLENGE_SPENT')
  return signingOptions(ctx, party, found.accountId)
}

/** Signs in with a passkey alone: it identifies the account, and the authenticator verified the user by fingerprint, face or PIN. */
export async function signInWithPasskey(
  ctx: Context,
  requestContext: RequestContext,
  party: Party,
  { passkey, remember, redirect }: { passkey: PasskeyAnswer; remember: boolean; redirect?: string | undefined },
): Promise<SignInResult> {
  const signed = await checkSigned(ctx, party, null, passkey)
  await usePasskey(ctx, signed)
  const account = (await store.byId(ctx, signed.passkey.accountId))!
  return ctx.transaction((tx) => completeSignIn(tx, requestContext, account, 'passkey', { remember, redirect }))
}
