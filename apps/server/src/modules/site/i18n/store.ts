import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

/** Locks the override of a message until the end of the transaction and returns its text, if any; concurrent writers run in turn. */
export async function lock(tx: Context, locale: string, key: string): Promise<string | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`translation ${locale} ${key}`}))`.execute(tx.db)
  const found = await row(
    tx.db,
    sql<{ value: string }>`SELECT value FROM message_overrides WHERE locale = ${locale} AND key = ${key}`,
  )
  return found?.value
}
export const write = (tx: Context, locale: string, key: string, value: string, by: string) =>
  sql`INSERT INTO message_overrides (locale, key, value, updated_by) VALUES (${locale}, ${key}, ${value}, ${by})
    ON CONFLICT (locale, key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()`.execute(
    tx.db,
  )
export const remove = (tx: Context, locale: string, key: string) =>
  sql`DELETE FROM message_overrides WHERE locale = ${locale} AND key = ${key}`.execute(tx.db)

export const all = (ctx: Context) =>
  rows(
    ctx.db,
    sql<{
      locale: string
      key: string
      value: string
    }>`SELECT locale, key, value FROM message_overrides ORDER BY locale, key`,
  )
export async function overridesIn(ctx: Context, locales: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    ctx.db,
    sql<{ key: string; value: string }>`SELECT key, value FROM message_overrides
      WHERE locale = ANY(${locales}::text[]) ORDER BY array_position(${locales}::text[], locale) DESC`,
  )
  return new Map(found.map(({ key, value }) => [key, value]))
}

export interface OverrideRow {
  key: string
  value: string
  at: Date
  by: string | null
}
/** The overrides of one language, each with its last author. */
export const overrideRowsIn = (ctx: Context, locale: string): Promise<OverrideRow[]> =>
  rows(
    ctx.db,
    sql<OverrideRow>`SELECT o.key, o.value, o.updated_at AS at, a.name AS by
      FROM message_overrides o LEFT JOIN accounts a ON a.id = o.updated_by WHERE o.locale = ${locale}`,
  )
