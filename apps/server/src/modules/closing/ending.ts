import type { Context } from '../../platform/context.ts'
import { auditClock } from '../../platform/audit.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { forgetReplies } from '../../platform/once.ts'
import { addressesThoughtOf } from '../accounts/email-change.ts'
import { erasePerson } from '../accounts/erasure.ts'
import { forgetEntriesOf } from '../audit/sealing.ts'
import { forgetAddresses } from '../addresses/keeping.ts'
import { forgetPayoutDetails } from '../banking/saving.ts'
import { forgetBlocks } from '../blocks/blocking.ts'
import { forgetPictures } from '../comments/commenting.ts'
import { forgetExports } from '../exports/withdrawal.ts'
import { withdrawAll } from '../feeds/studio.ts'
import { unfollowAll } from '../follows/following.ts'
import { forgetMailsTo, mail } from '../mail/outbox.ts'
import { forgetFileNames } from '../media/deletion.ts'
import { forgetCards } from '../payments/cards.ts'
import { forgetBookmarks } from '../reactions/reacting.ts'
import { endAllOf } from '../subscriptions/leaving.ts'
import { forgetPapers, wasEverApproved } from '../verifications/retention.ts'
import { dayIn } from './day.ts'
import { lock } from './closing.ts'

const batchMax = 50
const reminderDays = 3
/** Papers that proved a creator's age are kept this long after they left, sealed, as record-keeping laws ask. */
const papersYears = 5

/** Everything about leaving that runs on a clock. */
export async function carryOutClosings(ctx: Context): Promise<void> {
  await remind(ctx)
  await closeDue(ctx)
  await forgetLetters(ctx)
  await forgetOldPapers(ctx)
}

async function remind(ctx: Context): Promise<void> {
  const due = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT c.account_id AS id FROM account_closings c JOIN accounts a ON a.id = c.account_id AND a.status = 'closing'
      WHERE c.closed_at IS NULL AND c.reminded_at IS NULL AND c.closes_at BETWEEN app_now() AND app_now() + make_interval(days => ${reminderDays})
      LIMIT ${batchMax}`,
  )
  for (const { id } of due)
    await ctx.transaction(async (tx) => {
      const account = await lock(tx, id)
      if (account.status !== 'closing') return
      const noted = await row(
        tx.db,
        sql<{ closesAt: Date }>`UPDATE account_closings SET reminded_at = app_now()
          WHERE account_id = ${id} AND reminded_at IS NULL RETURNING closes_at AS "closesAt"`,
      )
      if (!noted || !account.email) return
      const values = { name: account.name, on: dayIn(tx, account, noted.closesAt) }
      await mail(tx, { to: account.email, kind: 'closing_soon', locale: account.locale, values })
    })
}

async function closeDue(ctx: Context): Promise<void> {
  const due = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT c.account_id AS id FROM account_closings c JOIN accounts a ON a.id = c.account_id AND a.status = 'closing'
      WHERE c.closed_at IS NULL AND c.closes_at <= app_now() ORDER BY c.closes_at LIMIT ${batchMax}`,
  )
  for (const { id } of due)
    await close(ctx, id).catch((error: unknown) =>
      ctx.log.error({ err: error, accountId: id }, 'an account could not be closed and is tried again'),
    )
}

/** Erases the person, whole or not at all. Postings, charges and what others bought stay, under an id that names nobody. */
const close = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await lock(tx, id)
    const due = await row(
      tx.db,
      sql`SELECT FROM account_closings WHERE account_id = ${id} AND closed_at IS NULL AND closes_at <= app_now()`,
    )
    if (account.status !== 'closing' || !due) return
    await endAllOf(tx, id)
    await withdrawAll(tx, id)
    await unfollowAll(tx, id)
    await forgetBookmarks(tx, id)
    await forgetPictures(tx, id)
    await forgetBlocks(tx, id)
    await forgetAddresses(tx, id)
    await forgetCards(tx, id)
    await forgetPayoutDetails(tx, id)
    await forgetFileNames(tx, id)
    if (!(await wasEverApproved(tx, id))) await forgetPapers(tx, id)
    await forgetReplies(tx, id)
    await forgetExports(tx, id)
    await forgetMailsTo(tx, [...(account.email ? [account.email] : []), ...(await addressesThoughtOf(tx, id))])
    await erasePerson(tx, id)
    await sql`UPDATE account_closings SET closed_at = app_now() WHERE account_id = ${id}`.execute(tx.db)
    await auditClock(tx, { action: 'account.closed', target: { type: 'account', id } })
    await forgetEntriesOf(tx, id)
    await publish(tx, 'account.closed', { accountId: id })
    if (account.email)
      await mail(tx, {
        to: account.email,
        kind: 'account_closed',
        locale: account.locale,
        values: { name: account.name, reference: id },
      })
  })

/** The last letter has to know where it goes; a day after it went, nothing does. */
const forgetLetters = (ctx: Context) =>
  sql`DELETE FROM mails WHERE kind = 'account_closed' AND status <> 'queued' AND created_at < app_now() - interval '1 day'`.execute(
    ctx.db,
  )

async function forgetOldPapers(ctx: Context): Promise<void> {
  const old = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT account_id AS id FROM account_closings
      WHERE closed_at < app_now() - make_interval(years => ${papersYears})
        AND EXISTS (SELECT FROM verifications v WHERE v.performer_id = account_id) LIMIT ${batchMax}`,
  )
  for (const { id } of old) await ctx.transaction((tx) => forgetPapers(tx, id))
}
