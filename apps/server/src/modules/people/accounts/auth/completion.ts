import type { Provider } from '@fanlight/contract/providers'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { refuseRule, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import { inEqualTime } from './equal-time.ts'
import { issue, voidAll } from './one-time-tokens.ts'
import { changeUsername } from '../profile/profile.ts'
import * as store from '../store.ts'
import { recordAcceptance } from './terms.ts'

// An account created through another provider has no username yet, and perhaps no email address. It cannot be used until it has both.

export interface Completion {
  username?: string | undefined
  email?: string | undefined
}
const answerMs = 100

/** Adds what an account lacks. Whether an address has an account is disclosed by email only, so the response is the same. */
export const complete = (ctx: Context, viewer: SignedIn, form: Completion) =>
  inEqualTime(answerMs, () =>
    ctx.transaction(async (tx) => {
      const account = (await row(
        tx.db,
        sql<{ username: string | null; email: string | null; name: string }>`SELECT username, email::text AS email, name
          FROM accounts WHERE id = ${viewer.id} FOR UPDATE`,
      ))!
      // Sent twice, or from another tab: nothing is missing, nothing changes.
      if (account.username !== null && account.email !== null) return
      if (account.username === null) {
        if (form.username === undefined) refuseRule('username', 'USERNAME_MISSING')
        await changeUsername(tx, viewer.id, form.username)
      }
      if (account.email === null) {
        if (form.email === undefined) refuseRule('email', 'ADDRESS_MISSING')
        await giveFirstAddress(tx, viewer, account.name || (form.username ?? account.username ?? ''), form.email)
      }
      const version = tx.settings.get('termsVersion')
      await recordAcceptance(tx, viewer.id, { version, locale: viewer.locale, form: await beganWith(tx, viewer.id) })
    }),
  )

/** The provider through which the account was created. */
const beganWith = async (tx: Context, accountId: string): Promise<Provider> =>
  (await row(
    tx.db,
    sql<{ provider: Provider }>`SELECT provider FROM provider_identities WHERE account_id = ${accountId}
      ORDER BY linked_at, provider LIMIT 1`,
  ))!.provider

/**
 * Sets the first address of an account as at sign-up: at once if `requireEmailVerification` is off, or after the emailed link was
 * opened if it is on. If the address already has an account, its owner is notified of the attempt.
 */
async function giveFirstAddress(tx: Context, viewer: SignedIn, name: string, email: string): Promise<void> {
  const owner = await store.byLoginName(tx, email)
  if (owner) {
    if (!(await mailedEnough(tx, email, 'already_registered')))
      await mail(tx, { to: email, kind: 'already_registered', locale: owner.locale, values: { name: owner.name } })
    return
  }
  const isOwnAtOnce = !tx.settings.get('requireEmailVerification')
  if (isOwnAtOnce) refuseIf(!(await store.takeFirstEmail(tx, viewer.id, email)), 'CONFLICT')
  if (await mailedEnough(tx, email, 'verify_email')) return
  await voidAll(tx, 'verify_email', viewer.id)
  const { secret } = await issue(tx, 'verify_email', viewer.id, isOwnAtOnce ? {} : { detail: { email } })
  await mail(tx, { to: email, kind: 'verify_email', locale: viewer.locale, values: { name }, secret })
}
