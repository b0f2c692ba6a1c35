import type { Context } from '../../../platform/context.ts'
import { escapeLike } from '../../../platform/db/statements.ts'

// The typed text as a text search query. It is sent as text and returned as a plain parameter, so that PostgreSQL plans each search
// by how many rows its terms have.

export interface SearchQuery {
  /** The text as it is compared: without accents, width and case. */
  folded: string
  /** The same as a pattern that matches in the middle of a word; null if it is too short for a trigram index. */
  pattern: string | null
  /** As a `tsquery`: every term as typed or stemmed in its language; the last term also matches as a prefix. */
  tsquery: string
}

/** Texts of one or two characters have no trigram: the whole index would be read. */
const shortMax = 2

export async function readSearchQuery(ctx: Context, locale: string, typed: string): Promise<SearchQuery> {
  const { rows } = await ctx.pool.query<{ folded: string; pattern: string; tsquery: string }>({
    name: 'search query',
    text: `SELECT folded, pattern, (spelt || coalesce(begun, ''::tsquery))::text AS tsquery FROM (
        SELECT folded, pattern, search_query(folded, search_language($2::text)) AS spelt,
          to_tsquery('pg_catalog.simple', nullif(regexp_replace(trim(regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), ' ', ' & ', 'g'), '') || ':*') AS begun
        FROM (SELECT search_fold($1::text) AS folded, search_fold($3::text) AS pattern OFFSET 0) f OFFSET 0) read`,
    values: [typed, locale, `%${escapeLike(typed)}%`],
  })
  const { folded, pattern, tsquery } = rows[0]!
  return { folded, pattern: [...folded].length > shortMax ? pattern : null, tsquery }
}

/**
 * The same query with each unused term replaced by the most similar terms in use; undefined if no term is misspelt, or if nothing is
 * similar to a misspelt one. Terms that the table never contains, such as numbers, stay as typed.
 */
export async function correctedQuery(ctx: Context, { folded }: SearchQuery): Promise<string | undefined> {
  const typed = folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (typed.length === 0) return undefined
  const { rows } = await ctx.pool.query<{ begun: string; isUsed: boolean; similar: string[] }>({
    name: 'search query corrected',
    // The parser splits a term such as 00003e3b9e into a number and a rest, which the query contains as a phrase.
    text: `SELECT coalesce(nullif(to_tsquery('pg_catalog.simple', quote_literal(t.term) || ':*')::text, ''), quote_literal(t.term) || ':*') AS begun,
        t.is_used AS "isUsed", CASE WHEN t.is_used THEN '{}' ELSE ARRAY(SELECT similar_terms(t.term)) END AS similar
      FROM (SELECT term, n, NOT EXISTS (SELECT FROM search_terms_of(typed.term)) OR EXISTS (SELECT FROM search_terms s
          WHERE s.term >= typed.term COLLATE "C" AND s.term < (typed.term || U&'\\+10FFFF') COLLATE "C") AS is_used
        FROM unnest($1::text[]) WITH ORDINALITY typed(term, n)) t ORDER BY n`,
    values: [typed],
  })
  if (rows.every(({ isUsed }) => isUsed) || rows.some(({ isUsed, similar }) => !isUsed && similar.length === 0))
    return undefined
  return rows
    .map(({ begun, isUsed, similar }) => `(${isUsed ? begun : similar.map((term) => `'${term}':*`).join(' | ')})`)
    .join(' & ')
}
