import type { Context } from '../../../platform/context.ts'
import { nameOfSize } from '../../../platform/db/statements.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { visibilityVariant } from '../../access/visibility-sql.ts'
import { isOfInterestSql } from '../not-interested/interest-sql.ts'
import { type CardRow, fetchCards, visibleSql } from './store.ts'

// Suggestions of creators to follow: creators followed by users who share follows with the reader, then creators of the same topics, then
// creators currently popular, without those the reader is not interested in. The reason names only a creator whom the reader follows.
//
// Finding them reads tens of thousands of follows, so the reader's candidates are cached for a while. Which ones are shown is decided
// on each request: visibility, blocks, the reader's current follows, and whether the reader still follows the creator in the reason.

/** At least this many other users must follow both, or the suggestion would reveal whom one of them follows. */
export const othersMin = 3

/** How many are read: the newest follows of the reader, the newest followers of each, and the newest follows of each of these. */
const limits = { mine: 20, others: 60, theirs: 30, ofTopics: 60 }

/** Candidates beyond those that are shown, for when some of these are followed, hidden or gone. */
const spare = 12

export async function suggestedCards(ctx: Context, viewer: SignedIn, size: number): Promise<CardRow[]> {
  const cache = candidateCacheFor(ctx, viewer, size)
  if (cache.found) {
    const shown = await fetchCandidates(ctx, viewer, cache.found, size)
    if (shown.length === size) return shown
  }
  const before = ctx.clock.now()
  const found = await findCandidates(ctx, viewer, size + spare)
  if (found.length === 0) return []
  // If few candidates are found, the search is cheap, and a newly listed creator should appear at once.
  if (found.length >= size) cache.store({ found, at: before })
  return fetchCandidates(ctx, viewer, { found, at: null }, size)
}

/** Whom the reader subscribes to they know already. */
const subscribedTo = (id: 'best.id' | 's.id'): string =>
  `EXISTS (SELECT FROM subscriptions b WHERE b.fan_id = $1::uuid AND b.performer_id = ${id} AND b.access_until > app_now())`

interface Candidate {
  id: string
  /** By what it was found: 1 by followers in common, 2 by topic, 3 by its rank. */
  kind: number
  /** The creator followed by the reader from whom the suggestion is derived, if any. */
  through: string | null
}

async function findCandidates(ctx: Context, viewer: SignedIn, count: number): Promise<Candidate[]> {
  const visible = visibleSql(visibilityVariant(ctx, viewer))
  const { rows } = await ctx.pool.query<Candidate>({
    text: `WITH mine AS MATERIALIZED (SELECT w.performer_id FROM follows w JOIN performer_listings l ON l.performer_id = w.performer_id
        WHERE w.follower_id = $1::uuid AND ${visible} ORDER BY w.created_at DESC LIMIT ${limits.mine})
      SELECT id, kind, through FROM (
      SELECT DISTINCT ON (id) id, kind, weight, through FROM (
        SELECT w.performer_id AS id, 1 AS kind, count(DISTINCT o.follower_id)::float AS weight, o.through
          FROM (SELECT m.performer_id AS through, f.follower_id FROM mine m CROSS JOIN LATERAL (SELECT follower_id FROM follows
              WHERE performer_id = m.performer_id AND follower_id <> $1::uuid ORDER BY created_at DESC LIMIT ${limits.others}) f) o
            CROSS JOIN LATERAL (SELECT performer_id FROM follows WHERE follower_id = o.follower_id ORDER BY created_at DESC LIMIT ${limits.theirs}) w
          GROUP BY w.performer_id, o.through HAVING count(DISTINCT o.follower_id) >= ${othersMin}
        UNION ALL (SELECT l.performer_id, 2, l.score, m.performer_id FROM mine m JOIN performers p ON p.account_id = m.performer_id
          JOIN performer_listings l ON l.facets @@ (SELECT string_agg('''category:' || replace(replace(category, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery FROM unnest(p.categories) category)
          ORDER BY l.score DESC LIMIT ${limits.ofTopics})
        UNION ALL (SELECT l.performer_id, 3, l.score, NULL FROM performer_listings l WHERE l.performer_id <> $1::uuid
            AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = l.performer_id)
          ORDER BY l.score DESC LIMIT ${count + limits.ofTopics})
      ) found ORDER BY id, kind, weight DESC) best
    JOIN performer_listings l ON l.performer_id = best.id
    WHERE ${visible} AND id <> $1::uuid AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = best.id)
      AND NOT ${subscribedTo('best.id')} AND ${isOfInterestSql('$1::uuid', 'best.id')}
    ORDER BY kind, weight DESC, id LIMIT ${count}`,
    values: [viewer.id, viewer.id, viewer.country],
  })
  return rows
}

/** The cards of the candidates that may be suggested now. None if the reader followed a creator after the candidates were found. */
function fetchCandidates(ctx: Context, viewer: SignedIn, { found, at }: Found, size: number): Promise<CardRow[]> {
  const visible = visibleSql(visibilityVariant(ctx, viewer))
  return fetchCards(ctx, viewer, {
    name: nameOfSize(`suggested ${visibilityVariant(ctx, viewer)}`, size),
    chosen: `SELECT s.id, '' AS at, s.kind, s.through, row_number() OVER (ORDER BY s.position) AS n
      FROM unnest($4::uuid[], $5::int[], $6::uuid[]) WITH ORDINALITY s(id, kind, through, position) JOIN performer_listings l ON l.performer_id = s.id
      WHERE ${visible} AND s.id <> $1::uuid AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.performer_id = s.id)
        AND NOT ${subscribedTo('s.id')} AND ${isOfInterestSql('$1::uuid', 's.id')}
        AND (s.through IS NULL OR EXISTS (SELECT FROM follows w JOIN performer_listings l ON l.performer_id = w.performer_id
          WHERE w.follower_id = $1::uuid AND w.performer_id = s.through AND ${visible}))
        AND NOT EXISTS (SELECT FROM follows w WHERE w.follower_id = $1::uuid AND w.created_at > $7::timestamptz)
      ORDER BY n LIMIT ${size}`,
    values: [found.map(({ id }) => id), found.map(({ kind }) => kind), found.map(({ through }) => through), at],
    why: `CASE WHEN c.through IS NULL THEN l.why WHEN c.kind = 1 THEN 'popular_with_followers' ELSE 'because_you_follow' END`,
    whyName: '(SELECT name FROM accounts t WHERE t.id = c.through)',
  })
}

interface Found {
  found: readonly Candidate[]
  /** When; null where they were found this moment. */
  at: Date | null
}
const retentionMs = 10 * 60_000
const readersMax = 2_000
const byInstallation = new WeakMap<Context['settings'], Map<string, Found & { at: Date }>>()

/** The cached candidates of one reader only: everything they depend on is part of the cache key. */
function candidateCacheFor(ctx: Context, viewer: SignedIn, size: number) {
  let all = byInstallation.get(ctx.settings)
  if (!all) byInstallation.set(ctx.settings, (all = new Map()))
  const readers = all
  const name = [viewer.id, size, visibilityVariant(ctx, viewer), viewer.country].join(' ')
  const cached = readers.get(name)
  const isFresh = cached && Math.abs(ctx.clock.now().getTime() - cached.at.getTime()) < retentionMs
  return {
    found: isFresh ? cached : undefined,
    store(found: Found & { at: Date }) {
      if (readers.size >= readersMax) readers.clear()
      readers.set(name, found)
    },
  }
}
