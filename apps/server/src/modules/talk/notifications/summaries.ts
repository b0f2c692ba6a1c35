import { notificationKindNames, notificationKinds } from '@fanlight/contract/notification-kinds'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { mail } from '../../site/mail/outbox.ts'
import { type Deliverable, type Reader, deliverable, mayEmail, sentence } from './delivery.ts'
import { settingsOf, wants } from './settings.ts'
import { unsubscribeToken } from './unsubscribing.ts'

const linesMax = 20
const batch = 100

/** One email a day with what is unread, for those who want it so. */
export async function sendSummaries(ctx: Context): Promise<void> {
  for (;;) {
    const due = await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT account_id AS id FROM notification_settings WHERE summary_due_at <= app_now() ORDER BY summary_due_at LIMIT ${batch}`,
    )
    for (const { id } of due) await sendSummary(ctx, id)
    if (due.length < batch) return
  }
}

const sendSummary = (ctx: Context, accountId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const due = await row(
      tx.db,
      sql`UPDATE notification_settings SET summary_due_at = app_now() + interval '1 day'
        WHERE account_id = ${accountId} AND summary_due_at <= app_now() RETURNING 1 AS due`,
    )
    const reader = await row(
      tx.db,
      sql<Reader>`SELECT id, email::text AS email, name, locale FROM accounts
        WHERE id = ${accountId} AND status IN ('active', 'suspended') AND email_verified_at IS NOT NULL`,
    )
    if (!due || !reader?.email) return
    const settings = await settingsOf(tx, accountId)
    const kinds = notificationKindNames.filter((kind) => {
      const { topic, email } = notificationKinds[kind]
      return email === 'notification' && wants(settings, topic, 'email')
    })
    const found = await rows(
      tx.db,
      sql<Deliverable>`${deliverable(sql`n.account_id = ${accountId} AND n.kind = ANY(${kinds}::text[]) AND n.emailed_at IS NULL`)}
        ORDER BY n.updated_at DESC, n.id DESC LIMIT ${linesMax}`,
    )
    const lines = found
      .filter(({ hasActors, actor }) => !hasActors || actor !== null)
      .map(({ kind, actor, hasOthers }) => sentence(tx, reader, kind, actor ?? '', hasOthers))
    await sql`UPDATE notifications SET emailed_at = app_now() WHERE account_id = ${accountId} AND emailed_at IS NULL AND read_at IS NULL`.execute(
      tx.db,
    )
    if (lines.length === 0 || !(await mayEmail(tx, accountId, notificationKinds[found[0]!.kind].topic))) return
    await mail(tx, {
      to: reader.email,
      kind: 'notification_summary',
      locale: reader.locale,
      values: { name: reader.name, items: lines },
      unsubscribe: unsubscribeToken(tx, accountId, 'all'),
    })
  })
