import type { ShownFeed } from '@fanlight/contract/feeds'
import type { Context } from '../../platform/context.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageOf, decideAll, hidingFrom } from '../access/door.ts'
import { listingInSightSql } from '../access/door-sql.ts'
import { isHidden } from '../access/items.ts'
import { lockableOf, presentFeed } from './present.ts'
import { fetchChosen } from './store.ts'

// Posts by words. `feed_words` holds titles, which everybody may know, and the text of public posts alone, so that nobody finds out
// word by word what a locked post says. The door is asked about each of them all the same.

/** So many of the newest are walked before an index of words is asked; so many that fit are put in order; so many can be read. */
const walkedMax = 2_000
const hitsMax = 500
const nearMax = 100
/** Where the walk finds so many, no other index is asked; where all of it finds fewer than the other, near misses are looked for. */
const enough = 200
const few = 20
export const foundMax = 200

interface Wish {
  q: string
  sortBy: 'relevance' | 'publishedAt' | 'updatedAt'
  sort: 'asc' | 'desc'
  offset: number
  size: number
}
export async function searchFeeds(
  ctx: Context,
  viewer: Viewer,
  wish: Wish,
): Promise<{ data: ShownFeed[]; total: number }> {
  const [me, country] = hidingFrom(viewer)
  const age = ageOf(ctx, viewer)
  const values = [me, country, wish.q, viewer.locale]
  const { rows: found } = await ctx.pool.query<{ id: string }>({
    name: `feeds found by ${wish.sortBy} ${age}`,
    text: matching(wish.sortBy, age),
    values,
  })
  const ordered = wish.sort === 'asc' ? found.toReversed() : found
  const ids = ordered.slice(wish.offset, wish.offset + wish.size).map(({ id }) => id)
  return { data: await shown(ctx, viewer, ids), total: found.length }
}

// The newest of equals first; a week is worth as much as a better place for the words.
const orders = {
  relevance: `ts_rank(f.vector, t.query) + word_similarity(t.near, f.title) - least(1, extract(epoch FROM app_now() - f.published_at) / 31536000.0) * 0.1 DESC, f.published_at DESC`,
  publishedAt: 'f.published_at DESC',
  updatedAt: 'f.published_at DESC',
} as const
const [near, query] = ['(SELECT near FROM typed)', '(SELECT query FROM typed)']
// What the words find, of those whose creators the asker may know of. A word that fits a million posts is not ranked a million times.
const matching = (sortBy: Wish['sortBy'], age: AgeScope) => {
  const open = `EXISTS (SELECT FROM items i JOIN performer_listings l ON l.performer_id = i.performer_id
    WHERE i.id = w.item_id AND i.status = 'published' AND ${listingInSightSql(age, '$1::uuid', '$2::text')})`
  return `WITH typed AS MATERIALIZED (SELECT search_fold($3::text) AS near, search_query($3::text, search_language($4::text)) AS query),
    walked AS MATERIALIZED (SELECT w.* FROM (SELECT * FROM feed_words ORDER BY published_at DESC, item_id LIMIT ${walkedMax}) w
      WHERE w.vector @@ ${query} AND ${open} LIMIT ${hitsMax}),
    others AS MATERIALIZED (SELECT w.* FROM feed_words w
      WHERE (SELECT count(*) FROM walked) < ${enough} AND w.vector @@ ${query} AND ${open} LIMIT ${hitsMax}),
    nearly AS MATERIALIZED (SELECT w.* FROM feed_words w
      WHERE (SELECT count(*) FROM (SELECT FROM walked UNION ALL SELECT FROM others) found) < ${few} AND ${near} <% w.title AND ${open} LIMIT ${nearMax}),
    chosen AS (SELECT DISTINCT ON (item_id) * FROM (SELECT * FROM walked UNION ALL SELECT * FROM others UNION ALL SELECT * FROM nearly) every ORDER BY item_id)
  SELECT f.item_id AS id FROM typed t, chosen f
  ORDER BY ${orders[sortBy]}, f.item_id LIMIT ${foundMax}`
}

async function shown(ctx: Context, viewer: Viewer, ids: readonly string[]): Promise<ShownFeed[]> {
  if (ids.length === 0) return []
  const feeds = await fetchChosen(ctx, idOf(viewer), {
    name: 'found',
    text: `SELECT id, '' AS at, n, 1 AS chosen FROM unnest($2::uuid[]) WITH ORDINALITY AS f(id, n)`,
    values: [ids],
  })
  const decisions = await decideAll(ctx, viewer, feeds.map(lockableOf))
  return feeds.flatMap((feed) => {
    const decision = decisions.get(feed.id)!
    return isHidden(decision) ? [] : [presentFeed(ctx, viewer, feed, decision)]
  })
}
