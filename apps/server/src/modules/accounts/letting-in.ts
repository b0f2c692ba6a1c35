import type { SecondFactorMethod } from '@fanlight/contract/auth'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { tellOfNewDevice } from './device.ts'
import { isKnownDevice, rememberDevice } from './guesses.ts'
import { issue } from './one-time-tokens.ts'
import * as sessions from './sessions.ts'
import type { Visit } from './sessions.ts'
import type { SignInRow } from './store.ts'

// spec: login.success, roles.after-login

/**
 * How somebody proved who they are. A passkey is two factors in one: a thing they have, opened by finger, face or code.
 * `second_factor` is the second step, after one of the others.
 */
export type ProvedBy = 'password' | 'token' | 'social' | 'passkey' | 'second_factor'

/** What was asked along with the proof; it waits in the challenge while a second factor is due. */
export interface Wishes {
  remember: boolean
  /** The page to go to; followed only if it is ours. */
  redirect?: string | undefined
}

/** A session, or a challenge that a second factor turns into one. */
export type LetIn = (
  | {
      token: string
      /** Secret for the device cookie; none where the session existed before. */
      device?: string
      secondFactor: null
    }
  | { token: null; secondFactor: { challenge: string; methods: SecondFactorMethod[] } }
) & { redirect: string; remember: boolean }

/**
 * The one door of signing in: whoever has proved who they are comes through here, however they did. Refuses accounts that may not
 * sign in; opens a session, or answers that a second factor is due, with a challenge of five minutes.
 *
 * Call it in the transaction that spends the proof, after the proof was checked, with the account as it was read for that
 * (`store.byId`). `password` proofs are refused when the password was changed since then. `redirect` may be what a stranger wrote.
 * Hand the answer to `answerSignedIn` (cookies.ts), which sets the cookies.
 */
export async function letIn(
  tx: Context,
  visit: Visit,
  account: SignInRow,
  proof: ProvedBy,
  { remember, redirect }: Wishes,
): Promise<LetIn> {
  admit(tx, account)
  const held = await sessions.hold(tx, account.id, proof === 'password' ? account.passwordHash : undefined)
  if (!held) refuse('INCORRECT_CREDENTIALS')
  const where = { redirect: landing(account, redirect), remember }
  const isWhole = proof === 'passkey' || proof === 'second_factor'
  const methods = isWhole ? [] : await methodsOf(tx, account.id)
  if (methods.length > 0) {
    const { secret } = await issue(tx, 'second_factor', account.id, { detail: { remember, redirect } })
    return { token: null, secondFactor: { challenge: secret, methods }, ...where }
  }
  const known = visit.device !== undefined && (await isKnownDevice(tx, account.id, visit.device))
  await tellOfNewDevice(tx, account, visit, known)
  const token = await sessions.open(tx, account.id, remember, visit, { secondFactor: isWhole })
  return { token, device: await rememberDevice(tx, account.id, visit.device), secondFactor: null, ...where }
}

/** The ways in which this account can prove itself beyond a password; none where it has set up nothing. */
export async function methodsOf(tx: Context, accountId: string): Promise<SecondFactorMethod[]> {
  const has = await row(
    tx.db,
    sql<Record<SecondFactorMethod, boolean>>`SELECT
      EXISTS (SELECT 1 FROM authenticator_apps WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL) AS totp,
      EXISTS (SELECT 1 FROM passkeys WHERE account_id = ${accountId}) AS passkey,
      EXISTS (SELECT 1 FROM recovery_codes WHERE account_id = ${accountId} AND used_at IS NULL) AS recovery`,
  )
  // Recovery codes stand in for another factor; alone they are none.
  if (!has!.totp && !has!.passkey) return []
  return (['totp', 'passkey', 'recovery'] as const).filter((method) => has![method])
}

/** Said only to somebody who knew the password. */
function admit(ctx: Context, account: SignInRow): void {
  refuseIf(account.status === 'closed', 'INCORRECT_CREDENTIALS')
  if (account.status === 'suspended')
    refuse('ACCOUNT_SUSPENDED', { reason: account.statusReason, until: account.statusUntil?.toISOString() ?? null })
  refuseIf(account.status === 'pending_email' && ctx.settings.get('requireEmailVerification'), 'EMAIL_NOT_VERIFIED')
}

/** Where to go after signing in: the page asked for if it is ours, else home; an unfinished account is finished first. */
export function landing(
  account: { role: string; username: string | null; email?: string | null; status?: string },
  asked: string | undefined,
): string {
  const performer = account.role === 'performer'
  if (account.username === null || account.email === null) return performer ? '/creator/account' : '/user/account'
  // Whoever is leaving can stay after all, and nothing else.
  if (account.status === 'closing') return '/user/privacy'
  if (asked && isOwnPath(asked)) return asked
  if (account.role === 'admin') return '/admin'
  return performer ? `/${account.username}` : '/home'
}

// A browser reads `//x`, `/\x` and `/<tab>/x` as another site.
const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(path) &&
  new URL(path, 'http://own.invalid').origin === 'http://own.invalid'
