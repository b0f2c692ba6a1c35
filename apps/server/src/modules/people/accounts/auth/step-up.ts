import type { PasskeyAnswer } from '@fanlight/contract/step-up'
import type { Context } from '../../../../platform/context.ts'
import { sql } from '../../../../platform/db/db.ts'
import { refuse, refuseField, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { takeCode, usePasskey } from '../mfa/factor-use.ts'
import { takeLoginAttempt } from './login-attempts.ts'
import { spendMailedCode } from './emailed-codes.ts'
import { checkSigned, type Party } from '../mfa/passkeys.ts'
import { matches } from './password-hash.ts'
import { type StepUpState, stepUpStateOf, isFresh } from './step-up-required.ts'
import * as store from '../store.ts'

// A device left open is not enough to take an account over. Before what a thief would do, its owner shows everything that opens it: the
// password, and the second factor if there is one; for accounts that sign in only through another provider, an emailed code.

/** For calls without credentials: a rejected caller completes step-up authentication first. */
export const requireFresh = async (ctx: Context, viewer: SignedIn): Promise<void> =>
  refuseIf(!(await isFresh(ctx, viewer)), 'CONFIRMATION_REQUIRED')

export interface StepUpInput {
  currentPassword?: string | undefined
  hashed: boolean
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
  mailedCode?: string | undefined
}
/** The browser that sends the credentials. */
export interface StepUpSource extends Party {
  device: string | undefined
}

/** The error codes of a missing and of a wrong password. Outside the group `auth` a 401 would send the browser to the login page. */
const codes = {
  inAuth: { missing: 'INCORRECT_CREDENTIALS', wrong: 'INCORRECT_CREDENTIALS' },
  elsewhere: { missing: 'PASSWORD_NEEDED', wrong: 'PASSWORD_WRONG' },
} as const

/**
 * Requires all credentials that the account has, sent now or within the last ten minutes. They then count for another ten minutes,
 * so that an error in another field does not require a code twice. Returns the account as it was at the time of the check.
 */
export async function requireStepUp(
  ctx: Context,
  viewer: SignedIn,
  from: StepUpSource,
  stepUpInput: StepUpInput,
  where: keyof typeof codes = 'inAuth',
): Promise<store.SignInRow> {
  const account = (await store.byId(ctx, viewer.id))!
  const stepUpState = await stepUpStateOf(ctx, viewer, account)
  const { currentPassword, hashed } = stepUpInput
  if (!stepUpState.isFresh) refuseMissing(stepUpState, stepUpInput, codes[where].missing)
  const typed = [
    currentPassword,
    ...(stepUpState.isFresh ? [] : [stepUpInput.code, stepUpInput.recoveryCode, stepUpInput.mailedCode]),
  ]
  // A passkey signature can't be found by trying, so it does not count as an attempt.
  const isAttempt = typed.some((entry) => entry !== undefined)
  const attempt = isAttempt ? await takeLoginAttempt(ctx, { accountId: viewer.id }, from.device) : undefined
  if (currentPassword !== undefined && !(await matches(account.passwordHash, { password: currentPassword, hashed })))
    refuseField(codes[where].wrong, 'currentPassword')
  if (!stepUpState.isFresh) await takeAndConfirm(ctx, viewer, from, stepUpState, stepUpInput)
  await attempt?.giveBack()
  return account
}

function refuseMissing(
  stepUpState: StepUpState,
  stepUpInput: StepUpInput,
  missing: (typeof codes)[keyof typeof codes]['missing'],
): void {
  const { password, methods, email } = stepUpState
  if (password && stepUpInput.currentPassword === undefined && methods.length === 0)
    refuseField(missing, 'currentPassword')
  const lacks =
    (password && stepUpInput.currentPassword === undefined) ||
    (methods.length > 0 &&
      !stepUpInput.passkey &&
      stepUpInput.code === undefined &&
      stepUpInput.recoveryCode === undefined) ||
    (email !== null && stepUpInput.mailedCode === undefined)
  const hasNothing = !password && methods.length === 0 && email === null
  if (lacks || hasNothing) refuse('STEP_UP_NEEDED', { password, methods, email })
}

/** Uses up one-time credentials, and records in the session that step-up authentication was completed. */
async function takeAndConfirm(
  ctx: Context,
  viewer: SignedIn,
  from: StepUpSource,
  { methods, email }: StepUpState,
  stepUpInput: StepUpInput,
): Promise<void> {
  if (methods.length > 0 && stepUpInput.passkey)
    await usePasskey(ctx, await checkSigned(ctx, from, viewer.id, stepUpInput.passkey))
  await ctx.transaction(async (tx) => {
    // The account is locked before its codes: all transactions use this order.
    await store.lock(tx, viewer.id)
    if (methods.length > 0 && !stepUpInput.passkey && !(await takeCode(tx, viewer.id, stepUpInput)))
      refuseField('CODE_INCORRECT', stepUpInput.code === undefined ? 'recoveryCode' : 'code')
    if (email !== null && !(await spendMailedCode(tx, viewer.sessionId, stepUpInput.mailedCode!)))
      refuseField('CODE_INCORRECT', 'mailedCode')
    await sql`UPDATE sessions SET authenticated_at = app_now(),
        second_factor_at = CASE WHEN ${methods.length > 0} THEN app_now() ELSE second_factor_at END
      WHERE id = ${viewer.sessionId}`.execute(tx.db)
  })
}
