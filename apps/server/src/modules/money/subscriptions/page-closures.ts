import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { dayIn } from '../../site/mail/day.ts'
import { mail } from '../../site/mail/outbox.ts'
import { daysUntilEnded, endIfStillClosed, type Person, person } from './ended-early.ts'
import { extendAfterClosedPageJob, notifyOfClosedPageJob } from './jobs.ts'
import { lockSubscription } from './lock.ts'

// A creator's page may be closed for a time: their account is suspended, or their verification revoked. Subscribers are sent an email at once,
// no period is renewed meanwhile, and each is longer by the time that was lost if the page opens within some days. Otherwise they end.

const batchMax = 100

/** The page closes. The caller closes it in the same transaction. A second reason while it is closed begins nothing anew. */
export async function closePage(tx: Context, performerId: string): Promise<void> {
  const closed = await row(
    tx.db,
    sql<{ id: string }>`INSERT INTO page_closures (performer_id) VALUES (${performerId})
      ON CONFLICT (performer_id) WHERE ended_at IS NULL DO NOTHING RETURNING id::text`,
  )
  if (!closed) return
  await endIfStillClosed(tx, performerId)
  await notifyOfClosedPageJob.enqueue(tx, { closureId: closed.id })
}

/** The page may be open again: does nothing where it is not closed, or another reason still closes it. */
export async function openPage(tx: Context, performerId: string): Promise<void> {
  const opened = await row(
    tx.db,
    sql<{ id: string }>`UPDATE page_closures SET ended_at = app_now(), notified_through = DEFAULT
      WHERE performer_id = ${performerId} AND ended_at IS NULL AND NOT (SELECT performer_is_closed(a.status, p.verification_status)
        FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = ${performerId}) RETURNING id::text`,
  )
  if (opened) await extendAfterClosedPageJob.enqueue(tx, { closureId: opened.id })
}

/** Opens the pages that something else opened, such as a closing of the account that was taken back. */
export async function openPages(ctx: Context): Promise<void> {
  const found = await rows(
    ctx.db,
    sql<{ performerId: string }>`SELECT c.performer_id AS "performerId" FROM page_closures c
      JOIN accounts a ON a.id = c.performer_id JOIN performers p ON p.account_id = a.id
      WHERE c.ended_at IS NULL AND NOT performer_is_closed(a.status, p.verification_status) LIMIT ${batchMax}`,
  )
  for (const { performerId } of found) await ctx.transaction((tx) => openPage(tx, performerId))
}

/** Whether periods of this creator wait. */
export const isPaused = async (ctx: Context, performerId: string): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM page_closures WHERE performer_id = ${performerId} LIMIT 1`)) !==
  undefined

export const pageClosureJobs: JobHandler[] = [
  handle(notifyOfClosedPageJob, (ctx, { closureId }) => inBatches(ctx, closureId, notifyBatch)),
  handle(extendAfterClosedPageJob, (ctx, { closureId }) => inBatches(ctx, closureId, extendBatch)),
]

interface Closure {
  id: string
  performerId: string
  since: Date
  endedAt: Date | null
  after: string
  creator: string
}
interface Subscriber extends Person {
  subscriptionId: string
  timezone: string
}
type Batch = (tx: Context, closure: Closure, subscribers: Subscriber[]) => Promise<void>

/** After an interruption it continues where it stopped: who was reached is written with what was done. */
async function inBatches(ctx: Context, closureId: string, act: Batch): Promise<void> {
  const next = () =>
    ctx.transaction(async (tx) => {
      const closure = await row(
        tx.db,
        sql<Closure>`SELECT c.id::text, c.performer_id AS "performerId", c.since, c.ended_at AS "endedAt", c.notified_through AS after, a.name AS creator
          FROM page_closures c JOIN accounts a ON a.id = c.performer_id WHERE c.id = ${closureId} FOR UPDATE OF c`,
      )
      // Opened meanwhile, there is nothing to say of its closing.
      if (!closure || (closure.endedAt === null) !== (act === notifyBatch)) return false
      // Those whose period had not ended when it closed, even where it has ended since.
      const found = await rows(
        tx.db,
        sql<Subscriber>`SELECT s.id AS "subscriptionId", ${person}, a.timezone FROM subscriptions s JOIN accounts a ON a.id = s.fan_id
          WHERE s.performer_id = ${closure.performerId} AND s.id > ${closure.after} AND s.status IN ('active', 'trialing')
            AND s.current_period_end > ${closure.since} AND s.created_at <= ${closure.since} ORDER BY s.id LIMIT ${batchMax + 1}`,
      )
      const batch = found.slice(0, batchMax)
      await act(tx, closure, batch)
      const isLast = found.length <= batchMax
      if (isLast && act === extendBatch) await sql`DELETE FROM page_closures WHERE id = ${closureId}`.execute(tx.db)
      else if (batch.length > 0)
        await sql`UPDATE page_closures SET notified_through = ${batch.at(-1)!.subscriptionId} WHERE id = ${closureId}`.execute(
          tx.db,
        )
      return !isLast
    })
  while (await next()) {
    // Another batch is waiting.
  }
}

async function notifyBatch(tx: Context, { since, creator }: Closure, subscribers: Subscriber[]): Promise<void> {
  const ends = new Date(since.getTime() + daysUntilEnded * 86_400_000)
  for (const fan of subscribers) await notify(tx, 'creator_paused', creator, fan, ends)
}

/** The new period is counted from its new end: a month after it, whatever day that is. */
async function extendBatch(
  tx: Context,
  { since, endedAt, creator }: Closure,
  subscribers: Subscriber[],
): Promise<void> {
  for (const fan of subscribers) {
    if (!(await lockSubscription(tx, fan.subscriptionId))) continue
    const extended = await row(
      tx.db,
      sql<{ end: Date }>`UPDATE subscriptions
        SET current_period_end = current_period_end + lost.time, access_until = access_until + lost.time,
          anchor_at = current_period_end + lost.time, anchor_periods = 0, updated_at = app_now()
        FROM (SELECT ${endedAt}::timestamptz - ${since}::timestamptz AS time) lost
        WHERE id = ${fan.subscriptionId} AND status IN ('active', 'trialing') RETURNING current_period_end AS "end"`,
    )
    if (!extended) continue
    await notify(tx, 'creator_back', creator, fan, extended.end)
  }
}

async function notify(
  tx: Context,
  kind: 'creator_paused' | 'creator_back',
  creator: string,
  fan: Subscriber,
  on: Date,
): Promise<void> {
  if (!fan.email) return
  await mail(tx, {
    to: fan.email,
    kind,
    locale: fan.locale,
    values: { name: fan.name, creator, on: dayIn(tx, fan, on) },
  })
}
