import { nearestLocale } from '@fanlight/contract/locales'
import type { Context } from '../../../../platform/context.ts'
import { refuseField } from '../../../../platform/refusal.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import { isOwnPath } from './complete-sign-in.ts'
import { inEqualTime } from './equal-time.ts'
import { requireFreeUsername, requirePlainName, usernameProblem } from '../profile/confusables.ts'
import { issue } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword } from './password-hash.ts'
import { checkStrength } from './password-rules.ts'
import * as store from '../store.ts'
import { recordAcceptance } from './terms.ts'

export interface SignUp extends GivenPassword {
  name: string
  username: string
  email: string
  locale?: string | undefined
  /** The time zone of the device; scheduled times are displayed in it until the user selects another. */
  timezone?: string | undefined
  /** The page that was wanted: the link that confirms the address leads back to it. */
  redirect?: string | undefined
}
const answerMs = 250

/** Creates a fan account, or notifies the owner of the address by email of the attempt; the response is the same. */
export const registerUser = (ctx: Context, form: SignUp, preferredLocale: string) =>
  inEqualTime(answerMs, async () => {
    await checkNewAccount(ctx, form)
    const passwordHash = await hashPassword(form)
    await ctx.transaction((tx) => openAccount(tx, { ...form, role: 'user', passwordHash }, preferredLocale))
    return signedUp(ctx)
  })

export const signedUp = (ctx: Context) => ({
  success: true as const,
  emailVerificationRequired: ctx.settings.get('requireEmailVerification'),
})

/** Errors that the form may show at once. A taken username can't be hidden; a taken address can. */
export async function checkNewAccount(ctx: Context, form: SignUp): Promise<void> {
  const problem = await usernameProblem(ctx, form.username)
  if (problem) refuseField(problem, 'username')
  requirePlainName(ctx, form.name)
  await checkStrength(ctx, form, form.username)
}

type Opening = SignUp & { role: 'user' | 'performer'; passwordHash: string; country?: string }
/** The new account's id; undefined if the address already has an account, whose owner is then notified. */
export async function openAccount(tx: Context, opening: Opening, preferredLocale: string): Promise<string | undefined> {
  const locale =
    (opening.locale && nearestLocale(opening.locale, tx.settings.get('supportedLocales'))) || preferredLocale
  const status = tx.settings.get('requireEmailVerification') ? 'pending_email' : 'active'
  const { role, name, username, email, passwordHash, country, timezone } = opening
  await requireFreeUsername(tx, username)
  const id = await store.insertAccount(tx, {
    role,
    name,
    username,
    email,
    passwordHash,
    status,
    locale,
    timezone,
    ...(country && { country }),
  })
  if (id) {
    const form = role === 'user' ? 'fan' : 'creator'
    await recordAcceptance(tx, id, { version: tx.settings.get('termsVersion'), locale, form })
    const detail = opening.redirect && isOwnPath(opening.redirect) ? { redirect: opening.redirect } : {}
    const { secret } = await issue(tx, 'verify_email', id, { detail })
    await mail(tx, { to: email, kind: 'verify_email', locale, values: { name }, secret })
    return id
  }
  const owner = (await store.byLoginName(tx, email))!
  if (!(await mailedEnough(tx, owner.email!, 'already_registered')))
    await mail(tx, { to: owner.email!, kind: 'already_registered', locale: owner.locale, values: { name: owner.name } })
  return undefined
}
