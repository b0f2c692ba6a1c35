import type { Context } from '../../../platform/context.ts'
import type { Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type PageLocation, standard, version } from './store.ts'

// Pages as staff see them: what is written, published or not, beside what ships with the product.

export interface Head {
  type: 'page' | 'news'
  locale: string
  title: string
  state: 'shipped' | 'published' | 'draft'
  isStandard: boolean
  updatedAt: string
  by: string | null
}
export interface ListedRow {
  slug: string
  type: 'page' | 'news'
  title: string
  updatedAt: Date
  texts: Head[]
}

const heads = sql`SELECT coalesce(p.slug, s.slug) AS slug, coalesce(p.locale, s.locale) AS locale,
    coalesce(p.type, 'page') AS type, coalesce(p.title, s.title) AS title, p.html, coalesce(p.summary, s.summary) AS summary,
    CASE WHEN p.id IS NULL THEN 'shipped' WHEN p.is_published THEN 'published' ELSE 'draft' END AS state,
    s.slug IS NOT NULL AS is_standard, coalesce(p.updated_at, s.at) AS updated_at, a.name AS by
  FROM posts p
  FULL JOIN jsonb_to_recordset(${standard}::jsonb) AS s(slug text, locale text, title text, summary text, at timestamptz)
    ON s.slug = p.slug AND s.locale = p.locale
  LEFT JOIN accounts a ON a.id = p.updated_by`
const head = sql`jsonb_build_object('type', type, 'locale', locale, 'title', title, 'state', state, 'isStandard', is_standard,
  'updatedAt', updated_at, 'by', by)`

export interface Search {
  type?: 'page' | 'news' | undefined
  state?: Head['state'] | undefined
  q?: string | undefined
  sortBy: 'updatedAt' | 'title' | 'slug'
  sort: 'asc' | 'desc'
}
const sortable = { updatedAt: 'updated_at', title: 'lower(title)', slug: 'slug' } as const
/** Each page once, with all its languages; a page is found where one of them fits. */
export async function listed(
  ctx: Context,
  { type, state, q, sortBy, sort }: Search,
  locales: readonly string[],
  { size, offset, tooDeep }: Page,
): Promise<{ found: ListedRow[]; total: bigint }> {
  const like = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const pages = sql`WITH heads AS (${heads}), pages AS (
      SELECT slug, (array_agg(type ORDER BY updated_at DESC))[1] AS type, max(updated_at) AS updated_at,
        (array_agg(title ORDER BY array_position(${locales}::text[], locale) NULLS LAST, locale))[1] AS title,
        jsonb_agg(${head} ORDER BY locale) AS texts
      FROM heads GROUP BY slug
      HAVING (${state ?? null}::text IS NULL OR bool_or(state = ${state ?? null}))
        AND (${like}::text IS NULL OR slug ILIKE ${like}
          OR bool_or(title ILIKE ${like} OR summary ILIKE ${like} OR html ILIKE ${like}))),
    wanted AS (SELECT * FROM pages WHERE ${type ?? null}::text IS NULL OR type = ${type ?? null})`
  const direction = sort === 'asc' ? sql`ASC` : sql`DESC`
  const found = await rows(
    ctx.db,
    sql<ListedRow>`${pages} SELECT slug, type, title, updated_at AS "updatedAt", texts FROM wanted
      ORDER BY ${sql.raw(sortable[sortBy])} ${direction}, slug LIMIT ${tooDeep ? 0 : size} OFFSET ${offset}`,
  )
  const counted = await row(ctx.db, sql<{ total: bigint }>`${pages} SELECT count(*) AS total FROM wanted`)
  return { found, total: counted!.total }
}

/** Every language of one page. */
export const headsOf = (ctx: Context, slug: string): Promise<Head[]> =>
  rows(
    ctx.db,
    sql<Head>`WITH heads AS (${heads}) SELECT type, locale, title, state, is_standard AS "isStandard",
        updated_at AS "updatedAt", by FROM heads WHERE slug = ${slug} ORDER BY locale`,
  )

export interface WrittenRow {
  type: 'page' | 'news'
  title: string
  summary: string
  html: string
  isPublished: boolean
  updatedAt: Date
  by: string | null
  version: string
}
export const writtenAt = (ctx: Context, { slug, locale }: PageLocation): Promise<WrittenRow | undefined> =>
  row(
    ctx.db,
    sql<WrittenRow>`SELECT type, title, summary, html, is_published AS "isPublished", p.updated_at AS "updatedAt",
        (SELECT name FROM accounts a WHERE a.id = p.updated_by) AS by, ${version}
      FROM posts p WHERE slug = ${slug} AND locale = ${locale}`,
  )
