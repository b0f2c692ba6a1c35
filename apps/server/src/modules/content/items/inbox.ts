import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { homeFeedKinds } from './kinds.ts'

/** How far back a new follow or subscription fills the home feed. */
export const backfillMax = 50

/** Adds a performer's latest items to a user's home feed; for a new follow or subscription, in its transaction. */
export const fillInbox = (tx: Context, accountId: string, performerId: string) =>
  sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
    SELECT ${accountId}, published_at, id, performer_id FROM items
    WHERE performer_id = ${performerId} AND kind = ANY(${homeFeedKinds}) AND status = 'published' ORDER BY published_at DESC, id DESC LIMIT ${backfillMax}
    ON CONFLICT DO NOTHING`.execute(tx.db)

/** Removes a performer from a user's home feed, unless a follow or an active subscription still includes them. */
export const emptyInbox = (tx: Context, accountId: string, performerId: string) =>
  sql`DELETE FROM feed_inbox WHERE account_id = ${accountId} AND performer_id = ${performerId}
    AND NOT EXISTS (SELECT FROM follows WHERE follower_id = ${accountId} AND performer_id = ${performerId})
    AND NOT EXISTS (SELECT FROM subscriptions WHERE fan_id = ${accountId} AND performer_id = ${performerId} AND access_until > app_now())`.execute(
    tx.db,
  )

export const deleteInbox = (tx: Context, accountId: string) =>
  sql`DELETE FROM feed_inbox WHERE account_id = ${accountId}`.execute(tx.db)
