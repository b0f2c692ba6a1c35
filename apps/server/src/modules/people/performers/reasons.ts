import type { Why } from '@fanlight/contract/why'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { visibilityVariant } from '../../access/visibility-sql.ts'
import { visibleSql } from './store.ts'
import { othersMin } from './suggested.ts'

// Why posts of a creator are suggested to a reader who does not follow them: the same rules as in suggested.ts, asked the other way round.

/** How many are read: the newest follows of the reader, and the newest followers of each creator. */
const limits = { mine: 20, others: 40 }
/** What is said of a creator by their rank. Most followers is no reason to be shown a post. */
const byRank = `('popular_in', 'popular_this_week', 'new_this_week')`

/** By the id of the creator; those of whom there is nothing to say are left out. One statement for a page. */
export async function reasonsFor(
  ctx: Context,
  viewer: SignedIn,
  performerIds: readonly string[],
): Promise<Map<string, Why>> {
  if (performerIds.length === 0) return new Map()
  const variant = visibilityVariant(ctx, viewer)
  const { rows } = await ctx.pool.query<Why & { id: string }>({
    name: `performers reasons ${variant}`,
    text: `WITH mine AS MATERIALIZED (SELECT w.performer_id, w.created_at FROM follows w JOIN performer_listings l ON l.performer_id = w.performer_id
        WHERE w.follower_id = $1::uuid AND ${visibleSql(variant)} ORDER BY w.created_at DESC LIMIT ${limits.mine}),
      named AS MATERIALIZED (SELECT l.performer_id AS id, l.why, l.why_category, p.categories
        FROM performer_listings l JOIN performers p ON p.account_id = l.performer_id WHERE l.performer_id = ANY($4::uuid[]))
      SELECT n.id, r.code, (SELECT name FROM accounts t WHERE t.id = r.through) AS name, CASE WHEN r.code = 'popular_in' THEN n.why_category END AS category
      FROM named n CROSS JOIN LATERAL (
        (SELECT 'popular_with_followers' AS code, w.performer_id AS through
          FROM (SELECT follower_id FROM follows WHERE performer_id = n.id AND follower_id <> $1::uuid ORDER BY created_at DESC LIMIT ${limits.others}) o
            JOIN follows w ON w.follower_id = o.follower_id AND w.performer_id = ANY(ARRAY(SELECT performer_id FROM mine))
          GROUP BY w.performer_id HAVING count(*) >= ${othersMin} ORDER BY count(*) DESC, w.performer_id LIMIT 1)
        UNION ALL
        (SELECT 'because_you_follow', m.performer_id FROM mine m JOIN performers q ON q.account_id = m.performer_id
          WHERE q.categories && n.categories ORDER BY m.created_at DESC, m.performer_id LIMIT 1)
        UNION ALL SELECT n.why, NULL WHERE n.why IN ${byRank} LIMIT 1) r`,
    values: [viewer.id, viewer.id, viewer.country, performerIds],
  })
  return new Map(rows.map(({ id, code, name, category }) => [id, { code, name, category }]))
}
