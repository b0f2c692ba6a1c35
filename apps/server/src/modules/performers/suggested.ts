import type { Context } from '../../platform/context.ts'
import { nameOfSize } from '../../platform/statements.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { ageOf } from '../access/door.ts'
import { type CardRow, fetchCards, inSightSql } from './store.ts'

// Whom somebody might follow next: creators whom others follow beside those that one follows, then creators of the same topics, then
// whoever is wanted now. The reason names nobody but a creator whom the reader follows.

/** So many others have to follow both, or the suggestion would tell what one of them follows. */
const othersMin = 3

/** Of one's newest follows, their newest followers and those one's newest follows in turn: so far it looks, however many there are. */
const looks = { mine: 20, others: 60, theirs: 30, ofTopics: 60 }

export function suggestedCards(ctx: Context, viewer: SignedIn, size: number): Promise<CardRow[]> {
  const inSight = inSightSql(ageOf(ctx, viewer))
  return fetchCards(ctx, viewer, {
    name: nameOfSize(`suggested ${ageOf(ctx, viewer)}`, size),
    chosen: `WITH mine AS MATERIALIZED (SELECT w.performer_id FROM follows w JOIN performer_listings l ON l.performer_id = w.performer_id
        WHERE w.follower_id = $1::uuid AND ${inSight} ORDER BY w.created_at DESC LIMIT ${looks.mine})
      SELECT id, '' AS at, through, row_number() OVER (ORDER BY kind, weight DESC, id) AS n FROM (
      SELECT DISTINCT ON (id) id, kind, weight, through FROM (
        SELECT w.performer_id AS id, 1 AS kind, count(DISTINCT o.follower_id)::float AS weight, o.through
          FROM (SELECT m.performer_id AS through, f.follower_id FROM mine m CROSS JOIN LATERAL (SELECT follower_id FROM follows
              WHERE performer_id = m.performer_id AND follower_id <> $1::uuid ORDER BY created_at DESC LIMIT ${looks.others}) f) o
            CROSS JOIN LATERAL (SELECT performer_id FROM follows WHERE follower_id = o.follower_id ORDER BY created_at DESC LIMIT ${looks.theirs}) w
          GROUP BY w.performer_id, o.through HAVING count(DISTINCT o.follower_id) >= ${othersMin}
        UNION ALL (SELECT l.performer_id, 2, l.score, m.performer_id FROM mine m JOIN performers p ON p.account_id = m.performer_id
          JOIN performer_listings l ON l.facets @@ (SELECT string_agg('''category:' || replace(replace(one, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery FROM unnest(p.categories) one)
          ORDER BY l.score DESC LIMIT ${looks.ofTopics})
        UNION ALL (SELECT l.performer_id, 3, l.score, NULL FROM performer_listings l WHERE l.performer_id <> $1::uuid
            AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = l.performer_id)
          ORDER BY l.score DESC LIMIT ${size + looks.ofTopics})
      ) found ORDER BY id, kind, weight DESC) best
    JOIN performer_listings l ON l.performer_id = best.id
    WHERE ${inSight} AND id <> $1::uuid AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = best.id)
    ORDER BY n LIMIT ${size}`,
    values: [],
    why: `CASE WHEN c.through IS NULL THEN l.why ELSE 'because_you_follow' END`,
    whyName: '(SELECT name FROM accounts t WHERE t.id = c.through)',
  })
}
