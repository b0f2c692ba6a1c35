import type { Context } from '../../../platform/context.ts'
import type { Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { standardPages, standardSince } from './standard.ts'

export interface HeadingRow {
  id: string
  slug: string
  locale: string
  type: 'page' | 'news'
  title: string
  summary: string
  createdAt: Date
  updatedAt: Date
}
export interface PostRow extends HeadingRow {
  /** Null for a standard page, whose text is not in the database. */
  html: string | null
  locales: string[]
}

export const standard = JSON.stringify(
  standardPages.map(({ html: _html, ...page }) => ({ ...page, type: 'page', at: standardSince })),
)
const everyText = sql`SELECT id, slug, locale, type, title, summary, html, created_at, updated_at FROM posts
    WHERE is_published
  UNION ALL SELECT id, slug, locale, type, title, summary, NULL, at, at
    FROM jsonb_to_recordset(${standard}::jsonb)
      AS s(id uuid, slug text, locale text, type text, title text, summary text, at timestamptz)
    WHERE NOT EXISTS (SELECT FROM posts p WHERE p.slug = s.slug AND p.locale = s.locale AND p.is_published)`
const columns = sql`id, slug, locale, type, title, summary, created_at AS "createdAt", updated_at AS "updatedAt"`
/** Sorts by the preferred languages of a reader, best first, then the others. */
const nearest = (locales: readonly string[]) => sql`array_position(${locales}::text[], locale) NULLS LAST, locale`

/** By slug or by the id of any of its languages. */
export const find = (ctx: Context, name: string, locales: readonly string[]): Promise<PostRow | undefined> =>
  row(
    ctx.db,
    sql<PostRow>`WITH texts AS (${everyText}),
        wanted AS (SELECT * FROM texts WHERE slug = ${name}
          OR slug = (SELECT slug FROM texts WHERE id::text = ${name}))
      SELECT ${columns}, html, (SELECT array_agg(locale ORDER BY locale) FROM wanted) AS locales
      FROM wanted ORDER BY (id::text = ${name}) DESC, ${nearest(locales)} LIMIT 1`,
  )

export interface Search {
  type?: 'page' | 'news' | undefined
  q?: string | undefined
  sortBy: 'updatedAt' | 'createdAt' | 'title'
  sort: 'asc' | 'desc'
}
const sortable = { updatedAt: 'updated_at', createdAt: 'created_at', title: 'lower(title)' } as const
export async function search(
  ctx: Context,
  { type = undefined, q, sortBy, sort }: Search,
  locales: readonly string[],
  { size, offset, tooDeep }: Page,
): Promise<{ found: HeadingRow[]; total: bigint }> {
  const like = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const spoken = sql`WITH texts AS (${everyText}), spoken AS (SELECT DISTINCT ON (slug) * FROM texts ORDER BY slug, ${nearest(locales)}),
      wanted AS (SELECT * FROM spoken WHERE (${type ?? null}::text IS NULL OR type = ${type ?? null})
        AND (${like}::text IS NULL OR title ILIKE ${like} OR summary ILIKE ${like} OR html ILIKE ${like}))`
  const direction = sort === 'asc' ? sql`ASC` : sql`DESC`
  const found = await rows(
    ctx.db,
    sql<HeadingRow>`${spoken} SELECT ${columns} FROM wanted
      ORDER BY ${sql.raw(sortable[sortBy])} ${direction}, slug ${direction} LIMIT ${tooDeep ? 0 : size} OFFSET ${offset}`,
  )
  const counted = await row(ctx.db, sql<{ total: bigint }>`${spoken} SELECT count(*) AS total FROM wanted`)
  return { found, total: counted!.total }
}

export interface NewText {
  type: 'page' | 'news'
  title: string
  summary: string
  html: string
  isPublished: boolean
}
export interface PageLocation {
  slug: string
  locale: string
}
export interface LockedText {
  title: string
  summary: string
  html: string
  isPublished: boolean
  version: string
}
/** Identifies the stored text: two texts with the same version are equal. */
export const version = sql`md5(row(type, title, summary, html, is_published)::text) AS version`
/** Locks the page text until the end of the transaction and returns the existing text, if any; concurrent writers run in turn. */
export async function locked(tx: Context, { slug, locale }: PageLocation): Promise<LockedText | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`post ${slug} ${locale}`}))`.execute(tx.db)
  return row(
    tx.db,
    sql<LockedText>`SELECT title, summary, html, is_published AS "isPublished", ${version} FROM posts
      WHERE slug = ${slug} AND locale = ${locale}`,
  )
}
export const write = (
  tx: Context,
  { slug, locale }: PageLocation,
  { type, title, summary, html, isPublished }: NewText,
  by: string,
) =>
  sql`INSERT INTO posts (slug, locale, type, title, summary, html, is_published, updated_by)
    VALUES (${slug}, ${locale}, ${type}, ${title}, ${summary}, ${html}, ${isPublished}, ${by})
    ON CONFLICT (slug, locale) DO UPDATE SET type = excluded.type, title = excluded.title, summary = excluded.summary,
      html = excluded.html, is_published = excluded.is_published, updated_by = excluded.updated_by,
      updated_at = app_now()`.execute(tx.db)
export const remove = (tx: Context, { slug, locale }: PageLocation) =>
  sql`DELETE FROM posts WHERE slug = ${slug} AND locale = ${locale}`.execute(tx.db)
