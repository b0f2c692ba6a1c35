import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { postDays } from './store.ts'

const retentionDays = 90
const batch = 5_000
/** Notifications are stored for ninety days, what was read of items for as long as these are listed. */
export async function prune(ctx: Context): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`DELETE FROM notifications WHERE id IN (SELECT id FROM notifications
      WHERE updated_at < app_now() - make_interval(days => ${retentionDays}) ORDER BY updated_at LIMIT ${batch})`.execute(
      ctx.db,
    )
    if (numAffectedRows !== BigInt(batch)) break
  }
  for (;;) {
    const { numAffectedRows } =
      await sql`DELETE FROM notification_post_reads WHERE (account_id, item_id) IN (SELECT account_id, item_id
      FROM notification_post_reads WHERE created_at < app_now() - make_interval(days => ${2 * postDays}) ORDER BY created_at LIMIT ${batch})`.execute(
        ctx.db,
      )
    if (numAffectedRows !== BigInt(batch)) break
  }
}

/** Of an account that is closed. */
export async function deleteAllOf(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM notifications WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM notification_post_reads WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM push_subscriptions WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM notification_settings WHERE account_id = ${accountId}`.execute(tx.db)
}
