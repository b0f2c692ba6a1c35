import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { itemArrived } from './events.ts'

// Jobs add published items to the home feeds of followers and subscribers after the commit.

const chunkMax = 10_000

/** Adds a published item to the inboxes of all followers and subscribers, ten thousand at a time. */
export async function fanOut(ctx: Context, { itemId }: { itemId: string }): Promise<void> {
  const item = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT performer_id AS "performerId" FROM items WHERE id = ${itemId} AND status = 'published'`,
  )
  if (!item) return
  await forEachReader(
    ctx,
    item.performerId,
    sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
      SELECT c.reader, i.published_at, i.id, i.performer_id FROM chunk c, items i WHERE i.id = ${itemId} ON CONFLICT DO NOTHING`,
  )
  // Published last: a page that then reloads its home feed finds the item.
  await publish(ctx, itemArrived, { itemId, performerId: item.performerId })
}

/** Removes an item that is no longer published from the inboxes. */
export async function withdraw(ctx: Context, { itemId }: { itemId: string }): Promise<void> {
  const item = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT performer_id AS "performerId" FROM items WHERE id = ${itemId} AND status <> 'published' AND published_at IS NOT NULL`,
  )
  if (item)
    await forEachReader(
      ctx,
      item.performerId,
      sql`DELETE FROM feed_inbox b USING chunk c, items i
      WHERE i.id = ${itemId} AND b.account_id = c.reader AND b.published_at = i.published_at AND b.item_id = i.id`,
    )
}

const lowestId = '00000000-0000-0000-0000-000000000000'

/** Runs a statement for each chunk of followers and subscribers; it reads them from `chunk (reader)`. */
async function forEachReader(ctx: Context, performerId: string, statement: RawBuilder<unknown>): Promise<void> {
  for (let after: { at: string; id: string } | undefined = { at: 'infinity', id: lowestId }; after; )
    after = await lastOf(
      ctx,
      sql`SELECT follower_id AS reader, created_at AS at FROM follows WHERE performer_id = ${performerId}
        AND created_at <= ${after.at}::timestamptz AND (created_at < ${after.at}::timestamptz OR follower_id > ${after.id}::uuid)
      ORDER BY created_at DESC, follower_id LIMIT ${chunkMax}`,
      statement,
    )
  for (let after: { at: string; id: string } | undefined = { at: 'infinity', id: lowestId }; after; )
    after = await lastOf(
      ctx,
      sql`SELECT DISTINCT fan_id AS reader, NULL::timestamptz AS at FROM subscriptions
      WHERE performer_id = ${performerId} AND access_until > app_now() AND fan_id > ${after.id}::uuid ORDER BY fan_id LIMIT ${chunkMax}`,
      statement,
    )
}

/** Runs the statement for one chunk and returns its last row; undefined after the last chunk. */
async function lastOf(
  ctx: Context,
  chunk: RawBuilder<unknown>,
  statement: RawBuilder<unknown>,
): Promise<{ at: string; id: string } | undefined> {
  const last = await row(
    ctx.db,
    sql<{ at: string; id: string; n: bigint }>`WITH chunk AS MATERIALIZED (${chunk}), done AS (${statement})
      SELECT at::text AS at, reader AS id, (SELECT count(*) FROM chunk) AS n FROM chunk ORDER BY at, reader DESC LIMIT 1`,
  )
  return last && Number(last.n) === chunkMax ? last : undefined
}
