import type { Context } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { EmailKind } from '../../../site/mail/emails.ts'
import { mail } from '../../../site/mail/outbox.ts'
import * as authenticator from './authenticator-app.ts'
import * as passkeyStore from './passkey-store.ts'
import type { Signed } from './passkeys.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as store from '../store.ts'

// Using a second factor once, for any request that requires it, and notifying the owner by email of changes to their factors.

/** Records the use of a passkey. If its counter did not increase, it is a copy: rejected, and its owner is notified. */
export async function usePasskey(ctx: Context, { passkey, counter }: Signed): Promise<void> {
  if (await passkeyStore.countOn(ctx, passkey.id, counter)) return
  await sendFactorEmail(ctx, passkey.accountId, 'passkey_copied', passkey.name)
  refuse('PASSKEY_REFUSED')
}

/** Consumes a code of the account's authenticator app or a recovery code. Call it with the account locked. */
export async function takeCode(
  tx: Context,
  accountId: string,
  stepUpInput: { code?: string | undefined; recoveryCode?: string | undefined },
): Promise<boolean> {
  if (stepUpInput.code !== undefined) return authenticator.takeCode(tx, accountId, stepUpInput.code)
  if (stepUpInput.recoveryCode === undefined) return false
  const taken = await recoveryCodes.take(tx, accountId, stepUpInput.recoveryCode)
  if (taken) await sendFactorEmail(tx, accountId, 'recovery_code_used')
  return taken
}

/** What was done to an account's locks, by the email that reports it. */
export type SecurityChange = Extract<
  EmailKind,
  `authenticator_${string}` | `passkey_${string}` | `recovery_code${string}`
>
export async function sendFactorEmail(
  tx: Context,
  accountId: string,
  change: SecurityChange,
  device?: string,
): Promise<void> {
  const account = (await store.byId(tx, accountId))!
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: change,
      locale: account.locale,
      values: { name: account.name, ...(device && { device }) },
    })
}
