import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { sql } from './db.ts'
import { refuse } from './refusal.ts'

/** Where an endless list goes on: the last row's instant (microseconds and all) and id, and how many rows came before. */
export interface Cursor {
  at: string
  id: string
  passed: number
}
// Years that PostgreSQL and we both know.
const place = z.iso.datetime().refine((at) => at >= '1970')
const shape = z.tuple([place, z.uuid(), z.int().min(0).max(10_000_000)])

export const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.at, cursor.id, cursor.passed])).toString('base64url')

export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined
  try {
    const [at, id, passed] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { at, id, passed }
  } catch {
    return refuse('INVALID_INPUT', { field: 'cursor' })
  }
}

/** SQL of an instant as a cursor carries it: a JavaScript date would lose the microseconds and with them rows. */
export const instantSql = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** No list is read deeper than this by page number; a cursor goes on for ever. */
export const offsetMax = 10_000

export interface Page {
  cursor: Cursor | undefined
  offset: number
  size: number
  tooDeep: boolean
}
export function pageOf(query: { current: number; pageSize: number; cursor?: string | undefined }): Page {
  const cursor = readCursor(query.cursor)
  const offset = cursor ? 0 : (query.current - 1) * query.pageSize
  return { cursor, offset, size: query.pageSize, tooDeep: offset > offsetMax }
}

/**
 * Cuts the one row too many that tells whether there is more. `total` counts no further than the page after this one. `chosen` is
 * how many rows the page began with, where some of them may be gone since.
 */
export function cut<Row extends { at: string; id: string }>(
  found: readonly Row[],
  page: Page,
  chosen: number = found.length,
): { shown: Row[]; total: number; nextCursor: string | null } {
  const shown = found.slice(0, page.size)
  const more = chosen > page.size
  const passed = (page.cursor?.passed ?? page.offset) + shown.length
  const last = shown.at(-1)
  return {
    shown,
    total: passed + (more ? 1 : 0),
    nextCursor: more && last ? writeCursor({ at: last.at, id: last.id, passed }) : null,
  }
}

// Lists of money may be sorted in several ways. By date, the usual one, they go on by cursor along their index; in any other order
// they are read by page number alone.

interface Sorted {
  sortBy: string
  sort: 'asc' | 'desc'
}
/** The rows after the cursor, as a condition on `created_at` and `id`. */
export function afterRow({ cursor }: Page, { sortBy, sort }: Sorted, table: string): RawBuilder<unknown> {
  if (!cursor) return sql`true`
  if (sortBy !== 'createdAt') refuse('INVALID_INPUT', { field: 'cursor' })
  const row = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`
  const last = sql`(${cursor.at}::timestamptz, ${cursor.id}::uuid)`
  return sort === 'asc' ? sql`${row} > ${last}` : sql`${row} < ${last}`
}
/** One page of such a list, and where it goes on. */
export function cutByDate<Row extends { at: string; id: string }>(
  found: readonly Row[],
  page: Page,
  { sortBy }: Sorted,
) {
  const { shown, nextCursor } = cut(found, page)
  return { found: shown, nextCursor: sortBy === 'createdAt' ? nextCursor : null }
}
