import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { JobTable } from '../../platform/queue.ts'
import { mail } from '../mail/outbox.ts'
import { cancelAndHold } from '../subscriptions/leaving.ts'
import { dayIn } from './day.ts'

const batchMax = 100

export const closingJobs: JobTable = {
  'tell-subscribers': (ctx, payload) =>
    tellSubscribers(ctx, z.object({ performerId: z.uuid() }).parse(payload).performerId),
}

/** Each subscriber is told once, and is charged no more. Cut short, it goes on where it was. */
export async function tellSubscribers(ctx: Context, performerId: string): Promise<void> {
  while (await ctx.transaction((tx) => tellSome(tx, performerId))) {
    // Another batch is waiting.
  }
}

interface Told {
  id: string
  email: string | null
  name: string
  locale: string | null
  timezone: string
}
async function tellSome(tx: Context, performerId: string): Promise<boolean> {
  // Whoever takes the closing back meanwhile waits, and nobody is told afterwards.
  const closing = await row(
    tx.db,
    sql<{
      name: string
      closesAt: Date
      after: string
    }>`SELECT a.name, c.closes_at AS "closesAt", c.told_through AS after
      FROM account_closings c JOIN accounts a ON a.id = c.account_id
      WHERE c.account_id = ${performerId} AND a.status = 'closing' FOR UPDATE OF c`,
  )
  if (!closing) return false
  const fans = await rows(
    tx.db,
    sql<Told>`SELECT s.id, a.email::text AS email, a.name, a.locale, a.timezone
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
    await sql`UPDATE account_closings SET told_through = ${last.id} WHERE account_id = ${performerId}`.execute(tx.db)
  return fans.length === batchMax
}
