import type { NotificationTopic } from '@fanlight/contract/notification-kinds'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { JobOptions } from '../../../platform/jobs/jobs.ts'
import { emailTo, mayEmail, pushOnce, readerOf, sentence } from './delivery.ts'
import { notifyFollowerJob, notifyFollowerOfStreamJob, type notifyOfItemJob, type notifyOfStreamJob } from './jobs.ts'
import { itemPages } from './paths.ts'
import { settingsOf } from './settings.ts'

// What all followers of a creator are told of has no rows: only those with push on in a browser, or who want an email, get a job each.

const chunkMax = 1_000
const lowestId = '00000000-0000-0000-0000-000000000000'

/** `jobOf` makes the job of one follower; it runs in the statement that found them, a thousand at a time. */
async function tellFollowers(
  ctx: Context,
  performerId: string,
  topic: NotificationTopic,
  job: { name: string; attemptsMax: number; payload: Record<string, string>; key: string },
): Promise<void> {
  for (let after = lowestId; ; ) {
    const chunk = await rows(
      ctx.db,
      sql<{
        id: string
      }>`WITH chunk AS (SELECT f.follower_id AS id FROM follows f LEFT JOIN notification_settings s ON s.account_id = f.follower_id
          WHERE f.performer_id = ${performerId} AND f.follower_id > ${after}::uuid
            AND ((s.preferences->${topic}::text->>'push' IS DISTINCT FROM 'false'
                AND EXISTS (SELECT FROM push_subscriptions p WHERE p.account_id = f.follower_id))
              OR (s.preferences->${topic}::text->>'email' = 'true' AND NOT s.email_summary))
          ORDER BY f.follower_id LIMIT ${chunkMax}),
        jobs AS (SELECT enqueue_job(${job.name}, (${JSON.stringify(job.payload)}::jsonb || jsonb_build_object('accountId', id))::json, NULL, NULL,
          ${job.attemptsMax}, ${job.key}::text || ':' || id) FROM chunk)
        SELECT id FROM chunk, (SELECT count(*) FROM jobs) done ORDER BY id`,
    )
    const last = chunk.at(-1)
    if (!last || chunk.length < chunkMax) return
    after = last.id
  }
}

interface News {
  kind: 'post_published' | 'stream_started'
  topic: NotificationTopic
  creator: string
  /** A later message with the same tag takes the place of this one. */
  tag: string
  path: string
  again: (options: JobOptions) => Promise<void>
}
async function tell(ctx: Context, accountId: string, { kind, topic, creator, tag, path, again }: News): Promise<void> {
  const reader = await readerOf(ctx, accountId)
  if (!reader) return
  const title = sentence(ctx, reader, kind, creator, false)
  await pushOnce(ctx, reader, topic, { title, tag, path, again })
  const { emailSummary } = await settingsOf(ctx, accountId)
  if (!emailSummary && (await mayEmail(ctx, accountId, topic)))
    await ctx.transaction((tx) => emailTo(tx, reader, topic, { title, path }))
}

export async function notifyOfItem(ctx: Context, { itemId }: z.output<typeof notifyOfItemJob.schema>): Promise<void> {
  const found = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT performer_id AS "performerId" FROM items WHERE id = ${itemId} AND status = 'published'`,
  )
  if (found)
    await tellFollowers(ctx, found.performerId, 'posts', {
      ...notifyFollowerJob,
      payload: { itemId },
      key: `notify-of-item:${itemId}`,
    })
}

export async function notifyFollower(
  ctx: Context,
  { itemId, accountId }: z.output<typeof notifyFollowerJob.schema>,
): Promise<void> {
  const found = await row(
    ctx.db,
    sql<{
      creator: string
      kind: keyof typeof itemPages
    }>`SELECT a.name AS creator, i.kind FROM items i JOIN accounts a ON a.id = i.performer_id
      JOIN accounts me ON me.id = ${accountId} JOIN follows f ON f.follower_id = me.id AND f.performer_id = i.performer_id
      WHERE i.id = ${itemId} AND i.status = 'published' AND NOT performer_is_hidden(me.id, i.performer_id, me.country)`,
  )
  if (found)
    await tell(ctx, accountId, {
      kind: 'post_published',
      topic: 'posts',
      creator: found.creator,
      tag: itemId,
      path: `/${itemPages[found.kind]}/${itemId}`,
      again: (options) => notifyFollowerJob.enqueue(ctx, { itemId, accountId }, options),
    })
}

/** A stream that has video for the first time, of a creator who had none within the last hour. */
export async function notifyOfStream(
  ctx: Context,
  { streamId }: z.output<typeof notifyOfStreamJob.schema>,
): Promise<void> {
  const found = await row(
    ctx.db,
    sql<{
      performerId: string
    }>`SELECT s.performer_id AS "performerId" FROM streams s WHERE s.id = ${streamId} AND s.status IN ('live', 'away')
      AND NOT EXISTS (SELECT FROM streams o WHERE o.performer_id = s.performer_id AND o.id <> s.id AND o.started_at IS NOT NULL
        AND coalesce(o.ended_at, app_now()) > s.started_at - interval '1 hour')`,
  )
  if (found)
    await tellFollowers(ctx, found.performerId, 'live', {
      ...notifyFollowerOfStreamJob,
      payload: { streamId },
      key: `notify-of-stream:${streamId}`,
    })
}

/** Only while it can be watched, and by them: a stream for subscribers is no news to others, nor is a start of which one is told otherwise: by a reminder, or as someone who has a ticket. */
export async function notifyFollowerOfStream(
  ctx: Context,
  { streamId, accountId }: z.output<typeof notifyFollowerOfStreamJob.schema>,
): Promise<void> {
  const found = await row(
    ctx.db,
    sql<{
      creator: string
      username: string
    }>`SELECT a.name AS creator, coalesce(a.username, a.id::text) AS username FROM streams s JOIN accounts a ON a.id = s.performer_id
      JOIN accounts me ON me.id = ${accountId} JOIN follows f ON f.follower_id = me.id AND f.performer_id = s.performer_id
      WHERE s.id = ${streamId} AND s.status IN ('live', 'away') AND NOT performer_is_hidden(me.id, s.performer_id, me.country)
        AND NOT EXISTS (SELECT FROM scheduled_streams c JOIN stream_reminders r ON r.scheduled_id = c.id
          WHERE c.stream_id = s.id AND r.account_id = me.id)
        AND NOT EXISTS (SELECT FROM purchases b WHERE b.account_id = me.id AND b.object_id = s.ticket_show_id AND b.revoked_at IS NULL)
        AND (s.type = 'public' OR ((s.type = 'subscribers' OR EXISTS (SELECT FROM ticket_shows t WHERE t.id = s.ticket_show_id AND t.free_for_subscribers))
            AND EXISTS (SELECT FROM subscriptions u WHERE u.fan_id = me.id AND u.performer_id = s.performer_id AND u.access_until > app_now())))`,
  )
  if (found)
    await tell(ctx, accountId, {
      kind: 'stream_started',
      topic: 'live',
      creator: found.creator,
      tag: streamId,
      path: `/${found.username}/live`,
      again: (options) => notifyFollowerOfStreamJob.enqueue(ctx, { streamId, accountId }, options),
    })
}
