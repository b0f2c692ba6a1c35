import { closingDays } from '@fanlight/contract/closing'
import type { RawBuilder } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import * as emailChange from '../../people/accounts/profile/email-change.ts'
import { type StepUpInput, type StepUpSource, requireStepUp } from '../../people/accounts/auth/step-up.ts'
import * as sessions from '../../people/accounts/auth/sessions.ts'
import { statusSql } from '../../people/accounts/status.ts'
import { mail } from '../../site/mail/outbox.ts'
import { cancelAllOf } from '../../money/subscriptions/account-closing.ts'
import { dayIn } from '../../site/mail/day.ts'
import { accountClosing, accountClosingCancelled } from './events.ts'
import { notifySubscribersJob } from './jobs.ts'

// Leaving: the account is hidden at once, its subscriptions are cancelled, and for thirty days it can be taken back.

/** If it is requested twice, the first closing date remains. */
export async function startClosing(
  ctx: Context,
  viewer: SignedIn,
  { from, requestId }: { from: StepUpSource; requestId: string },
  stepUpInput: StepUpInput,
): Promise<void> {
  refuseIf(viewer.role === 'admin', 'STAFF_STAY')
  await requireStepUp(ctx, viewer, from, stepUpInput)
  await ctx.transaction(async (tx) => {
    const account = await lock(tx, viewer.id)
    if (account.status === 'closing') return
    if (account.status !== 'active' && account.status !== 'pending_email') refuse('CONFLICT')
    const made = await row(
      tx.db,
      sql<{ closesAt: Date }>`INSERT INTO account_closings (account_id, closes_at)
        VALUES (${viewer.id}, app_now() + make_interval(days => ${closingDays}))
        ON CONFLICT (account_id) DO UPDATE SET requested_at = app_now(), closes_at = EXCLUDED.closes_at, reminded_at = NULL, notified_through = DEFAULT
        RETURNING closes_at AS "closesAt"`,
    )
    const { closesAt } = made!
    await setStatus(tx, viewer.id, sql`'closing'`)
    await sessions.end(tx, viewer.id, { except: viewer.sessionId }, 'closing')
    await emailChange.drop(tx, viewer.id)
    await cancelAllOf(tx, viewer.id)
    if (viewer.role === 'performer') await notifySubscribersJob.enqueue(tx, { performerId: viewer.id })
    await audit(tx, viewer, requestId, {
      action: 'account.closing',
      target: { type: 'account', id: viewer.id },
      after: { closesAt },
    })
    await publish(tx, accountClosing, { accountId: viewer.id })
    if (account.email)
      await mail(tx, {
        to: account.email,
        kind: 'closing_started',
        locale: account.locale,
        values: { name: account.name, on: dayIn(tx, account, closesAt) },
      })
  })
}

/** Restores everything except cancelled subscriptions: nothing is charged again without a new request. */
export const cancelClosing = (ctx: Context, viewer: SignedIn, requestId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await lock(tx, viewer.id)
    // Requested once more, or never.
    if (account.status === 'active' || account.status === 'pending_email') return
    refuseIf(account.status !== 'closing', 'CONFLICT')
    await sql`DELETE FROM account_closings WHERE account_id = ${viewer.id}`.execute(tx.db)
    await setStatus(tx, viewer.id, sql`status_beneath(id)`)
    await audit(tx, viewer, requestId, {
      action: 'account.closing_cancelled',
      target: { type: 'account', id: viewer.id },
    })
    await publish(tx, accountClosingCancelled, { accountId: viewer.id })
    if (account.email)
      await mail(tx, {
        to: account.email,
        kind: 'closing_taken_back',
        locale: account.locale,
        values: { name: account.name },
      })
  })

const daysAfterSuspension = 3
/**
 * Resumes a closing that a suspension interrupted; its date remains. If the date has passed, it becomes three days from now, so that
 * its email and the chance to cancel come first. Subscribers not yet notified are notified. Returns the date if a closing resumes.
 */
export async function goOnClosing(tx: Context, accountId: string): Promise<Date | undefined> {
  const going = await row(
    tx.db,
    sql<{ isPerformer: boolean; closesAt: Date }>`UPDATE account_closings c SET
        closes_at = CASE WHEN closes_at <= app_now() THEN app_now() + make_interval(days => ${daysAfterSuspension}) ELSE closes_at END,
        reminded_at = CASE WHEN closes_at <= app_now() THEN NULL ELSE reminded_at END
      FROM accounts a WHERE a.id = c.account_id AND c.account_id = ${accountId} AND c.closed_at IS NULL
      RETURNING a.role = 'performer' AS "isPerformer", c.closes_at AS "closesAt"`,
  )
  if (going?.isPerformer) await notifySubscribersJob.enqueue(tx, { performerId: accountId })
  return going?.closesAt
}

export interface Leaving {
  status: string
  email: string | null
  name: string
  locale: string | null
  timezone: string
}
export const lock = async (tx: Context, id: string): Promise<Leaving> =>
  (await row(
    tx.db,
    sql<Leaving>`SELECT ${sql.raw(statusSql('accounts'))} AS status, email::text AS email, name, locale, timezone FROM accounts WHERE id = ${id} FOR NO KEY UPDATE`,
  ))!
const setStatus = (tx: Context, id: string, to: RawBuilder<unknown>) =>
  sql`UPDATE accounts SET status = ${to}, status_reason = NULL, status_until = NULL, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

export interface WhatThereIs {
  closesAt: Date | null
  balance: bigint
  subscriptions: number
  purchases: number
  subscribers: number
  posts: number
  soldPosts: number
  pending: bigint
  available: bigint
}
/** What closing would end, so that the page can show it before. */
export const closingEffects = async (ctx: Context, id: string): Promise<WhatThereIs> =>
  (await row(
    ctx.db,
    sql<WhatThereIs>`SELECT
      (SELECT closes_at FROM account_closings c JOIN accounts a ON a.id = c.account_id WHERE a.id = ${id} AND a.status = 'closing') AS "closesAt",
      ledger_balance_of('fan_wallet', ${id}, 'TOK') AS balance,
      (SELECT count(*)::int FROM subscriptions WHERE fan_id = ${id} AND access_until > app_now()) AS subscriptions,
      (SELECT count(*)::int FROM purchases WHERE account_id = ${id} AND revoked_at IS NULL) AS purchases,
      (SELECT count(*)::int FROM subscriptions WHERE performer_id = ${id} AND access_until > app_now()) AS subscribers,
      (SELECT count(*)::int FROM items WHERE performer_id = ${id} AND status = 'published') AS posts,
      (SELECT count(DISTINCT object_id)::int FROM purchases WHERE performer_id = ${id} AND revoked_at IS NULL) AS "soldPosts",
      ledger_balance_of('performer_pending', ${id}, 'TOK') AS pending,
      ledger_balance_of('performer_available', ${id}, 'TOK') AS available`,
  ))!
