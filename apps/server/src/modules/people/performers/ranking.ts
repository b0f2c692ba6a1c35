import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'

// The score counts the interactions of the last thirty days, with a half-life of a week, and the number of followers. The rule and its
// reasons: docs/decisions/0041-rank-creators-by-a-scheduled-job.md. Only this scheduled job ranks; requests read the result.

/** The weight of each kind of interaction. Money has no weight: positions can't be bought. */
const weights = { follower: 1, subscriber: 4, like: 0.2 }
const days = 30
const halfLifeDays = 7
const newForDays = 7
/** Popular this week are those with the most new subscribers and likes in so many days, by the same weights. */
const weekDays = 7
/** A new creator scores as if they had gained this many followers today. */
const newcomersLift = 3
/** A creator is popular in a topic as one of its first so many, if the topic has more than that. */
const leadersOfTopic = 3

/** Ranks all listed creators, and updates the followers and age bands in their listings. */
export async function rankPerformers(ctx: Context): Promise<void> {
  await sql`WITH today AS (SELECT (app_now() AT TIME ZONE 'UTC')::date AS day),
    recent AS (
      SELECT d.performer_id, sum(power(0.5, (t.day - d.day) / ${halfLifeDays}::float)
          * (d.followers * ${weights.follower}::float + d.subscribers * ${weights.subscriber}::float + d.likes * ${weights.like}::float)) AS activity
        , sum(CASE WHEN t.day - d.day < ${weekDays}::int THEN d.subscribers * ${weights.subscriber}::float + d.likes * ${weights.like}::float ELSE 0 END) AS week
      FROM performer_days d, today t WHERE d.day > t.day - ${days}::int GROUP BY d.performer_id
    ), scored AS MATERIALIZED (
      SELECT l.performer_id, p.followers, p.categories, greatest(coalesce(n.activity, 0), 0) AS activity,
        round(greatest(coalesce(n.week, 0), 0)::numeric, 3)::float AS week_score, l.listed_at > app_now() - make_interval(days => ${newForDays}) AS is_new,
        round((greatest(coalesce(n.activity, 0), 0) + ln(1 + greatest(p.followers, 0))
          + CASE WHEN l.listed_at > app_now() - make_interval(days => ${newForDays}) THEN ${newcomersLift}::float ELSE 0 END)::numeric, 3)::float AS score
      FROM performer_listings l JOIN performers p ON p.account_id = l.performer_id LEFT JOIN recent n ON n.performer_id = l.performer_id
    ), leaders AS (
      SELECT DISTINCT ON (performer_id) performer_id, topic FROM (
        SELECT performer_id, topic, rank() OVER (PARTITION BY topic ORDER BY score DESC, performer_id) AS position, count(*) OVER (PARTITION BY topic) AS total
        FROM scored, unnest(categories) topic) positions
      WHERE position <= ${leadersOfTopic} AND total > ${leadersOfTopic} ORDER BY performer_id, position, total DESC, topic
    ), ranked AS (
      SELECT s.performer_id, s.followers, s.score, s.week_score,
        CASE WHEN s.is_new THEN 'new_this_week' WHEN s.activity > 0 AND b.topic IS NOT NULL THEN 'popular_in'
          WHEN s.activity > 0 THEN 'popular_this_week' ELSE 'most_followed' END AS why, b.topic
      FROM scored s LEFT JOIN leaders b ON b.performer_id = s.performer_id)
    UPDATE performer_listings l SET followers = r.followers, score = r.score, week_score = r.week_score, why = r.why, why_category = CASE WHEN r.why = 'popular_in' THEN r.topic END
    FROM ranked r WHERE l.performer_id = r.performer_id
      AND (l.followers, l.score, l.week_score, l.why, l.why_category) IS DISTINCT FROM (r.followers, r.score, r.week_score, r.why, CASE WHEN r.why = 'popular_in' THEN r.topic END)`.execute(
    ctx.db,
  )
  await sql`DELETE FROM performer_days WHERE day < (app_now() AT TIME ZONE 'UTC')::date - ${days}::int`.execute(ctx.db)
  const older = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT performer_id AS id FROM performer_listings
      WHERE age_band IS DISTINCT FROM age_band(born_on, (app_now() AT TIME ZONE 'UTC')::date)`,
  )
  for (const { id } of older) await sql`SELECT refresh_listing(${id}::uuid)`.execute(ctx.db)
}
