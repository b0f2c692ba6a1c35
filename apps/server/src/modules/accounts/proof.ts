import type { PasskeyAnswer } from '@fanlight/contract/proof'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db.ts'
import { refuse, refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { takeCode, usePasskey } from './factor-use.ts'
import { takeGuess } from './guesses.ts'
import { spendMailedCode } from './mailed-codes.ts'
import { checkSigned, type Party } from './passkeys.ts'
import { matches } from './password-hash.ts'
import { type Asked, askedOf, isFresh } from './proof-asked.ts'
import * as store from './store.ts'

// A device left open is not enough to take an account over. Before what a thief would do, its owner shows everything that opens it: the
// password, and with it a second factor where there is one; whoever came with another company's word alone, a mailed code.

/** For calls that carry no proof: whoever is refused shows one first. */
export const requireFresh = async (ctx: Context, viewer: SignedIn): Promise<void> =>
  refuseIf(!(await isFresh(ctx, viewer)), 'CONFIRMATION_REQUIRED')

export interface Proof {
  currentPassword?: string | undefined
  hashed: boolean
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAnswer | undefined
  mailedCode?: string | undefined
}
/** The browser that a proof comes from. */
export interface ProofFrom extends Party {
  device: string | undefined
}

/** What is said of a missing and of a wrong password. Outside the group auth a 401 would send the browser to log in. */
const codes = {
  inAuth: { missing: 'INCORRECT_CREDENTIALS', wrong: 'INCORRECT_CREDENTIALS' },
  elsewhere: { missing: 'PASSWORD_NEEDED', wrong: 'PASSWORD_WRONG' },
} as const

/**
 * Lets on only who shows all that the account has to show, now or within the last ten minutes. What was shown counts for ten minutes
 * more, so that nobody types a code twice because of another field. Returns the account as it was when that was asked.
 */
export async function requireProof(
  ctx: Context,
  viewer: SignedIn,
  from: ProofFrom,
  proof: Proof,
  where: keyof typeof codes = 'inAuth',
): Promise<store.SignInRow> {
  const account = (await store.byId(ctx, viewer.id))!
  const asked = await askedOf(ctx, viewer, account)
  const { currentPassword, hashed } = proof
  if (!asked.isFresh) refuseMissing(asked, proof, codes[where].missing)
  const typed = [currentPassword, ...(asked.isFresh ? [] : [proof.code, proof.recoveryCode, proof.mailedCode])]
  // What a passkey signs can't be guessed.
  const isGuess = typed.some((one) => one !== undefined)
  const guess = isGuess ? await takeGuess(ctx, { accountId: viewer.id }, from.device) : undefined
  if (currentPassword !== undefined && !(await matches(account.passwordHash, { password: currentPassword, hashed })))
    refuseField(codes[where].wrong, 'currentPassword')
  if (!asked.isFresh) await takeAndConfirm(ctx, viewer, from, asked, proof)
  await guess?.giveBack()
  return account
}

function refuseMissing(asked: Asked, proof: Proof, missing: (typeof codes)[keyof typeof codes]['missing']): void {
  const { password, methods, email } = asked
  if (password && proof.currentPassword === undefined && methods.length === 0) refuseField(missing, 'currentPassword')
  const lacks =
    (password && proof.currentPassword === undefined) ||
    (methods.length > 0 && !proof.passkey && proof.code === undefined && proof.recoveryCode === undefined) ||
    (email !== null && proof.mailedCode === undefined)
  const hasNothing = !password && methods.length === 0 && email === null
  if (lacks || hasNothing) refuse('PROOF_NEEDED', { password, methods, email })
}

/** Uses up what is good once, and notes in the session that it is still the owner. */
async function takeAndConfirm(
  ctx: Context,
  viewer: SignedIn,
  from: ProofFrom,
  { methods, email }: Asked,
  proof: Proof,
): Promise<void> {
  if (methods.length > 0 && proof.passkey) await usePasskey(ctx, await checkSigned(ctx, from, viewer.id, proof.passkey))
  await ctx.transaction(async (tx) => {
    // The account before its codes, as everybody locks them.
    await store.lock(tx, viewer.id)
    if (methods.length > 0 && !proof.passkey && !(await takeCode(tx, viewer.id, proof)))
      refuseField('CODE_INCORRECT', proof.code === undefined ? 'recoveryCode' : 'code')
    if (email !== null && !(await spendMailedCode(tx, viewer.sessionId, proof.mailedCode!)))
      refuseField('CODE_INCORRECT', 'mailedCode')
    await sql`UPDATE sessions SET authenticated_at = app_now(),
        second_factor_at = CASE WHEN ${methods.length > 0} THEN app_now() ELSE second_factor_at END
      WHERE id = ${viewer.sessionId}`.execute(tx.db)
  })
}
