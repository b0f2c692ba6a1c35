import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { listingVisibleSql, visibilityVariant } from '../../access/visibility-sql.ts'
import { correctedQuery, readSearchQuery } from '../../content/search/search-query.ts'
import { type Conditions, conditionsSql } from './filters.ts'

// Which listings a search finds, as SQL. Values are plain parameters, so that PostgreSQL plans by how many rows each leaves.

/** If fewer than this match, the search also includes creators that contain the text in the middle of a word. */
const some = 20
/** Where fewer match, typing errors are corrected. */
const few = 5

export interface Search {
  /** The text as it is compared. */
  folded: string
  /** What matches the text as typed, a `tsquery`. */
  tsquery: string
  /** Where hardly anything does: the text as a LIKE pattern, and a query of similar terms. */
  pattern: string | null
  corrected: string | null
}

export async function resolveSearch(
  ctx: Context,
  viewer: Viewer,
  typed: string,
  conditions: Conditions,
): Promise<Search> {
  const query = await readSearchQuery(ctx, viewer.locale, typed)
  const exact: Search = { ...query, pattern: null, corrected: null }
  const { values, bind } = parameters()
  const { rows } = await ctx.pool.query<{ counted: number }>({
    text: `SELECT count(*)::int AS counted FROM (SELECT FROM performer_listings l
      WHERE ${searchSql(exact, bind)} AND ${listedSql(ctx, viewer, conditions, bind)} LIMIT ${some}) found`,
    values,
  })
  const { counted } = rows[0]!
  if (counted >= some) return exact
  const corrected = counted < few ? await correctedQuery(ctx, query) : undefined
  return { ...query, corrected: corrected ?? null }
}

/** Listings `l` that match as typed. */
export const asTypedSql = ({ tsquery, pattern }: Search, bind: Bind): string =>
  `(l.vector @@ ${bind(tsquery)}::tsquery${pattern === null ? '' : ` OR l.search_text LIKE ${bind(pattern)}::text`})`
/** Listings `l` that a search finds. */
export const searchSql = (search: Search, bind: Bind): string =>
  search.corrected === null
    ? asTypedSql(search, bind)
    : `(${asTypedSql(search, bind)} OR l.vector @@ ${bind(search.corrected)}::tsquery)`

/** Listings `l` that the filters leave and the viewer may see. */
export function listedSql(ctx: Context, viewer: Viewer, conditions: Conditions, bind: Bind): string {
  const visible = listingVisibleSql(
    visibilityVariant(ctx, viewer),
    viewer.kind === 'visitor' ? null : `${bind(idOf(viewer))}::uuid`,
    `${bind(viewer.country)}::text`,
  )
  return [...conditionsSql(conditions, bind), visible].join(' AND ')
}

/** Binds a value and returns the name of its parameter. */
export type Bind = (value: unknown) => string
export function parameters(): { values: unknown[]; bind: Bind } {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}
