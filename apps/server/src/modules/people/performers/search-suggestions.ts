import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { ageScopeOf, type Relation, hiddenByRelations, performerRelationsJsonSql } from '../../access/policy.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { keywordOf, trendingKeywords } from '../../content/search/keywords.ts'
import { noConditions } from './filters.ts'
import { bestMatches } from './list.ts'
import { listedSql, parameters, resolveSearch, type Search, searchSql } from './matching.ts'

// The suggestions of a search field during typing: creators, and categories and keywords that begin with the typed text.

const performersMax = 6
const categoriesMax = 3
const keywordsMax = 5
/** The categories of so many creators who match are compared with what was typed. */
const categorisedMax = 500

export async function suggestWhileTyping(ctx: Context, viewer: Viewer, typed: string) {
  const search = await resolveSearch(ctx, viewer, typed, noConditions)
  const begin = keywordOf(typed)
  const [performers, categories, keywords] = await Promise.all([
    bestMatches(ctx, viewer, search, performersMax).then((ids) => readPerformers(ctx, viewer, ids)),
    readCategories(ctx, viewer, search),
    begin === undefined ? [] : trendingKeywords(ctx, keywordsMax, begin),
  ])
  return { performers, categories, keywords }
}

interface Row {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  isVerified: boolean
  tagline: string
  relations: Relation[]
}
async function readPerformers(ctx: Context, viewer: Viewer, ids: readonly string[]) {
  const { rows } = await ctx.pool.query<Row>({
    name: 'performers suggested while typing',
    text: `SELECT a.id, a.name, a.username, ${fileById('a.avatar_file_id')} AS avatar, p.is_verified AS "isVerified", p.tagline,
        ${performerRelationsJsonSql('$1::uuid', '$4::uuid[]', '$2::text', '$3::text')} AS relations
      FROM unnest($4::uuid[]) WITH ORDINALITY c(id, n) JOIN accounts a ON a.id = c.id JOIN performers p ON p.account_id = c.id ORDER BY c.n`,
    values: [idOf(viewer), viewer.country, ageScopeOf(ctx, viewer), ids],
  })
  const hidden = hiddenByRelations(viewer, ids, rows[0]?.relations ?? [])
  return rows
    .filter(({ id }) => !hidden.has(id))
    .map(({ id, name, username, avatar, isVerified, tagline }) => ({
      _id: id,
      name,
      username,
      avatar: presentAvatar(ctx, avatar),
      isVerified,
      tagline,
    }))
}

/** Only categories of creators that the viewer may see. */
async function readCategories(ctx: Context, viewer: Viewer, search: Search): Promise<string[]> {
  const { values, bind } = parameters()
  const { rows } = await ctx.pool.query<{ category: string }>({
    text: `SELECT category FROM (SELECT substr(term, length('category:') + 1) AS category, count(*) AS creators
        FROM (SELECT l.terms FROM performer_listings l WHERE ${searchSql(search, bind)} AND ${listedSql(ctx, viewer, noConditions, bind)}
          ORDER BY l.score DESC, l.performer_id LIMIT ${categorisedMax}) matching, unnest(terms) term
        WHERE starts_with(term, 'category:') GROUP BY term) found
      WHERE starts_with(search_fold(category), ${bind(search.folded)}::text) ORDER BY creators DESC, category LIMIT ${categoriesMax}`,
    values,
  })
  return rows.map(({ category }) => category)
}
