import { type AuditEntry, audit, auditClock } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import * as lostFactors from '../../people/accounts/mfa/lost-factors.ts'
import { mailConfirmation as confirmationTo } from '../../people/accounts/auth/recovery.ts'
import * as sessions from '../../people/accounts/auth/sessions.ts'
import * as suspension from '../../people/accounts/suspension.ts'
import { goOnClosing, lock as lockAccount } from '../../leaving/closing/closing.ts'
import { dayIn, momentIn } from '../../site/mail/day.ts'
import { type EmailKind, emailText } from '../../site/mail/emails.ts'
import { mail } from '../../site/mail/outbox.ts'
import { closePage, openPage } from '../../money/subscriptions/page-closures.ts'
import { type Reached, reach, type Staff } from './scope.ts'

// Moderation actions on an account. Each locks the account, is logged with its reason and notified to its owner in one transaction.

const log = (tx: Context, { viewer, requestId }: Staff, id: string, entry: Omit<AuditEntry, 'target'>) =>
  audit(tx, viewer, requestId, { ...entry, target: { type: 'account', id } })

async function notifyAccount(
  tx: Context,
  to: Pick<Reached, 'email' | 'name' | 'locale'>,
  kind: EmailKind,
  more: { reason?: string; message?: string; on?: string } = {},
) {
  if (to.email) await mail(tx, { to: to.email, kind, locale: to.locale, values: { name: to.name, ...more } })
}

const yearsMax = 10
export const suspend = (ctx: Context, staff: Staff, id: string, reason: string, until: Date | null): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await reach(tx, staff, id)
    refuseIf(account.status === 'suspended', 'ALREADY_SUSPENDED')
    const now = tx.clock.now()
    if (until && (until <= now || until.getFullYear() > now.getFullYear() + yearsMax)) refuseRule('until', 'TIME_PAST')
    await suspension.suspend(tx, id, reason, until)
    if (account.role === 'performer') await closePage(tx, id)
    const after = { status: 'suspended', until: until?.toISOString() ?? null }
    await log(tx, staff, id, { action: 'account.suspended', reason, before: { status: account.status }, after })
    const text = emailText(account.locale ?? tx.settings.get('defaultLocale'))
    const message = until
      ? text('account_suspended.until', { on: momentIn(tx, account, until) })
      : text('account_suspended.open')
    await notifyAccount(tx, account, 'account_suspended', { reason, message })
  })

/** Restores the account's status from before its suspension, logs it and emails the owner. Does nothing if there is no suspension. */
async function reinstate(
  tx: Context,
  account: Pick<Reached, 'id' | 'email' | 'name' | 'locale' | 'timezone'>,
  write: (entry: Omit<AuditEntry, 'target'>) => Promise<unknown>,
  which?: { onlyRunOut: boolean },
): Promise<void> {
  const status = await suspension.liftSuspension(tx, account.id, which)
  if (!status) return
  await openPage(tx, account.id)
  const closesAt = await goOnClosing(tx, account.id)
  await write({ action: 'account.reinstated', before: { status: 'suspended' }, after: { status } })
  // The owner of an account that was already closing is notified of the closing date and that the closing can still be cancelled.
  if (closesAt) await notifyAccount(tx, account, 'reinstated_while_closing', { on: dayIn(tx, account, closesAt) })
  else await notifyAccount(tx, account, 'account_reinstated')
}

export const lift = (ctx: Context, staff: Staff, id: string, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await reach(tx, staff, id)
    refuseIf(account.status !== 'suspended', 'NOT_SUSPENDED')
    await reinstate(tx, account, (entry) => log(tx, staff, id, { ...entry, reason }))
  })

const batch = 100
/** Ends suspensions whose time is over, in the same way. A failure with one does not prevent the others. */
export async function endSuspensionsRunOut(ctx: Context): Promise<void> {
  let found: suspension.RunOut[] = []
  do {
    found = await suspension.runOut(ctx, batch, found.at(-1))
    for (const { id } of found)
      await ctx
        .transaction(async (tx) => {
          const account = { id, ...(await lockAccount(tx, id)) }
          const write = (entry: Omit<AuditEntry, 'target'>) =>
            auditClock(tx, { ...entry, target: { type: 'account', id } })
          // Suspended anew, or lifted, since it was found: then there is nothing to end.
          await reinstate(tx, account, write, { onlyRunOut: true })
        })
        .catch((error: unknown) =>
          ctx.log.error({ err: error, accountId: id }, 'a suspension could not be ended and is tried again'),
        )
  } while (found.length === batch)
}

export const endSessions = (ctx: Context, staff: Staff, id: string, reason: string): Promise<number> =>
  ctx.transaction(async (tx) => {
    const account = await reach(tx, staff, id)
    const ended = await sessions.end(tx, id, 'all', 'staff')
    await log(tx, staff, id, { action: 'account.sessions_ended', reason, after: { ended } })
    await notifyAccount(tx, account, 'signed_out_by_staff', { reason })
    return ended
  })

export const mailConfirmation = (ctx: Context, staff: Staff, id: string, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await reach(tx, staff, id)
    refuseIf(account.emailVerified || account.email === null, 'EMAIL_CONFIRMED')
    await confirmationTo(tx, id)
    await log(tx, staff, id, { action: 'account.confirmation_mailed', reason })
  })

/** Notes are stored in the log: they cannot be changed, and staff opinions on an account appear next to the actions taken. */
export const note = (ctx: Context, staff: Staff, id: string, text: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    refuseIf(!(await row(tx.db, sql`SELECT 1 FROM accounts WHERE id = ${id}`)), 'NOT_FOUND')
    await log(tx, staff, id, { action: 'account.noted', reason: text })
  })

export const requestFactorRemoval = (ctx: Context, staff: Staff, id: string, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await reach(tx, staff, id)
    await lostFactors.begin(tx, staff.viewer, id, reason)
    await log(tx, staff, id, { action: 'second_factor.removal_requested', reason })
  })
export const agreeToFactorRemoval = (ctx: Context, staff: Staff, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await reach(tx, staff, id)
    await lostFactors.agree(tx, staff.viewer, id)
    await log(tx, staff, id, { action: 'second_factor.removed' })
  })
export const withdrawFactorRemoval = (ctx: Context, staff: Staff, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await reach(tx, staff, id)
    await lostFactors.withdraw(tx, id)
    await log(tx, staff, id, { action: 'second_factor.removal_withdrawn' })
  })

interface PostalAddress {
  name: string
  lines: string[]
  country: string
  phone: string
}
/** Shown only after the access is logged. */
export const personalData = (ctx: Context, staff: Staff, id: string) =>
  ctx.transaction(async (tx) => {
    const account = await row(
      tx.db,
      sql<{ email: string | null }>`SELECT email::text AS email FROM accounts WHERE id = ${id}`,
    )
    if (!account) return refuse('NOT_FOUND')
    await log(tx, staff, id, { action: 'account.personal_data_viewed' })
    const addresses = await rows(
      tx.db,
      sql<PostalAddress>`SELECT name, array_remove(ARRAY[line1, line2, concat_ws(' ', nullif(postal_code, ''), city), state], '') AS lines, country, phone
        FROM addresses WHERE account_id = ${id} ORDER BY is_default DESC, created_at, id`,
    )
    return { email: account.email, addresses }
  })
