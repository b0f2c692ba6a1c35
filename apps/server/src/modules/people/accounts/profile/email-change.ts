import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import type { Context } from '../../../../platform/context.ts'
import { constraintOf, row, rows, sql } from '../../../../platform/db/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { assert, refuse, refuseField, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { mail, mailedEnough } from '../../../site/mail/outbox.ts'
import { inEqualTime } from '../auth/equal-time.ts'
import { deleteDevices } from '../auth/login-attempts.ts'
import { issue, voidAll } from '../auth/one-time-tokens.ts'
import { type StepUpInput, type StepUpSource, requireStepUp } from '../auth/step-up.ts'
import * as sessions from '../auth/sessions.ts'
import * as store from '../store.ts'

// An account's address changes after both the present and the new address have confirmed it. Whether the new address has an account is
// disclosed only to its owner, by email. No confirmation is required from an unverified address: it may contain a typing error.

const answerMs = 250

export const requestChange = (
  ctx: Context,
  viewer: SignedIn,
  from: StepUpSource,
  { email, ...stepUpInput }: StepUpInput & { email: string },
): Promise<void> =>
  inEqualTime(answerMs, async () => {
    const account = await requireStepUp(ctx, viewer, from, stepUpInput)
    if (account.email === null) refuseField('EMAIL_MISSING', 'email')
    if (account.email.toLowerCase() === email.toLowerCase()) refuseField('EMAIL_UNCHANGED', 'email')
    await ctx.transaction((tx) => begin(tx, viewer, email))
  })

async function begin(tx: Context, viewer: SignedIn, newEmail: string): Promise<void> {
  // Of two concurrent requests, the later one takes effect.
  const account = await lockAccount(tx, viewer.id)
  if (!account || account.email === null) refuse('CONFLICT')
  refuseIf(await mailedEnough(tx, account.email, 'email_change_requested'), 'TOO_MANY_REQUESTS', { retryAfter: 3600 })
  await drop(tx, viewer.id)
  const [presentSecret, newOne] = [newSecret(), newSecret()]
  await sql`INSERT INTO email_changes (account_id, session_id, present_email, new_email, present_hash, new_hash, present_confirmed_at, expires_at)
    VALUES (${viewer.id}, ${viewer.sessionId}, ${account.email}, ${newEmail}, ${sha256(presentSecret)}, ${sha256(newOne)},
      ${account.emailVerified ? null : sql`app_now()`}, app_now() + make_interval(mins => ${mailedLinkMinutes}))`.execute(
    tx.db,
  )
  const { name, locale } = account
  if (account.emailVerified)
    await mail(tx, {
      to: account.email,
      kind: 'email_change_requested',
      locale,
      values: { name, email: newEmail },
      secret: presentSecret,
    })
  const owner = await store.byLoginName(tx, newEmail)
  // As many emails to a stranger's address as strangers may make us write, and the same work whether or not it has an account.
  if (owner) {
    if (!(await mailedEnough(tx, newEmail, 'email_change_taken')))
      await mail(tx, {
        to: owner.email!,
        kind: 'email_change_taken',
        locale: owner.locale,
        values: { name: owner.name },
      })
  } else if (!(await mailedEnough(tx, newEmail, 'email_change_confirm')))
    await mail(tx, { to: newEmail, kind: 'email_change_confirm', locale, values: { name: '' }, secret: newOne })
}

export interface Pending {
  email: string
  presentConfirmed: boolean
  newConfirmed: boolean
  expiresAt: Date
}
export const pending = (ctx: Context, accountId: string): Promise<Pending | undefined> =>
  row(
    ctx.db,
    sql<Pending>`SELECT new_email::text AS email, present_confirmed_at IS NOT NULL AS "presentConfirmed",
        new_confirmed_at IS NOT NULL AS "newConfirmed", expires_at AS "expiresAt"
      FROM email_changes WHERE account_id = ${accountId} AND status = 'open' AND expires_at > app_now()`,
  )

/** Its links are invalid from now on. */
export const drop = (tx: Context, accountId: string) =>
  sql`UPDATE email_changes SET status = 'replaced' WHERE account_id = ${accountId} AND status = 'open'`.execute(tx.db)

interface Change {
  id: string
  accountId: string
  sessionId: string
  presentEmail: string
  newEmail: string
  isPresent: boolean
  presentConfirmed: boolean
  newConfirmed: boolean
}
/** The open change that a link belongs to, with its account locked: links of one change are processed one after another. */
async function changeOf(tx: Context, token: string): Promise<Change | undefined> {
  const hash = sha256(token)
  const found = await row(
    tx.db,
    sql<{ id: string }>`SELECT account_id AS id FROM email_changes WHERE present_hash = ${hash} OR new_hash = ${hash}`,
  )
  const account = found && (await lockAccount(tx, found.id))
  if (!account) return undefined
  return row(
    tx.db,
    sql<Change>`SELECT id, account_id AS "accountId", session_id AS "sessionId", present_email::text AS "presentEmail",
        new_email::text AS "newEmail", present_hash = ${hash} AS "isPresent",
        present_confirmed_at IS NOT NULL AS "presentConfirmed", new_confirmed_at IS NOT NULL AS "newConfirmed"
      FROM email_changes WHERE (present_hash = ${hash} OR new_hash = ${hash}) AND status = 'open' AND expires_at > app_now()
        AND present_email = ${account.email}::text::citext`,
  )
}

/** Confirms one address. True if it was the second, and the address of the account was changed. */
export const confirm = (ctx: Context, token: string): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const change = await changeOf(tx, token)
    if (!change || (change.isPresent ? change.presentConfirmed : change.newConfirmed)) refuse('TOKEN_SPENT')
    const isSecond = change.isPresent ? change.newConfirmed : change.presentConfirmed
    // The user of this link can read the new address's email, now or a moment ago, so the conflict may be disclosed to them.
    if (!change.isPresent && (await store.byLoginName(tx, change.newEmail))) refuse('EMAIL_TAKEN')
    await sql`UPDATE email_changes SET
        present_confirmed_at = CASE WHEN ${change.isPresent} THEN app_now() ELSE present_confirmed_at END,
        new_confirmed_at = CASE WHEN ${change.isPresent} THEN new_confirmed_at ELSE app_now() END,
        status = CASE WHEN ${isSecond} THEN 'done' ELSE 'open' END
      WHERE id = ${change.id}`.execute(tx.db)
    if (isSecond) await move(tx, change)
    return isSecond
  })

async function move(tx: Context, { accountId, sessionId, presentEmail, newEmail }: Change): Promise<void> {
  try {
    await sql`UPDATE accounts SET email = ${newEmail}, email_verified_at = app_now(), updated_at = app_now(),
      status = CASE WHEN status = 'pending_email' THEN 'active' ELSE status END WHERE id = ${accountId}`.execute(tx.db)
  } catch (error) {
    if (constraintOf(error) === 'accounts_email_key') refuse('EMAIL_TAKEN')
    throw error
  }
  // What was mailed to the old address opens nothing any more.
  for (const purpose of ['reset_password', 'verify_email', 'log_in', 'second_factor', 'confirm'] as const)
    await voidAll(tx, purpose, accountId)
  await sessions.end(tx, accountId, { except: sessionId }, 'email')
  const account = await store.byId(tx, accountId)
  assert(account, `account ${accountId} exists`)
  const { name, locale } = account
  for (const to of [presentEmail, newEmail])
    await mail(tx, { to, kind: 'email_changed', locale, values: { name, email: newEmail } })
}

/** “This wasn’t me”: nothing changes, all sessions end, and a new password can be set. */
export const stop = (ctx: Context, token: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const change = await changeOf(tx, token)
    if (!change?.isPresent) refuse('TOKEN_SPENT')
    await sql`UPDATE email_changes SET status = 'refused' WHERE id = ${change.id}`.execute(tx.db)
    await sessions.end(tx, change.accountId, 'all', 'email')
    await deleteDevices(tx, change.accountId)
    for (const purpose of ['reset_password', 'log_in', 'second_factor'] as const)
      await voidAll(tx, purpose, change.accountId)
    const account = await store.byId(tx, change.accountId)
    assert(account, `account ${change.accountId} exists`)
    const { secret } = await issue(tx, 'reset_password', change.accountId)
    await mail(tx, {
      to: change.presentEmail,
      kind: 'reset_password',
      locale: account.locale,
      values: { name: account.name },
      secret,
    })
  })

const lockAccount = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<{
      email: string | null
      emailVerified: boolean
      name: string
      locale: string | null
    }>`SELECT email::text AS email,
        email_verified_at IS NOT NULL AS "emailVerified", name, locale
      FROM accounts WHERE id = ${id} AND status IN ('active', 'pending_email') FOR UPDATE`,
  )

/** What an account had, or wanted, as its address within a month. */
export const addressesThoughtOf = async (tx: Context, accountId: string): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{
        email: string
      }>`SELECT unnest(ARRAY[present_email, new_email])::text AS email FROM email_changes WHERE account_id = ${accountId}`,
    )
  ).map((row) => row.email)

/** Deletes address changes after a month, for privacy: they contain addresses that users only considered. */
export async function pruneOldEmailChanges(ctx: Context): Promise<void> {
  await sql`DELETE FROM email_changes WHERE created_at < app_now() - interval '30 days'`.execute(ctx.db)
}
