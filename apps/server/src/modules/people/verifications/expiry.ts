import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import * as accounts from '../accounts/performers.ts'
import { mail } from '../../site/mail/outbox.ts'
import { performerDocumentsExpired, performerExpired } from './events.ts'

// Documents expire. Their owner is notified a month and a week before; on the day payouts stop, and everything that was published stays.
// A creator without new documents a month later is no longer approved and can't publish until new ones are approved.

// The later email first: a creator who is found late gets only that one.
const remindersBefore = [7, 30] as const
export const graceDays = 30
const batchMax = 200

interface Due {
  verificationId: string
  performerId: string
  expiresOn: string
}
// The valid verification is the newest approved one; a renewal in progress does not change that.
const expiringDocuments = sql`verification_documents d JOIN verifications v ON v.id = d.verification_id
  JOIN performers p ON p.account_id = v.performer_id AND p.verification_status = 'approved'
  WHERE v.id = (SELECT n.id FROM verifications n WHERE n.performer_id = v.performer_id
      AND EXISTS (SELECT FROM verification_documents a WHERE a.verification_id = n.id AND a.status IN ('approved', 'expired'))
    ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
  AND NOT EXISTS (SELECT FROM verification_documents r WHERE r.verification_id = d.verification_id AND r.kind = d.kind
    AND r.status = 'approved' AND (r.created_at, r.id) > (d.created_at, d.id))`

/** Everything that a day brings: emails, documents that run out today, approvals that run out a month later. May run twice, or late. */
export async function watchDocuments(ctx: Context): Promise<void> {
  for (const days of remindersBefore) await remind(ctx, days)
  await expireDocuments(ctx)
  await expireVerifications(ctx)
}

/** One email a verification and step. */
const remind = (ctx: Context, days: number) =>
  inBatches(ctx, async (tx) => {
    const due = await grouped(
      tx,
      sql<Due>`UPDATE verification_documents SET reminded_days = ${days} WHERE id IN (SELECT d.id FROM ${expiringDocuments}
          AND d.status = 'approved' AND d.expires_on <= (app_now() + make_interval(days => ${days}))::date AND d.expires_on > app_now()::date
          AND coalesce(d.reminded_days, 366) > ${days} LIMIT ${batchMax} FOR UPDATE OF d SKIP LOCKED)
        RETURNING verification_id AS "verificationId", expires_on AS "expiresOn",
          (SELECT performer_id FROM verifications WHERE id = verification_id) AS "performerId"`,
    )
    for (const document of due) await write(tx, document, 'verification_expiring')
    return due.length
  })

const expireDocuments = (ctx: Context) =>
  inBatches(ctx, async (tx) => {
    const due = await grouped(
      tx,
      sql<Due>`UPDATE verification_documents SET status = 'expired', reminded_days = 0 WHERE id IN (SELECT d.id FROM ${expiringDocuments}
          AND d.status = 'approved' AND d.expires_on <= app_now()::date LIMIT ${batchMax} FOR UPDATE OF d SKIP LOCKED)
        RETURNING verification_id AS "verificationId", expires_on AS "expiresOn",
          (SELECT performer_id FROM verifications WHERE id = verification_id) AS "performerId"`,
    )
    for (const document of due) {
      await publish(tx, performerDocumentsExpired, {
        performerId: document.performerId,
        verificationId: document.verificationId,
      })
      await write(tx, document, 'verification_documents_expired')
    }
    return due.length
  })

const expireVerifications = (ctx: Context) =>
  inBatches(ctx, async (tx) => {
    const due = await rows(
      tx.db,
      sql<Due>`SELECT DISTINCT v.id AS "verificationId", v.performer_id AS "performerId", d.expires_on AS "expiresOn" FROM ${expiringDocuments}
          AND d.status = 'expired' AND d.expires_on <= (app_now() - make_interval(days => ${graceDays}))::date
          AND NOT EXISTS (SELECT FROM verifications w WHERE w.performer_id = v.performer_id AND w.status IN ('submitted', 'in_review'))
        LIMIT ${batchMax}`,
    )
    for (const { verificationId, performerId } of due) {
      await sql`UPDATE verifications SET status = 'expired', updated_at = app_now() WHERE id = ${verificationId}
        AND status IN ('approved', 'more_info')`.execute(tx.db)
      await sql`UPDATE performers SET verification_status = 'expired', updated_at = app_now() WHERE account_id = ${performerId}
        AND verification_status = 'approved'`.execute(tx.db)
      await publish(tx, performerExpired, { performerId, verificationId })
    }
    return due.length
  })

/** A front and a back that expire together result in one notification. */
async function grouped(tx: Context, query: ReturnType<typeof sql<Due>>): Promise<Due[]> {
  const found = await rows(tx.db, query)
  return [...new Map(found.map((entry) => [entry.verificationId, entry])).values()]
}

async function write(
  tx: Context,
  { performerId, expiresOn }: Due,
  kind: 'verification_expiring' | 'verification_documents_expired',
): Promise<void> {
  const to = await accounts.addressee(tx, performerId)
  if (to.email)
    await mail(tx, {
      to: to.email,
      kind,
      locale: to.locale,
      values: { name: to.name, on: written(expiresOn, to.locale) },
    })
}

const written = (day: string, locale: string | null): string =>
  new Intl.DateTimeFormat(locale ?? 'en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

async function inBatches(ctx: Context, work: (tx: Context) => Promise<number>): Promise<void> {
  while ((await ctx.transaction(work)) > 0);
}
