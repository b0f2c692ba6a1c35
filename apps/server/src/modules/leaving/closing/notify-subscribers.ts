import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { mail } from '../../site/mail/outbox.ts'
import { amountIn } from '../../site/mail/token-amount.ts'
import { endForClosedPage, mailTotal } from '../../money/subscriptions/ended-early.ts'
import { emailText } from '../../site/mail/emails.ts'
import { dayIn } from '../../site/mail/day.ts'
import { notifySubscribersJob } from './jobs.ts'

const batchMax = 100

export const closingJobs: JobHandler[] = [
  handle(notifySubscribersJob, (ctx, { performerId }) => notifySubscribers(ctx, performerId)),
]

/** Notifies each subscriber once, ends their subscriptions and returns the days they can't use. After an interruption, it continues where it stopped. */
export async function notifySubscribers(ctx: Context, performerId: string): Promise<void> {
  while (await ctx.transaction((tx) => notifyBatch(tx, performerId))) {
    // Another batch is waiting.
  }
}

interface Notification {
  id: string
  email: string | null
  name: string
  locale: string | null
  timezone: string
}
async function notifyBatch(tx: Context, performerId: string): Promise<boolean> {
  // A concurrent cancellation of the closing waits for this lock, and no one is notified after it.
  const closing = await row(
    tx.db,
    sql<{
      name: string
      email: string | null
      locale: string | null
      closesAt: Date
      since: Date
      after: string
    }>`SELECT a.name, a.email::text AS email, a.locale, c.closes_at AS "closesAt", c.requested_at AS since, c.notified_through AS after
      FROM account_closings c JOIN accounts a ON a.id = c.account_id
      WHERE c.account_id = ${performerId} AND a.status = 'closing' FOR UPDATE OF c`,
  )
  if (!closing) return false
  const fans = await rows(
    tx.db,
    sql<Notification>`SELECT s.id, a.email::text AS email, a.name, a.locale, a.timezone
      FROM subscriptions s JOIN accounts a ON a.id = s.fan_id
      WHERE s.performer_id = ${performerId} AND s.access_until > app_now() AND s.id > ${closing.after}
      ORDER BY s.id LIMIT ${batchMax + 1}`,
  )
  const batch = fans.slice(0, batchMax)
  for (const fan of batch) {
    const tokens = await endForClosedPage(tx, fan.id, closing.since)
    if (fan.email)
      await mail(tx, {
        to: fan.email,
        kind: 'creator_closing',
        locale: fan.locale,
        values: {
          name: fan.name,
          creator: closing.name,
          on: dayIn(tx, fan, closing.closesAt),
          lines: tokens > 0n ? [textFor(tx, fan)('unused_returned.fan', { amount: amountIn(tx, fan, tokens) })] : [],
        },
      })
  }
  const last = batch.at(-1)
  if (last)
    await sql`UPDATE account_closings SET notified_through = ${last.id} WHERE account_id = ${performerId}`.execute(
      tx.db,
    )
  const isLast = fans.length <= batchMax
  if (isLast && last) await mailTotal(tx, closing, performerId, closing.since)
  return !isLast
}

const textFor = (tx: Context, { locale }: Pick<Notification, 'locale'>) =>
  emailText(locale ?? tx.settings.get('defaultLocale'))
