import { audienceDays } from '@fanlight/contract/audience'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'

// The last days of an audience, one number a day, the oldest first. Days are the creator's own, and the last of them is today.

/** The creator's zone, today there, and the days. */
const daysOf = (performerId: string) => sql`zone AS MATERIALIZED (
    SELECT a.timezone AS name, (app_now() AT TIME ZONE a.timezone)::date AS today FROM accounts a WHERE a.id = ${performerId}
  ), days AS (
    SELECT today - n AS day FROM zone, generate_series(0, ${audienceDays - 1}::int) n
  )`

/** No later than the first of the days began: with it, the planner knows how few rows are meant. */
const earliest = sql`app_now() - make_interval(days => ${audienceDays + 1})`

const numbers = async (ctx: Context, query: ReturnType<typeof sql<{ n: bigint }>>): Promise<number[]> =>
  (await rows(ctx.db, query)).map(({ n }) => Number(n))

/**
 * How many subscribers there were at the end of each day: those of now, without those who came after that day, and with those whose access
 * ended after it. A subscription that rested, or ended and was renewed, has no trace of the gap, and counts as without one.
 */
export const subscribersByDay = (ctx: Context, performerId: string): Promise<number[]> =>
  numbers(
    ctx,
    sql`WITH ${daysOf(performerId)}, moves AS MATERIALIZED (
        SELECT (s.created_at AT TIME ZONE z.name)::date AS day, count(*) AS by FROM zone z, subscriptions s
          WHERE s.performer_id = ${performerId} AND s.created_at >= ${earliest} AND s.access_until IS NOT NULL GROUP BY 1
        UNION ALL
        SELECT (s.access_until AT TIME ZONE z.name)::date, -count(*) FROM zone z, subscriptions s
          WHERE s.performer_id = ${performerId} AND s.access_until BETWEEN ${earliest} AND app_now() GROUP BY 1
      )
      SELECT greatest(0, p.subscribers - coalesce((SELECT sum(m.by) FROM moves m WHERE m.day > d.day), 0))::bigint AS n
      FROM performers p, days d WHERE p.account_id = ${performerId} ORDER BY d.day`,
  )

/** How many of those who follow now began to on each day. */
export const newFollowersByDay = (ctx: Context, performerId: string): Promise<number[]> =>
  numbers(
    ctx,
    sql`WITH ${daysOf(performerId)}, came AS MATERIALIZED (
        SELECT (f.created_at AT TIME ZONE z.name)::date AS day, count(*) AS n FROM zone z, follows f
        WHERE f.performer_id = ${performerId} AND f.created_at >= ${earliest} GROUP BY 1
      )
      SELECT coalesce(c.n, 0)::bigint AS n FROM days d LEFT JOIN came c ON c.day = d.day ORDER BY d.day`,
  )
