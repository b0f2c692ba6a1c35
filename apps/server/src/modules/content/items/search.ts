import type { Context } from '../../../platform/context.ts'
import { countMax, totalOf } from '../../../platform/db/totals.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { isTextOpenSql } from '../../access/items.ts'
import { listingVisibleSql, visibilityVariant } from '../../access/visibility-sql.ts'
import { correctedQuery, readSearchQuery } from '../search/search-query.ts'
import type { KindName } from './kinds.ts'

// Full-text search of items. `feed_search` contains titles, which everyone may read, and the text of public items only, so that search
// can't reveal the text of a locked item term by term.

/** If fewer items match as typed, typing errors are corrected. */
const few = 20

export interface ItemSearch {
  q: string
  sortBy: 'relevance' | 'publishedAt' | 'updatedAt'
  sort: 'asc' | 'desc'
  offset: number
  size: number
  performerId?: string | undefined
  /** A tag of items whose text everyone may read. */
  tag?: string | undefined
}
/** The ids of a page of items of one kind, whose creators are visible to this viewer. The caller applies the access policy to each. */
export async function findItems(ctx: Context, viewer: Viewer, kind: KindName, search: ItemSearch) {
  const query = await readSearchQuery(ctx, viewer.locale, search.q)
  let found = await matching(ctx, viewer, kind, search, query.folded, query.tsquery)
  if (found.counted < few) {
    const corrected = await correctedQuery(ctx, query)
    if (corrected) found = await matching(ctx, viewer, kind, search, query.folded, corrected)
  }
  return { ids: search.offset < countMax ? found.ids : [], ...totalOf(found.counted) }
}

// Among equal matches the newest comes first; a week weighs as much as a better position of the matched terms.
const relevance = (query: string, near: string) =>
  `ts_rank(vector, ${query}) + word_similarity(${near}, title) - least(1, extract(epoch FROM app_now() - published_at) / 31536000.0) * 0.1`

/**
 * Orders and counts the matches whose creators the viewer may know of. At most 1,001 matches are read, the newest where relevance orders
 * them, before hidden ones are removed: a total above 1,000 may include items that this viewer can't view. The statement has no name, so
 * that PostgreSQL plans each search by how many items its terms have.
 */
async function matching(
  ctx: Context,
  viewer: Viewer,
  kind: KindName,
  search: ItemSearch,
  folded: string,
  tsquery: string,
) {
  const byRelevance = search.sortBy === 'relevance'
  const direction = search.sort === 'asc' ? 'ASC' : 'DESC'
  const byDate = (dateDirection: 'ASC' | 'DESC') =>
    `published_at ${dateDirection}, item_id ${dateDirection === 'DESC' ? 'ASC' : 'DESC'}`
  const order = `${byRelevance ? `relevance ${direction}, ` : ''}${byDate(direction)}`
  // By relevance the newest matches are ranked; by date the list starts at the requested end.
  const nearest = byDate(byRelevance ? 'DESC' : direction)
  const values: unknown[] = [idOf(viewer), viewer.country, tsquery, search.offset, search.size]
  const bound = (value: unknown) => `$${values.push(value)}`
  const rank = byRelevance ? `, ${relevance('$3::tsquery', `${bound(folded)}::text`)} AS relevance` : ''
  const chosen = [
    ...(search.performerId ? [`c.performer_id = ${bound(search.performerId)}::uuid`] : []),
    ...(search.tag ? [`c.tags @> ARRAY[${bound(search.tag)}::text] AND ${isTextOpenSql('c')}`] : []),
  ]
  const ofChosen = chosen.length
    ? ` AND EXISTS (SELECT FROM items c WHERE c.id = s.item_id AND ${chosen.join(' AND ')})`
    : ''
  const { rows } = await ctx.pool.query<{ ids: string[]; counted: number }>({
    text: `WITH hits AS MATERIALIZED (SELECT s.item_id, s.published_at${rank}
        FROM feed_search s WHERE s.kind = '${kind}' AND s.vector @@ $3::tsquery${ofChosen} ORDER BY ${nearest} LIMIT ${countMax + 1}),
      visible AS MATERIALIZED (SELECT h.* FROM hits h CROSS JOIN LATERAL (SELECT i.performer_id FROM items i WHERE i.id = h.item_id AND i.status = 'published' LIMIT 1) i
        CROSS JOIN LATERAL (SELECT FROM performer_listings l WHERE l.performer_id = i.performer_id AND ${listingVisibleSql(visibilityVariant(ctx, viewer), '$1::uuid', '$2::text')} LIMIT 1) l)
      SELECT ARRAY(SELECT item_id FROM visible ORDER BY ${order} OFFSET $4 LIMIT $5)::text[] AS ids,
        CASE WHEN (SELECT count(*) FROM hits) > ${countMax} THEN ${countMax + 1} ELSE (SELECT count(*) FROM visible) END::int AS counted`,
    values,
  })
  return rows[0]!
}
