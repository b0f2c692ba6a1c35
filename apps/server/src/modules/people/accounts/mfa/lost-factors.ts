import { auditClock, auditCommand } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { constraintOf, row, rows, sql } from '../../../../platform/db/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import type { SignedIn } from '../../../../platform/viewer.ts'
import { mail } from '../../../site/mail/outbox.ts'
import * as authenticator from './authenticator-app.ts'
import { deleteDevices } from '../auth/login-attempts.ts'
import { methodsOf } from '../auth/complete-sign-in.ts'
import { voidAll } from '../auth/one-time-tokens.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as sessions from '../auth/sessions.ts'
import * as store from '../store.ts'

// Users who lost their phone and recovery codes contact support. One staff member alone can't remove a second factor: either another
// agrees, or a day passes in which an email to the account's address could have stopped it.

const waitHours = 24

/** Starts a removal, with the account locked. Without a mailbox to notify, and for staff, the waiting period is not sufficient. */
export async function begin(tx: Context, staff: SignedIn, accountId: string, reason: string): Promise<void> {
  refuseIf((await methodsOf(tx, accountId)).length === 0, 'SECOND_FACTOR_MISSING')
  const account = (await store.byId(tx, accountId))!
  const mailbox = account.role === 'admin' ? null : account.email
  const secret = newSecret()
  try {
    await sql`INSERT INTO second_factor_removals (account_id, requested_by, reason, due_at, stop_hash)
      VALUES (${accountId}, ${staff.id}, ${reason}, ${mailbox === null ? null : sql`app_now() + make_interval(hours => ${waitHours}::int)`},
        ${mailbox === null ? null : sha256(secret)})`.execute(tx.db)
  } catch (error) {
    if (constraintOf(error) === 'second_factor_removals_one_open') refuse('FACTOR_REMOVAL_OPEN')
    throw error
  }
  if (mailbox === null) return
  await mail(tx, {
    to: mailbox,
    kind: 'second_factor_removal_requested',
    locale: account.locale,
    values: { name: account.name },
    secret,
  })
}

interface Removal {
  id: string
  accountId: string
  requestedBy: string
}
const open = (tx: Context, accountId: string) =>
  row(
    tx.db,
    sql<Removal>`SELECT id, account_id AS "accountId", requested_by AS "requestedBy" FROM second_factor_removals
      WHERE account_id = ${accountId} AND status = 'open' FOR UPDATE`,
  )
const end = (tx: Context, id: string, status: 'done' | 'withdrawn' | 'stopped') =>
  sql`UPDATE second_factor_removals SET status = ${status}, ended_at = app_now() WHERE id = ${id}`.execute(tx.db)

/** The second of two members of staff agrees. */
export async function agree(tx: Context, staff: SignedIn, accountId: string): Promise<void> {
  const removal = (await open(tx, accountId)) ?? refuse('NO_FACTOR_REMOVAL')
  refuseIf(removal.requestedBy === staff.id, 'ANOTHER_MUST_AGREE')
  await carryOut(tx, removal)
}

export async function withdraw(tx: Context, accountId: string): Promise<void> {
  const removal = (await open(tx, accountId)) ?? refuse('NO_FACTOR_REMOVAL')
  await end(tx, removal.id, 'withdrawn')
}

/** “This wasn’t me”, from the email. */
export const stop = (ctx: Context, token: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const stopped = await row(
      tx.db,
      sql<{ accountId: string }>`UPDATE second_factor_removals SET status = 'stopped', ended_at = app_now()
        WHERE stop_hash = ${sha256(token)} AND status = 'open' RETURNING account_id AS "accountId"`,
    )
    if (!stopped) refuse('TOKEN_SPENT')
    await auditCommand(tx, 'the link mailed to the account', {
      action: 'second_factor.removal_stopped',
      target: { type: 'account', id: stopped.accountId },
    })
  })

const batchMax = 50
/** Removals whose waiting period is over. The requester must still be active staff; otherwise another staff member reviews it. */
export async function removeDueFactors(ctx: Context): Promise<void> {
  const due = await rows(
    ctx.db,
    sql<{
      accountId: string
    }>`SELECT r.account_id AS "accountId" FROM second_factor_removals r JOIN accounts s ON s.id = r.requested_by
      WHERE r.status = 'open' AND r.due_at <= app_now() AND s.role = 'admin' AND s.status = 'active' ORDER BY r.due_at LIMIT ${batchMax}`,
  )
  for (const { accountId } of due)
    await ctx.transaction(async (tx) => {
      await store.lock(tx, accountId)
      const removal = await open(tx, accountId)
      if (!removal) return
      await carryOut(tx, removal)
      await auditClock(tx, { action: 'second_factor.removed', target: { type: 'account', id: accountId } })
    })
}

async function carryOut(tx: Context, { id, accountId }: Removal): Promise<void> {
  await end(tx, id, 'done')
  await authenticator.remove(tx, accountId)
  await sql`DELETE FROM passkeys WHERE account_id = ${accountId}`.execute(tx.db)
  await recoveryCodes.removeAll(tx, accountId)
  await voidAll(tx, 'second_factor', accountId)
  await deleteDevices(tx, accountId)
  // The person who is signed in with the lost phone is so no longer.
  await sessions.end(tx, accountId, 'all', 'security')
  const account = (await store.byId(tx, accountId))!
  if (account.email)
    await mail(tx, {
      to: account.email,
      kind: 'second_factor_removed',
      locale: account.locale,
      values: { name: account.name },
    })
}

export interface OpenRemoval {
  reason: string
  requestedBy: string
  requestedById: string
  requestedAt: Date
  dueAt: Date | null
}
export const openRemoval = (ctx: Context, accountId: string): Promise<OpenRemoval | undefined> =>
  row(
    ctx.db,
    sql<OpenRemoval>`SELECT r.reason, s.name AS "requestedBy", r.requested_by AS "requestedById", r.requested_at AS "requestedAt", r.due_at AS "dueAt"
      FROM second_factor_removals r JOIN accounts s ON s.id = r.requested_by WHERE r.account_id = ${accountId} AND r.status = 'open'`,
  )
