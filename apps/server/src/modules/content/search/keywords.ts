import { createHmac, randomBytes } from 'node:crypto'
import { keywordMax } from '@fanlight/contract/search'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { networkOf } from '../../../platform/http/remote-address.ts'
import type { Viewer } from '../../../platform/viewer.ts'

// Searches are counted by day and keyword, once per visitor and hour. Who searched is not stored: a visitor leaves a mark that only
// the day's salt makes comparable, and that differs for each keyword. Salt and marks are deleted after their day.

/** At least this many different people must have searched for a keyword within one day before it is shown to others. */
export const visitorsMin = 4
const retentionDays = 30
/** The searches of a day weigh half of those three days later. */
const halfLifeDays = 3

/** The normalized form in which keywords are counted: one width, one case, single spaces. Undefined if it should not be counted. */
export function keywordOf(typed: string): string | undefined {
  const keyword = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
  // People paste addresses and numbers into any field that takes them.
  const isPersonal = typed.includes('@') || /https?:|www\./i.test(typed) || /\d[\d\s.-]{5,}/.test(typed)
  return keyword === '' || [...keyword].length > keywordMax || isPersonal ? undefined : keyword
}

export async function countKeyword(ctx: Context, viewer: Viewer, typed: string): Promise<boolean> {
  const keyword = keywordOf(typed)
  if (keyword === undefined || isBlocked(ctx, keyword)) return false
  const { day, salt } = await saltOfToday(ctx)
  const who = viewer.kind === 'signed-in' ? viewer.id : networkOf(viewer.address)
  const mark = createHmac('sha256', salt).update(`${keyword}\n${who}`).digest().subarray(0, 16)
  const counted = await row(
    ctx.db,
    sql`WITH marked AS (
        INSERT INTO keyword_marks AS m (mark, day) VALUES (${mark}, ${day}::date)
        ON CONFLICT (mark) DO UPDATE SET counted_at = app_now() WHERE m.counted_at <= app_now() - interval '1 hour'
        RETURNING (xmax = 0)::int AS is_new)
      INSERT INTO keyword_days AS d (keyword, day) SELECT ${keyword}, ${day}::date FROM marked
      ON CONFLICT (keyword, day) DO UPDATE SET searches = d.searches + 1, visitors = d.visitors + (SELECT is_new FROM marked)
      RETURNING 1 AS counted`,
  )
  return counted !== undefined
}

/** A blocked word blocks every search that contains it as a word, or contains it at all in scripts written without spaces. */
function isBlocked(ctx: Context, keyword: string): boolean {
  const spaced = ` ${keyword} `
  return ctx.settings.get('blockedKeywords').some((entry) => {
    const word = keywordOf(entry)
    return (
      word !== undefined && (spaced.includes(` ${word} `) || (/[^\p{ASCII}]/u.test(word) && keyword.includes(word)))
    )
  })
}

async function saltOfToday(ctx: Context): Promise<{ day: string; salt: Buffer }> {
  const found = await row(
    ctx.db,
    sql<{
      day: string
      salt: Buffer | null
    }>`SELECT t.day::text AS day, s.salt FROM (SELECT (app_now() AT TIME ZONE 'UTC')::date AS day) t
      LEFT JOIN keyword_salts s ON s.day = t.day`,
  )
  if (found?.salt) return { day: found.day, salt: found.salt }
  await sql`INSERT INTO keyword_salts (day, salt) VALUES (${found!.day}::date, ${randomBytes(32)}) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  )
  return saltOfToday(ctx)
}

/** Recent searches shared by several people. Keywords that have been blocked since are omitted. */
export async function trendingKeywords(ctx: Context, most: number, begin = ''): Promise<string[]> {
  const found = await rows(
    ctx.db,
    sql<{ keyword: string }>`SELECT keyword FROM keyword_days, (SELECT (app_now() AT TIME ZONE 'UTC')::date AS today) t
      WHERE day > today - ${retentionDays}::int AND starts_with(keyword, ${begin}) GROUP BY keyword HAVING max(visitors) >= ${visitorsMin}
      ORDER BY sum(visitors * power(0.5, (today - day) / ${halfLifeDays}::float)) DESC, keyword LIMIT ${most * 3}`,
  )
  return found
    .map(({ keyword }) => keyword)
    .filter((keyword) => !isBlocked(ctx, keyword))
    .slice(0, most)
}

/** Deletes salts and marks of past days, keywords that few people searched for, and everything older than a month. */
export async function deleteSearches(ctx: Context): Promise<void> {
  const today = sql`(app_now() AT TIME ZONE 'UTC')::date`
  await sql`DELETE FROM keyword_salts WHERE day < ${today}`.execute(ctx.db)
  await sql`DELETE FROM keyword_marks WHERE day < ${today}`.execute(ctx.db)
  await sql`DELETE FROM keyword_days WHERE day < ${today} - ${retentionDays}::int OR (day < ${today} AND visitors < ${visitorsMin})`.execute(
    ctx.db,
  )
}
