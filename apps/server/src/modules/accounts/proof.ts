import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db.ts'
import { refuseField, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { takeGuess } from './guesses.ts'
import { matches } from './password-hash.ts'
import * as store from './store.ts'

const freshMs = 10 * 60_000
/** Signed in, or confirmed with the password, within ten minutes. */
export const isFresh = (ctx: Context, viewer: SignedIn): boolean =>
  ctx.clock.now().getTime() - viewer.authenticatedAt.getTime() < freshMs

/** For calls that carry no password: whoever is refused confirms with it first. */
export const requireFresh = (ctx: Context, viewer: SignedIn): void =>
  refuseIf(!isFresh(ctx, viewer), 'CONFIRMATION_REQUIRED')

export interface Proof {
  currentPassword?: string | undefined
  hashed: boolean
}
/** What is said of a missing and of a wrong password. Outside the group auth a 401 would send the browser to log in. */
const codes = {
  inAuth: { missing: 'INCORRECT_CREDENTIALS', wrong: 'INCORRECT_CREDENTIALS' },
  elsewhere: { missing: 'PASSWORD_NEEDED', wrong: 'PASSWORD_WRONG' },
} as const
/**
 * Lets on only who knows the present password or has signed in within ten minutes: a device left open is not enough to take an
 * account over. Returns the account as it was when that was asked.
 */
export async function requireProof(
  ctx: Context,
  viewer: SignedIn,
  device: string | undefined,
  { currentPassword, hashed }: Proof,
  where: keyof typeof codes = 'inAuth',
): Promise<store.SignInRow> {
  const account = (await store.byId(ctx, viewer.id))!
  if (currentPassword !== undefined) {
    const guess = await takeGuess(ctx, { accountId: viewer.id }, device)
    if (!(await matches(account.passwordHash, { password: currentPassword, hashed })))
      refuseField(codes[where].wrong, 'currentPassword')
    await guess.giveBack()
  } else if (!isFresh(ctx, viewer)) refuseField(codes[where].missing, 'currentPassword')
  return account
}

/** The password again: ten more minutes for this session. */
export async function confirmWithPassword(
  ctx: Context,
  viewer: SignedIn,
  device: string | undefined,
  proof: Required<Proof>,
): Promise<void> {
  await requireProof(ctx, viewer, device, proof)
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE id = ${viewer.sessionId}`.execute(ctx.db)
}
