import type { Context } from '../../../platform/context.ts'
import { auditClock } from '../../../platform/audit.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { deleteReplies } from '../../../platform/once.ts'
import { addressesThoughtOf } from '../../people/accounts/profile/email-change.ts'
import { erasePerson } from '../../people/accounts/erasure.ts'
import { deleteEntriesOf } from '../../staff/audit/chain-writer.ts'
import { deleteAddresses } from '../../shop/addresses/address-book.ts'
import { cancelPayoutsOf } from '../../money/payouts/request.ts'
import { deletePayoutDetails } from '../../money/payout-details/save-details.ts'
import { deleteBlocks } from '../../people/blocks/blocking.ts'
import { deleteImages } from '../../content/comments/commenting.ts'
import { discardAllOf } from '../../live/recordings/deciding.ts'
import { revokeAllOf } from '../../live/room-feed/keys.ts'
import { deleteGroupMessages } from '../../live/shows/group-chat.ts'
import { deleteVotes } from '../../live/polls/polling.ts'
import { deleteSchedule } from '../../live/schedule/planning.ts'
import { deleteStreams } from '../../live/streams/streaming.ts'
import { cancelShowsOf } from '../../live/tickets/planning.ts'
import { deleteMessageFiles } from '../../talk/conversations/deleting.ts'
import { deleteExports } from '../exports/withdrawal.ts'
import { deleteAllItems } from '../../content/items/delete-item.ts'
import { deleteSpending } from '../../people/audience/spending.ts'
import { deleteListsOf } from '../../people/fan-lists/lists.ts'
import { deleteNotes } from '../../people/fan-notes/notes.ts'
import { unfollowAll } from '../../people/follows/following.ts'
import { deleteMailsTo, deleteSentMails, mail } from '../../site/mail/outbox.ts'
import { releaseFiles } from '../../media/vault/deletion.ts'
import { deleteCards } from '../../money/payments/cards.ts'
import { deleteBookmarks } from '../../content/reactions/reacting.ts'
import { deletePositions } from '../../content/videos/positions.ts'
import { deleteNotInterested } from '../../people/not-interested/account-closing.ts'
import { deleteAllOf as deleteNotifications } from '../../talk/notifications/upkeep.ts'
import { cancelOrdersOf } from '../../shop/orders/cancelling.ts'
import { eraseAddresses } from '../../shop/orders/settling.ts'
import { deleteParticipants, eraseParticipantsOf } from '../../content/participants/retention.ts'
import { eraseNames } from '../../staff/reports/upkeep.ts'
import { endAllOf } from '../../money/subscriptions/account-closing.ts'
import { deleteDocuments, wasEverApproved } from '../../people/verifications/retention.ts'
import { dayIn } from '../../site/mail/day.ts'
import { lock } from './closing.ts'
import { accountClosed } from './events.ts'

const batchMax = 50
const reminderDays = 3
/** The last email has to know its address; a day after it was sent, nothing does. */
const daysAfterLastEmail = 1
/** Documents that verified a creator's age are retained this long after closing, encrypted, as record-keeping laws require. */
const documentsYears = 5

/** Everything about leaving that runs on a clock. */
export async function carryOutClosings(ctx: Context): Promise<void> {
  await remind(ctx)
  await closeDue(ctx)
  await deleteSentMails(ctx, 'account_closed', daysAfterLastEmail)
  await pruneOldDocuments(ctx)
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

/** Erases the personal data, all of it or none. Postings, charges and what others bought remain, under an anonymous id. */
const close = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const account = await lock(tx, id)
    const due = await row(
      tx.db,
      sql`SELECT FROM account_closings WHERE account_id = ${id} AND closed_at IS NULL AND closes_at <= app_now()`,
    )
    if (account.status !== 'closing' || !due) return
    // Before anything of its earnings changes: it locks the creator, then their earnings.
    await cancelPayoutsOf(tx, id)
    await endAllOf(tx, id)
    await cancelOrdersOf(tx, id)
    await deleteAllItems(tx, id)
    await unfollowAll(tx, id)
    await deleteBookmarks(tx, id)
    await deletePositions(tx, id)
    await deleteNotInterested(tx, id)
    await deleteImages(tx, id)
    await deleteMessageFiles(tx, id)
    await deleteBlocks(tx, id)
    await deleteAddresses(tx, id)
    await eraseAddresses(tx, id)
    await deleteCards(tx, id)
    await deletePayoutDetails(tx, id)
    await releaseFiles(tx, id)
    if (!(await wasEverApproved(tx, id))) await deleteDocuments(tx, id)
    await eraseParticipantsOf(tx, id)
    await eraseNames(tx, id)
    await deleteListsOf(tx, id)
    await cancelShowsOf(tx, id)
    await discardAllOf(tx, id)
    await revokeAllOf(tx, id)
    await deleteVotes(tx, id)
    await deleteGroupMessages(tx, id)
    await deleteSchedule(tx, id)
    await deleteStreams(tx, id)
    await deleteNotes(tx, id)
    await deleteSpending(tx, id)
    await deleteReplies(tx, id)
    await deleteExports(tx, id)
    await deleteNotifications(tx, id)
    await deleteMailsTo(tx, [...(account.email ? [account.email] : []), ...(await addressesThoughtOf(tx, id))])
    await erasePerson(tx, id)
    await sql`UPDATE account_closings SET closed_at = app_now() WHERE account_id = ${id}`.execute(tx.db)
    await auditClock(tx, { action: 'account.closed', target: { type: 'account', id } })
    await deleteEntriesOf(tx, id)
    await publish(tx, accountClosed, { accountId: id })
    if (account.email)
      await mail(tx, {
        to: account.email,
        kind: 'account_closed',
        locale: account.locale,
        values: { name: account.name, reference: id },
      })
  })

async function pruneOldDocuments(ctx: Context): Promise<void> {
  const old = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT account_id AS id FROM account_closings
      WHERE closed_at < app_now() - make_interval(years => ${documentsYears})
        AND (EXISTS (SELECT FROM verifications v WHERE v.performer_id = account_id)
          OR EXISTS (SELECT FROM participants p WHERE p.performer_id = account_id)) LIMIT ${batchMax}`,
  )
  for (const { id } of old)
    await ctx.transaction(async (tx) => {
      await deleteDocuments(tx, id)
      await deleteParticipants(tx, id)
    })
}
