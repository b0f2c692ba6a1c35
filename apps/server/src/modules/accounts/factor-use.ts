import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import type { LetterKind } from '../mail/letters.ts'
import { mail } from '../mail/outbox.ts'
import * as authenticator from './authenticator-app.ts'
import * as passkeyStore from './passkey-store.ts'
import type { Signed } from './passkeys.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as store from './store.ts'

// Using a second factor once, in whatever it is asked for; and telling the owner by mail what becomes of their locks.

/** Notes that a passkey was used. One that has not counted on is a copy: refused, and its owner told. */
export async function usePasskey(ctx: Context, { passkey, counter }: Signed): Promise<void> {
  if (await passkeyStore.countOn(ctx, passkey.id, counter)) return
  await tellOf(ctx, passkey.accountId, 'passkey_copied', passkey.name)
  refuse('PASSKEY_REFUSED')
}

/** A code of the account's app or a recovery code, used up in this moment. Call it with the account held. */
export async function takeCode(
  tx: Context,
  accountId: string,
  proof: { code?: string | undefined; recoveryCode?: string | undefined },
): Promise<boolean> {
  if (proof.code !== undefined) return authenticator.takeCode(tx, accountId, proof.code)
  if (proof.recoveryCode === undefined) return false
  const taken = await recoveryCodes.take(tx, accountId, proof.recoveryCode)
  if (taken) await tellOf(tx, accountId, 'recovery_code_used')
  return taken
}

/** What was done to an account's locks, by the letter that tells of it. */
export type SecurityChange = Extract<
  LetterKind,
  `authenticator_${string}` | `passkey_${string}` | `recovery_code${string}`
>
export async function tellOf(tx: Context, accountId: string, change: SecurityChange, device?: string): Promise<void> {
  const account = (await store.byId(tx, accountId))!
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: change,
      locale: account.locale,
      values: { name: account.name, ...(device && { device }) },
    })
}
