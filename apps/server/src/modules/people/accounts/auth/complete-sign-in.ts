import type { SecondFactorMethod } from '@fanlight/contract/auth'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import { isInMaintenance } from '../../../../platform/http/site-closed.ts'
import { sendNewDeviceEmail } from './device.ts'
import { isKnownDevice, rememberDevice } from './login-attempts.ts'
import { issue } from './one-time-tokens.ts'
import * as sessions from './sessions.ts'
import type { RequestContext } from './sessions.ts'
import type { SignInRow } from '../store.ts'

// spec: login.success, roles.after-login

/**
 * How a user authenticated. A passkey is two factors in one: a device they own, unlocked by fingerprint, face or PIN.
 * `second_factor` is the second step, after one of the other methods.
 */
export type SignInMethod = 'password' | 'token' | 'social' | 'passkey' | 'second_factor'

/** Options sent with the credentials; they are stored in the challenge while a second factor is required. */
export interface SignInOptions {
  remember: boolean
  /** The page to go to; followed only if it is ours. */
  redirect?: string | undefined
}

/** A session, or a challenge that a second factor turns into one. */
export type SignInResult = (
  | {
      token: string
      /** Secret for the device cookie; none where the session existed before. */
      device?: string
      secondFactor: null
    }
  | { token: null; secondFactor: { challenge: string; methods: SecondFactorMethod[] } }
) & { redirect: string; remember: boolean }

/**
 * The last step of every sign-in, by whatever method the user authenticated. Rejects accounts that may not sign in; opens a session,
 * or answers that a second factor is required, with a challenge that is valid for five minutes.
 *
 * Call it in the transaction that consumes the credential, after the credential was verified, with the account as read for that
 * (`store.byId`). A `password` is rejected if it was changed since then. `redirect` may be untrusted input.
 * Pass the result to `answerSignedIn` (cookies.ts), which sets the cookies.
 */
export async function completeSignIn(
  tx: Context,
  requestContext: RequestContext,
  account: SignInRow,
  verifiedBy: SignInMethod,
  { remember, redirect }: SignInOptions,
): Promise<SignInResult> {
  admit(tx, account)
  const isLocked = await sessions.lockAccount(
    tx,
    account.id,
    verifiedBy === 'password' ? account.passwordHash : undefined,
  )
  if (!isLocked) refuse('INCORRECT_CREDENTIALS')
  const where = { redirect: landing(account, redirect), remember }
  const isTwoFactor = verifiedBy === 'passkey' || verifiedBy === 'second_factor'
  const methods = isTwoFactor ? [] : await methodsOf(tx, account.id)
  if (methods.length > 0) {
    const { secret } = await issue(tx, 'second_factor', account.id, { detail: { remember, redirect } })
    return { token: null, secondFactor: { challenge: secret, methods }, ...where }
  }
  const known = requestContext.device !== undefined && (await isKnownDevice(tx, account.id, requestContext.device))
  await sendNewDeviceEmail(tx, account, requestContext, known)
  const token = await sessions.open(tx, account.id, remember, requestContext, { secondFactor: isTwoFactor })
  return { token, device: await rememberDevice(tx, account.id, requestContext.device), secondFactor: null, ...where }
}

/** The second factors that this account has set up; empty if there are none. */
export async function methodsOf(tx: Context, accountId: string): Promise<SecondFactorMethod[]> {
  const has = await row(
    tx.db,
    sql<Record<SecondFactorMethod, boolean>>`SELECT
      EXISTS (SELECT 1 FROM authenticator_apps WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL) AS totp,
      EXISTS (SELECT 1 FROM passkeys WHERE account_id = ${accountId}) AS passkey,
      EXISTS (SELECT 1 FROM recovery_codes WHERE account_id = ${accountId} AND used_at IS NULL) AS recovery`,
  )
  // Recovery codes replace another factor; alone they are none.
  if (!has!.totp && !has!.passkey) return []
  return (['totp', 'passkey', 'recovery'] as const).filter((method) => has![method])
}

/** These reasons are returned only to a client that sent the correct password. */
function admit(ctx: Context, account: SignInRow): void {
  refuseIf(account.status === 'closed', 'INCORRECT_CREDENTIALS')
  if (account.status === 'suspended')
    refuse('ACCOUNT_SUSPENDED', { reason: account.statusReason, until: account.statusUntil?.toISOString() ?? null })
  refuseIf(isInMaintenance(ctx) && account.role !== 'admin', 'MAINTENANCE')
  refuseIf(account.status === 'pending_email' && ctx.settings.get('requireEmailVerification'), 'EMAIL_NOT_VERIFIED')
}

/** The redirect target after sign-in: the requested page if it is on this site, else home. An unfinished account is sent to the page that completes it. */
export function landing(
  account: { role: string; username: string | null; email?: string | null; status?: string },
  requestedRedirect: string | undefined,
): string {
  const performer = account.role === 'performer'
  if (account.username === null || account.email === null) return performer ? '/creator/account' : '/user/account'
  // The owner of a closing account can only cancel the closing.
  if (account.status === 'closing') return '/user/privacy'
  if (requestedRedirect && isOwnPath(requestedRedirect)) return requestedRedirect
  if (account.role === 'admin') return '/admin'
  return performer ? `/${account.username}` : '/home'
}

// A browser reads `//x`, `/\x` and `/<tab>/x` as another site.
export const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(path) &&
  new URL(path, 'http://own.invalid').origin === 'http://own.invalid'
