import type { Context } from '../../platform/context.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { takeGuess } from './guesses.ts'
import { matches } from './password-hash.ts'
import * as store from './store.ts'

const freshMs = 10 * 60_000

export interface Proof {
  currentPassword?: string | undefined
  hashed: boolean
}
/**
 * Lets on only who knows the present password or has signed in within ten minutes: a device left open is not enough to take an
 * account over. Returns the account as it was when that was asked.
 */
export async function requireProof(
  ctx: Context,
  viewer: SignedIn,
  device: string | undefined,
  { currentPassword, hashed }: Proof,
): Promise<store.SignInRow> {
  const account = (await store.byId(ctx, viewer.id))!
  if (currentPassword !== undefined) {
    const guess = await takeGuess(ctx, { accountId: viewer.id }, device)
    if (!(await matches(account.passwordHash, { password: currentPassword, hashed })))
      refuseField('INCORRECT_CREDENTIALS', 'currentPassword')
    await guess.giveBack()
  } else if (ctx.clock.now().getTime() - viewer.authenticatedAt.getTime() >= freshMs)
    refuseField('INCORRECT_CREDENTIALS', 'currentPassword')
  return account
}
