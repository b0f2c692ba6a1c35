import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { JobTable } from '../../platform/queue.ts'
import { mail } from '../mail/outbox.ts'
import { cancelAndHold } from '../subscriptions/account-closing.ts'
import { dayIn } from '../mail/day.ts'

const batchMax = 100

export const closingJobs: JobTable = {
  'notify-subscribers': (ctx, payload) =>
    notifySubscribers(ctx, z.object({ performerId: z.uuid() }).parse(payload).performerId),
}

/** Notifies each subscriber once and ends their charges. After an interruption, it continues where it stopped. */
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
      closesAt: Date
      after: string
    }>`SELECT a.name, c.closes_at AS "closesAt", c.notified_through AS after
      FROM account_closings c JOIN accounts a ON a.id = c.account_id
      WHERE c.account_id = ${performerId} AND a.status = 'closing' FOR UPDATE OF c`,
  )
  if (!closing) return false
  const fans = await rows(
    tx.db,
    sql<Notification>`SELECT s.id, a.email::text AS email, a.name, a.locale, a.timezone
      FROM subscriptions s JOIN accounts a ON a.id = s.fan_id
      WHERE s.performer_id = ${performerId} AND s.access_until > app_now() AND s.id > ${closing.after}
      ORDER BY s.id LIMIT ${batchMax}`,
  )
  for (const fan of fans) {
    await cancelAndHold(tx, fan.id)
    if (fan.email)
      await mail(tx, {
        to: fan.email,
        kind: 'creator_closing',
        locale: fan.locale,
        values: { name: fan.name, creator: closing.name, on: dayIn(tx, fan, closing.closesAt) },
      })
  }
  const last = fans.at(-1)
  if (last)
    await sql`UPDATE account_closings SET notified_through = ${last.id} WHERE account_id = ${performerId}`.execute(
      tx.db,
    )
  return fans.length === batchMax
}
