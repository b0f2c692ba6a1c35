import type { PasskeyAnswer } from '@fanlight/contract/proof'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { takeGuess } from './guesses.ts'
import { type LetIn, letIn } from './letting-in.ts'
import { peek, spend } from './one-time-tokens.ts'
import { checkSigned, type Party, signingOptions } from './passkeys.ts'
import { takeCode, usePasskey } from './factor-use.ts'
import { hold, type Visit } from './sessions.ts'
import * as store from './store.ts'

// The second step of signing in, and signing in with a passkey, which needs one step only.

const wishes = z.object({ remember: z.boolean(), redirect: z.string().optional() })

export interface SecondStep {
  challenge: string
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/** Turns a challenge into a session. Wrong codes count with wrong passwords; the challenge lives until it is used or five minutes old. */
export async function passSecondStep(ctx: Context, visit: Visit, party: Party, step: SecondStep): Promise<LetIn> {
  const found = await peek(ctx, 'second_factor', step.challenge)
  if (!found) refuse('CHALLENGE_SPENT')
  const { accountId } = found
  // What a passkey signs can't be guessed.
  const guess = step.passkey ? undefined : await takeGuess(ctx, { accountId }, visit.device)
  if (step.passkey) await usePasskey(ctx, await checkSigned(ctx, party, accountId, step.passkey))
  const account = (await store.byId(ctx, accountId))!
  const letInAs = await ctx.transaction(async (tx) => {
    // The account before its tokens, as everybody locks them.
    await hold(tx, accountId)
    if (!step.passkey && !(await takeCode(tx, accountId, step))) refuse('CODE_INCORRECT')
    if (!(await spend(tx, 'second_factor', step.challenge))) refuse('CHALLENGE_SPENT')
    return letIn(tx, visit, account, 'second_factor', wishes.parse(found.detail))
  })
  await guess?.giveBack()
  return letInAs
}

/** What the browser asks one of the account's passkeys for. */
export async function askForPasskey(ctx: Context, party: Party, challenge: string) {
  const found = await peek(ctx, 'second_factor', challenge)
  if (!found) refuse('CHALLENGE_SPENT')
  return signingOptions(ctx, party, found.accountId)
}

/** Signs in with a passkey alone: it says whose it is, and its holder has shown finger, face or code. */
export async function signInWithPasskey(
  ctx: Context,
  visit: Visit,
  party: Party,
  { passkey, remember, redirect }: { passkey: PasskeyAnswer; remember: boolean; redirect?: string | undefined },
): Promise<LetIn> {
  const signed = await checkSigned(ctx, party, null, passkey)
  await usePasskey(ctx, signed)
  const account = (await store.byId(ctx, signed.passkey.accountId))!
  return ctx.transaction((tx) => letIn(tx, visit, account, 'passkey', { remember, redirect }))
}
