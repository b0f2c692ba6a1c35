import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

/**
 * Gives a published item to all who have bought something else, such as the replay of a show to those who have a ticket. It is theirs by the same charge:
 * once that goes back, `revokePurchases` takes both. Doing it again gives it to those who have bought meanwhile.
 */
export const grantAlong = (tx: Context, { soldId, itemId }: { soldId: string; itemId: string }) =>
  sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    SELECT u.account_id, i.kind, i.id, i.performer_id, u.charge_id, app_now()
    FROM items i JOIN purchases u ON u.object_id = ${soldId} AND u.revoked_at IS NULL AND u.performer_id = i.performer_id
    WHERE i.id = ${itemId} AND i.status = 'published' FOR SHARE OF u
    ON CONFLICT (account_id, object_id) WHERE revoked_at IS NULL DO NOTHING`.execute(tx.db)

/** Whether a purchase came along with another one, which alone was paid for. Of a purchase `u` and its charge `c`, as SQL. */
export const isAlongSql = (u: string, c: string): string => `(${c}.type = 'stream' AND ${u}.object_type <> 'stream')`
