import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'

// A post is published when all its files can be shown and its time has come: status, count, fact and fan-out in one transaction.

const batchMax = 200

/** Publishes what is due: everything, or only the posts named. Safe to run twice and on two machines. */
export async function publishDue(ctx: Context, only: readonly string[] | null = null): Promise<string[]> {
  const published: string[] = []
  for (;;) {
    const batch = await ctx.transaction((tx) => publishBatch(tx, only))
    published.push(...batch)
    if (batch.length < batchMax) return published
  }
}

async function publishBatch(tx: Context, only: readonly string[] | null): Promise<string[]> {
  const due = only === null ? sql`true` : sql`i.id = ANY(${only}::uuid[])`
  const found = await rows(
    tx.db,
    sql<{ id: string; performerId: string }>`WITH due AS (
        SELECT i.id FROM items i
          JOIN performers p ON p.account_id = i.performer_id AND p.verification_status = 'approved'
          JOIN accounts a ON a.id = i.performer_id AND a.status = 'active'
        WHERE i.kind = 'feed' AND i.status IN ('scheduled', 'processing') AND i.publish_at <= app_now() AND ${due}
          AND NOT EXISTS (SELECT FROM item_files x JOIN files f ON f.id = x.file_id
            WHERE x.item_id = i.id AND (NOT f.is_playable OR f.status IN ('blocked', 'deleted')))
        ORDER BY i.publish_at LIMIT ${batchMax} FOR UPDATE OF i SKIP LOCKED)
      UPDATE items SET status = 'published', published_at = app_now(), updated_at = app_now()
      FROM due WHERE items.id = due.id RETURNING items.id, items.performer_id AS "performerId"`,
  )
  if (found.length > 0) {
    const ids = found.map((one) => one.id)
    const performers = found.map((one) => one.performerId)
    await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta)
      SELECT 'performer', id, 'feeds', 1 FROM unnest(${performers}::uuid[]) AS p(id)`.execute(tx.db)
    await sql`UPDATE performers SET updated_at = app_now() WHERE account_id = ANY(${performers}::uuid[])`.execute(tx.db)
    await sql`INSERT INTO events (topic, payload) SELECT 'feed.published', jsonb_build_object('feedId', i.id, 'performerId', i.performer_id)
      FROM unnest(${ids}::uuid[], ${performers}::uuid[]) AS i(id, performer_id)`.execute(tx.db)
    await sql`SELECT enqueue_job('fanOutFeed', json_build_object('feedId', id), NULL, NULL, 8, 'fan-out:' || id) FROM unnest(${ids}::uuid[]) AS i(id)`.execute(
      tx.db,
    )
  }
  // What is due but waits for a file says so in the studio.
  await sql`UPDATE items i SET status = 'processing' WHERE i.kind = 'feed' AND i.status = 'scheduled' AND i.publish_at <= app_now() AND ${due}
    AND EXISTS (SELECT FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id AND NOT f.is_playable)`.execute(
    tx.db,
  )
  return found.map((one) => one.id)
}

const chunkMax = 10_000
const inboxJob = z.object({ feedId: z.uuid() })

/** Writes a published post into the inboxes of everybody who follows or subscribes, ten thousand at a time. */
export async function fanOut(ctx: Context, payload: unknown): Promise<void> {
  const { feedId } = inboxJob.parse(payload)
  const feed = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT performer_id AS "performerId" FROM items WHERE id = ${feedId} AND status = 'published'`,
  )
  if (!feed) return
  await forEachReaders(
    ctx,
    feed.performerId,
    sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id)
      SELECT c.reader, i.published_at, i.id, i.performer_id FROM chunk c, items i WHERE i.id = ${feedId} ON CONFLICT DO NOTHING`,
  )
  // Told only now: a page that asks again at once finds it.
  await publish(ctx, 'feed.arrived', { feedId, performerId: feed.performerId })
}

/** Takes a post that is gone out of the inboxes again. */
export async function withdraw(ctx: Context, payload: unknown): Promise<void> {
  const { feedId } = inboxJob.parse(payload)
  const feed = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT performer_id AS "performerId" FROM items WHERE id = ${feedId} AND status <> 'published' AND published_at IS NOT NULL`,
  )
  if (feed)
    await forEachReaders(
      ctx,
      feed.performerId,
      sql`DELETE FROM feed_inbox b USING chunk c, items i
      WHERE i.id = ${feedId} AND b.account_id = c.reader AND b.published_at = i.published_at AND b.item_id = i.id`,
    )
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Runs a statement for each chunk of those who follow or subscribe; it finds them in `chunk (reader)`. */
async function forEachReaders(ctx: Context, performerId: string, statement: RawBuilder<unknown>): Promise<void> {
  for (let after: { at: string; id: string } | undefined = { at: 'infinity', id: nobody }; after; )
    after = await lastOf(
      ctx,
      sql`SELECT follower_id AS reader, created_at AS at FROM follows WHERE performer_id = ${performerId}
        AND created_at <= ${after.at}::timestamptz AND (created_at < ${after.at}::timestamptz OR follower_id > ${after.id}::uuid)
      ORDER BY created_at DESC, follower_id LIMIT ${chunkMax}`,
      statement,
    )
  for (let after: { at: string; id: string } | undefined = { at: 'infinity', id: nobody }; after; )
    after = await lastOf(
      ctx,
      sql`SELECT DISTINCT fan_id AS reader, NULL::timestamptz AS at FROM subscriptions
      WHERE performer_id = ${performerId} AND access_until > app_now() AND fan_id > ${after.id}::uuid ORDER BY fan_id LIMIT ${chunkMax}`,
      statement,
    )
}

/** Works on one chunk; its last row where there may be another. */
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
