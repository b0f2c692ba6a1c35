import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { publishAll } from '../../../platform/events/events.ts'
import { count } from '../counters/roll-up.ts'
import { lockVerified } from '../participants/of-items.ts'
import { markUpdated } from '../../people/performers/updated.ts'
import { itemKinds, type KindName, kindNames } from './kinds.ts'
import { publishedCount } from './withdrawing.ts'
import { itemPublished } from './events.ts'
import { fanOutItemJob } from './jobs.ts'

// An item is published when all its files can be shown, everyone it names has consented, and its time has come: status, count, event and fan-out in one transaction.

const batchMax = 200

/** Publishes what is due: everything, or only the items named. Safe to run twice and on two machines. */
export async function publishDue(ctx: Context, only: readonly string[] | null = null): Promise<string[]> {
  const published: string[] = []
  for (;;) {
    const batch = await ctx.transaction((tx) => publishBatch(tx, only))
    published.push(...batch)
    if (batch.length < batchMax) return published
  }
}

async function publishBatch(tx: Context, only: readonly string[] | null): Promise<string[]> {
  const due = sql`i.kind = ANY(${kindNames}) AND i.publish_at <= app_now() AND ${only === null ? sql`true` : sql`i.id = ANY(${only}::uuid[])`}`
  const verified = await lockVerified(tx, due)
  const usable = sql`NOT EXISTS (SELECT FROM item_files x JOIN files f ON f.id = x.file_id
    WHERE x.item_id = i.id AND (NOT f.is_playable OR f.status IN ('blocked', 'deleted')))`
  const locked = await rows(
    tx.db,
    sql<{ id: string }>`SELECT i.id FROM items i
        JOIN performers p ON p.account_id = i.performer_id AND p.verification_status = 'approved'
        JOIN accounts a ON a.id = i.performer_id AND a.status = 'active'
      WHERE i.status IN ('scheduled', 'processing') AND ${due} AND ${usable}
        AND NOT EXISTS (SELECT FROM item_participants n WHERE n.item_id = i.id AND n.participant_id <> ALL(${verified}::uuid[]))
      ORDER BY i.publish_at LIMIT ${batchMax} FOR UPDATE OF i SKIP LOCKED`,
  )
  // Its files are read once more behind the lock: a withdrawal of consent that ended meanwhile has blocked them.
  const found = await rows(
    tx.db,
    sql<{ id: string; kind: KindName; performerId: string; files: number }>`UPDATE items i
      SET status = 'published', published_at = coalesce(published_at, app_now()), updated_at = app_now()
      WHERE i.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${usable}
      RETURNING i.id, i.kind, i.performer_id AS "performerId",
        (SELECT count(*)::int FROM item_files x WHERE x.item_id = i.id AND x.role = 'main') AS files`,
  )
  const ids = found.map(({ id }) => id)
  if (found.length > 0) {
    await count(
      tx,
      found.map((item) => publishedCount(item, 1)),
    )
    await markUpdated(
      tx,
      found.map(({ performerId }) => performerId),
    )
    await publishAll(
      tx,
      itemPublished,
      found.map(({ id, kind, performerId }) => ({ itemId: id, kind, performerId })),
    )
    await fanOutItemJob.enqueueAll(
      tx,
      found
        .filter(({ kind }) => itemKinds[kind].inHomeFeed)
        .map(({ id }) => ({ payload: { itemId: id }, key: `fan-out:${id}` })),
    )
  }
  // The studio shows that an item is due but one of its files is still being processed, or a consent is missing.
  await sql`UPDATE items i SET status = 'processing' WHERE i.status = 'scheduled' AND ${due}
    AND (EXISTS (SELECT FROM item_files x JOIN files f ON f.id = x.file_id WHERE x.item_id = i.id AND (NOT f.is_playable OR f.status = 'blocked'))
      OR EXISTS (SELECT FROM item_participants n WHERE n.item_id = i.id AND n.participant_id <> ALL(${verified}::uuid[])))`.execute(
    tx.db,
  )
  return ids
}
