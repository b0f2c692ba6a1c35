import type { Provider } from '@fanlight/contract/providers'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuseRule, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { mail, mailedEnough } from '../mail/outbox.ts'
import { inEqualTime } from './equal-time.ts'
import { issue, voidAll } from './one-time-tokens.ts'
import { changeUsername } from './profile.ts'
import * as store from './store.ts'
import { recordAcceptance } from './terms.ts'

// An account that began with another company's word has no username yet, and perhaps no address. Until it has both it goes nowhere.

export interface Completion {
  username?: string | undefined
  email?: string | undefined
}
const answerMs = 100

/** Gives an account what it lacks. Whether an address has an account is told by mail alone, so the answer is the same. */
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

/** The company whose word the account began with. */
const beganWith = async (tx: Context, accountId: string): Promise<Provider> =>
  (await row(
    tx.db,
    sql<{ provider: Provider }>`SELECT provider FROM provider_identities WHERE account_id = ${accountId}
      ORDER BY linked_at, provider LIMIT 1`,
  ))!.provider

/**
 * The first address of an account: as at sign-up, its own at once while `requireEmailVerification` is off, and once the mailed link
 * was followed where it is on. The owner of an address that has an account is told that somebody tried.
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
