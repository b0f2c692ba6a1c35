import { nearestLocale } from '@fanlight/contract/locales'
import type { Context } from '../../platform/context.ts'
import { refuseField } from '../../platform/refusal.ts'
import { mail, mailedEnough } from '../mail/outbox.ts'
import { inEqualTime } from './equal-time.ts'
import { requireFreeUsername, requirePlainName, usernameProblem } from './look-alikes.ts'
import { issue } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword } from './password-hash.ts'
import { checkStrength } from './password-rules.ts'
import * as store from './store.ts'
import { recordAcceptance } from './terms.ts'

export interface SignUp extends GivenPassword {
  name: string
  username: string
  email: string
  locale?: string | undefined
  /** The device's; what scheduled times are written in until somebody chooses another. */
  timezone?: string | undefined
}
const answerMs = 250

/** Makes a fan's account, or tells the owner of the address by mail that somebody tried; the answer is the same. */
export const registerUser = (ctx: Context, form: SignUp, spokenLocale: string) =>
  inEqualTime(answerMs, async () => {
    await checkNewAccount(ctx, form)
    const passwordHash = await hashPassword(form)
    await ctx.transaction((tx) => openAccount(tx, { ...form, role: 'user', passwordHash }, spokenLocale))
    return signedUp(ctx)
  })

export const signedUp = (ctx: Context) => ({
  success: true as const,
  emailVerificationRequired: ctx.settings.get('requireEmailVerification'),
})

/** What the form can be told at once. That a username is taken can't be hidden; that an address is, can. */
export async function checkNewAccount(ctx: Context, form: SignUp): Promise<void> {
  const problem = await usernameProblem(ctx, form.username)
  if (problem) refuseField(problem, 'username')
  requirePlainName(ctx, form.name)
  await checkStrength(ctx, form)
}

type Opening = SignUp & { role: 'user' | 'performer'; passwordHash: string; country?: string }
/** The new account's id; undefined where the address has one, whose owner is then told. */
export async function openAccount(tx: Context, opening: Opening, spokenLocale: string): Promise<string | undefined> {
  const locale = (opening.locale && nearestLocale(opening.locale, tx.settings.get('supportedLocales'))) || spokenLocale
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
    const { secret } = await issue(tx, 'verify_email', id)
    await mail(tx, { to: email, kind: 'verify_email', locale, values: { name }, secret })
    return id
  }
  const owner = (await store.byLoginName(tx, email))!
  if (!(await mailedEnough(tx, owner.email!, 'already_registered')))
    await mail(tx, { to: owner.email!, kind: 'already_registered', locale: owner.locale, values: { name: owner.name } })
  return undefined
}
