import type { ShownFeed } from '@fanlight/contract/feeds'
import type { Context } from '../../platform/context.ts'
import { idOf, type Viewer } from '../../platform/viewer.ts'
import type { AgeScope } from '../access/age.ts'
import { ageOf, decideAll, hidingFrom } from '../access/door.ts'
import { ageSql, hiddenIdsSql } from '../access/door-sql.ts'
import { isHidden } from '../access/items.ts'
import { lockableOf, presentFeed } from './present.ts'
import { fetchChosen } from './store.ts'

// Posts by words. `feed_words` holds titles, which everybody may know, and the text of public posts alone, so that nobody finds out
// word by word what a locked post says. The door is asked about each of them all the same.

/** So many posts that fit are looked at, and so many of them can be read. */
const matchesMax = 2_000
export const foundMax = 200

interface Wish {
  q: string
  sortBy: 'relevance' | 'publishedAt'
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
  const ids = found.slice(wish.offset, wish.offset + wish.size).map(({ id }) => id)
  return { data: await shown(ctx, viewer, ids), total: found.length }
}

// The newest of equals first; a week is worth as much as a better place for the words.
const orders = {
  relevance: `ts_rank(f.vector, t.query) + word_similarity(t.near, f.title) - least(1, extract(epoch FROM app_now() - f.published_at) / 31536000.0) * 0.1 DESC, f.published_at DESC`,
  publishedAt: 'f.published_at DESC',
} as const
const matching = (sortBy: Wish['sortBy'], age: AgeScope) => `SELECT f.item_id AS id FROM (
    SELECT search_fold($3::text) AS near, search_query($3::text, search_language($4::text)) AS query) t,
  LATERAL (SELECT w.* FROM feed_words w JOIN items i ON i.id = w.item_id WHERE (w.vector @@ t.query OR t.near <% w.title)
    AND i.status = 'published' AND i.performer_id NOT IN (${hiddenIdsSql('$1::uuid', '$2::text')}) AND ${ageSql(age, 'i.performer_id', '$1::uuid')}
    AND EXISTS (SELECT FROM performer_listings l WHERE l.performer_id = i.performer_id) LIMIT ${matchesMax}) f
  ORDER BY ${orders[sortBy]}, f.item_id LIMIT ${foundMax}`

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
