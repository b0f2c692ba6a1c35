import type { Context } from '../../../../platform/context.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { withdrawExports } from '../../../leaving/exports/withdrawal.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import * as emailChange from '../profile/email-change.ts'
import { inEqualTime } from './equal-time.ts'
import { clearLoginAttempts, deleteDevices } from './login-attempts.ts'
import { issue, peek, spend, voidAll, latestDetail } from './one-time-tokens.ts'
import { type GivenPassword, hashPassword } from './password-hash.ts'
import { checkStrength } from './password-rules.ts'
import { type StepUpInput, type StepUpSource, requireStepUp } from './step-up.ts'
import * as sessions from './sessions.ts'
import * as store from '../store.ts'

// Email confirmation and password reset. A request without a session gets the same response after the same time, whether or not the account exists.

const answerMs = 60

/** Mails a link to choose a new password, if there is such an account. */
export const forgot = (ctx: Context, email: string) =>
  inEqualTime(answerMs, () =>
    ctx.transaction(async (tx) => {
      const account = await store.byLoginName(tx, email)
      if (!account || (await mailedEnough(tx, account.email!, 'reset_password'))) return
      await mailLink(tx, 'reset_password', account)
    }),
  )

/** Sets the password with the token of the emailed link, and ends all sessions that were opened with the old password. */
export async function reset(ctx: Context, form: GivenPassword & { token: string }): Promise<void> {
  const found = await peek(ctx, 'reset_password', form.token)
  if (!found) refuse('TOKEN_SPENT')
  await checkStrength(ctx, form, (await store.byId(ctx, found.accountId))?.username)
  const passwordHash = await hashPassword(form)
  await ctx.transaction(async (tx) => {
    const spent = await spend(tx, 'reset_password', form.token)
    if (!spent) refuse('TOKEN_SPENT')
    await store.setPasswordHash(tx, spent.accountId, passwordHash)
    await store.confirmEmail(tx, spent.accountId)
    await voidAll(tx, 'reset_password', spent.accountId)
    await voidAll(tx, 'log_in', spent.accountId)
    await voidAll(tx, 'second_factor', spent.accountId)
    await deleteDevices(tx, spent.accountId)
    await clearLoginAttempts(tx, spent.accountId)
    await emailChange.drop(tx, spent.accountId)
    await withdrawExports(tx, spent.accountId)
    await sessions.end(tx, spent.accountId, 'all', 'password')
    await sendPasswordChanged(tx, spent.accountId)
  })
}

/** Sends the link that confirms an address again, if there is anything to confirm. */
export const requestConfirmation = (ctx: Context, email: string) =>
  inEqualTime(answerMs, () =>
    ctx.transaction(async (tx) => {
      const account = await store.byLoginName(tx, email)
      if (!account) return
      const { emailVerified } = await store.me(tx, account.id)
      if (emailVerified || (await mailedEnough(tx, account.email!, 'verify_email'))) return
      await mailLink(tx, 'verify_email', account)
    }),
  )

/** Confirms an address. Returns the page that was wanted when the account was made, or ''. */
export const confirm = (ctx: Context, token: string): Promise<string> =>
  ctx.transaction(async (tx) => {
    const spent = await spend(tx, 'verify_email', token)
    if (!spent) refuse('TOKEN_SPENT')
    // If the site requires it, an account's first address is confirmed here.
    const { email } = spent.detail
    if (typeof email === 'string') refuseIf(!(await store.takeFirstEmail(tx, spent.accountId, email)), 'EMAIL_TAKEN')
    await store.confirmEmail(tx, spent.accountId)
    await voidAll(tx, 'verify_email', spent.accountId)
    const { redirect } = spent.detail
    return typeof redirect === 'string' ? redirect : ''
  })

/** Changes one's own password, or gives the account its first. Other devices are signed out. */
export async function changePassword(
  ctx: Context,
  viewer: SignedIn,
  from: StepUpSource,
  form: GivenPassword & StepUpInput,
): Promise<void> {
  const account = await requireStepUp(ctx, viewer, from, form)
  await checkStrength(ctx, form, viewer.username)
  const passwordHash = await hashPassword(form)
  await ctx.transaction(async (tx) => {
    // Two concurrent changes: the second one verified a password that has been replaced since.
    refuseIf(!(await store.setPasswordHash(tx, viewer.id, passwordHash, account.passwordHash)), 'CONFLICT')
    await voidAll(tx, 'reset_password', viewer.id)
    await voidAll(tx, 'second_factor', viewer.id)
    await emailChange.drop(tx, viewer.id)
    await withdrawExports(tx, viewer.id)
    await sessions.end(tx, viewer.id, { except: viewer.sessionId }, 'password')
    await sendPasswordChanged(tx, viewer.id)
  })
}

async function sendPasswordChanged(tx: Context, accountId: string): Promise<void> {
  const account = (await store.byId(tx, accountId))!
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: 'password_changed',
      locale: account.locale,
      values: { name: account.name },
    })
}

/** The same for staff, at the request of the account's owner. */
export async function mailConfirmation(tx: Context, accountId: string): Promise<void> {
  const account = (await store.byId(tx, accountId))!
  refuseIf(await mailedEnough(tx, account.email!, 'verify_email'), 'TOO_MANY_REQUESTS', { retryAfter: 3600 })
  await voidAll(tx, 'verify_email', accountId)
  await mailLink(tx, 'verify_email', account)
}

/** A link that works once, to the address of the account. */
async function mailLink(
  tx: Context,
  kind: 'reset_password' | 'verify_email',
  account: { id: string; email: string | null; name: string; locale: string | null },
): Promise<void> {
  // A link that is sent again leads where the first one does.
  const { redirect } = kind === 'verify_email' ? await latestDetail(tx, kind, account.id) : {}
  const { secret } = await issue(tx, kind, account.id, redirect === undefined ? {} : { detail: { redirect } })
  await mail(tx, { to: account.email!, kind, locale: account.locale, values: { name: account.name }, secret })
}
