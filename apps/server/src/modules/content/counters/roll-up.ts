import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

// Counts are appended as deltas, separate from the rows they count, so that no request waits for a shared row. Once a second they are
// added up: deltas are deleted and totals updated in one transaction, so that a count is neither lost nor added twice.

export interface Delta {
  subject: 'performer' | 'item' | 'comment' | 'poll_option' | 'photo'
  id: string
  counter: string
  by: number
}

/** Appends counts, in the transaction of what they count. */
export async function count(tx: Context, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return
  await sql`INSERT INTO counter_deltas (subject, subject_id, counter, delta)
    SELECT * FROM unnest(${deltas.map((delta) => delta.subject)}::text[], ${deltas.map((delta) => delta.id)}::uuid[],
      ${deltas.map((delta) => delta.counter)}::text[], ${deltas.map((delta) => delta.by)}::bigint[])`.execute(tx.db)
}

const batchMax = 20_000

/** Adds up what was appended; true while there may be more. */
export async function rollUpCounters(ctx: Context): Promise<void> {
  while (await rollUpBatch(ctx)) {
    // Another batch is waiting.
  }
}

function rollUpBatch(ctx: Context): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    // Two machines take turns; the second finds nothing left.
    const turn = await row(
      tx.db,
      sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext('roll up counters')) AS mine`,
    )
    if (!turn?.mine) return false
    const taken = await rows(
      tx.db,
      sql<{ taken: bigint }>`
        WITH gone AS (
          DELETE FROM counter_deltas WHERE id IN (SELECT id FROM counter_deltas ORDER BY id LIMIT ${batchMax})
          RETURNING subject, subject_id, counter, delta
        ), sums AS MATERIALIZED (
          SELECT subject, subject_id AS id, counter, sum(delta)::bigint AS delta FROM gone GROUP BY 1, 2, 3
        ), performers_changed AS (
          UPDATE performers p SET followers = p.followers + s.followers, subscribers = p.subscribers + s.subscribers, likes = p.likes + s.likes,
            feeds = p.feeds + s.feeds, videos = p.videos + s.videos, photos = p.photos + s.photos, products = p.products + s.products,
            views = p.views + s.views
          FROM (SELECT id, ${pivot(['followers', 'subscribers', 'likes', 'feeds', 'videos', 'photos', 'products', 'views'])}
            FROM sums WHERE subject = 'performer' GROUP BY id) s
          WHERE p.account_id = s.id
        ), days_changed AS (
          INSERT INTO performer_days AS d (performer_id, day, followers, subscribers, likes)
          SELECT s.id, (app_now() AT TIME ZONE 'UTC')::date, s.followers, s.subscribers, s.likes
          FROM (SELECT id, ${pivot(['followers', 'subscribers', 'likes'])} FROM sums
            WHERE subject = 'performer' AND counter IN ('followers', 'subscribers', 'likes') GROUP BY id) s
            JOIN performers p ON p.account_id = s.id
          ON CONFLICT (performer_id, day) DO UPDATE SET followers = d.followers + excluded.followers,
            subscribers = d.subscribers + excluded.subscribers, likes = d.likes + excluded.likes
        ), items_changed AS (
          UPDATE items i SET views = i.views + s.views, likes = i.likes + s.likes, comments = i.comments + s.comments,
            bookmarks = i.bookmarks + s.bookmarks, sales = i.sales + s.sales, earned = i.earned + s.earned
          FROM (SELECT id, ${pivot(['views', 'likes', 'comments', 'bookmarks', 'sales', 'earned'])} FROM sums WHERE subject = 'item' GROUP BY id) s
          WHERE i.id = s.id
        ), photos_changed AS (
          UPDATE photos h SET likes = h.likes + s.likes, bookmarks = h.bookmarks + s.bookmarks
          FROM (SELECT id, ${pivot(['likes', 'bookmarks'])} FROM sums WHERE subject = 'photo' GROUP BY id) s WHERE h.id = s.id
        ), comments_changed AS (
          UPDATE comments c SET likes = c.likes + s.likes
          FROM (SELECT id, ${pivot(['likes'])} FROM sums WHERE subject = 'comment' GROUP BY id) s WHERE c.id = s.id
        ), options_changed AS (
          UPDATE poll_options o SET votes = o.votes + s.votes
          FROM (SELECT id, ${pivot(['votes'])} FROM sums WHERE subject = 'poll_option' GROUP BY id) s WHERE o.id = s.id
        )
        SELECT count(*) AS taken FROM gone`,
    )
    return Number(taken[0]?.taken ?? 0n) === batchMax
  })
}

const pivot = (counters: readonly string[]) =>
  sql.raw(
    counters.map((name) => `coalesce(sum(delta) FILTER (WHERE counter = '${name}'), 0)::bigint AS ${name}`).join(', '),
  )
