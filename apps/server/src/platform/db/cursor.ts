import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { row, sql } from './db.ts'
import { refuse } from '../refusal.ts'

/** Where an endless list goes on: the last row's instant (microseconds and all) and id, and how many rows came before. */
export interface Cursor {
  at: string
  id: string
  passed: number
}
// Years that PostgreSQL and we both know.
const position = z.iso.datetime().refine((at) => at >= '1970')
const shape = z.tuple([position, z.uuid(), z.int().min(0).max(10_000_000)])

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
interface PageQuery {
  current: number
  pageSize: number
  cursor?: string | undefined
}
export function pageOf(query: PageQuery): Page {
  if (query.cursor && readCount(query.cursor) !== undefined) return pageByCount(query)
  const cursor = readCursor(query.cursor)
  const offset = cursor ? 0 : (query.current - 1) * query.pageSize
  return { cursor, offset, size: query.pageSize, tooDeep: offset > offsetMax }
}

/** A page of a list that has no order to go on along, such as one by price: its cursor says how many rows came before. */
export function pageByCount(query: PageQuery): Page {
  const offset = query.cursor ? passedOf(query.cursor) : (query.current - 1) * query.pageSize
  return { cursor: undefined, offset, size: query.pageSize, tooDeep: offset > offsetMax }
}
/** Where such a list goes on; null at its end, and where it is not read any deeper. */
export function nextByCount({ offset }: Page, shown: number, total: number): string | null {
  const passed = offset + shown
  return shown > 0 && passed < total && passed <= offsetMax ? writeCount(passed) : null
}
const writeCount = (passed: number): string => Buffer.from(String(passed)).toString('base64url')
function readCount(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined
}
const passedOf = (cursor: string): number => readCount(cursor) ?? refuse('INVALID_INPUT', { field: 'cursor' })

/** Cuts the one row too many that says whether there is more. `chosen` is how many rows the page began with, where some may be gone since. */
export function cut<Row extends { at: string; id: string }>(
  found: readonly Row[],
  page: Page,
  chosen: number = found.length,
): { shown: Row[]; nextCursor: string | null } {
  const shown = found.slice(0, page.size)
  const more = chosen > page.size
  const passed = (page.cursor?.passed ?? page.offset) + shown.length
  const last = shown.at(-1)
  return {
    shown,
    nextCursor: more && last ? writeCursor({ at: last.at, id: last.id, passed }) : null,
  }
}

// Lists of money may be sorted in several ways. By a date, as they usually are, they go on along an index; in any other order their cursor
// says how many rows came before, as far as a list is read by page number.

export interface Sorted {
  sortBy: string
  sort: 'asc' | 'desc'
}
/** What a list calls its orders by date, and the columns they follow. */
type Dates = Readonly<Record<string, string>>
const dateColumns: Dates = { createdAt: 'created_at', updatedAt: 'updated_at' }
const dateOf = ({ sortBy }: Sorted, table: string, dates: Dates) =>
  sql.ref(`${table}.${dates[sortBy] ?? dateColumns['createdAt']}`)

/** Of what is made once and never changed, such as a follow, the last change is that it was made. */
export const madeOnce: Dates = { createdAt: 'created_at', updatedAt: 'created_at' }

/** The position of a row in the format of its cursor: the column `at` of every row. */
export const positionOf = (query: Sorted, table: string, dates: Dates = dateColumns): RawBuilder<string> =>
  sql`to_char(${dateOf(query, table, dates)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** The condition for the rows after the cursor: compares the date, then the id where dates are equal. */
export function afterRow(
  { cursor }: Page,
  query: Sorted,
  table: string,
  dates: Dates = dateColumns,
  id = 'id',
): RawBuilder<unknown> {
  if (!cursor) return sql`true`
  if (!dates[query.sortBy]) refuse('INVALID_INPUT', { field: 'cursor' })
  const row = sql`(${dateOf(query, table, dates)}, ${sql.ref(`${table}.${id}`)})`
  const last = sql`(${cursor.at}::timestamptz, ${cursor.id}::uuid)`
  return query.sort === 'asc' ? sql`${row} > ${last}` : sql`${row} < ${last}`
}
/** The order itself; of equal dates the id decides, so that no row is skipped or shown twice. */
export function inOrder(query: Sorted, table: string, dates: Dates = dateColumns, id = 'id'): RawBuilder<unknown> {
  const way = query.sort === 'asc' ? sql`ASC` : sql`DESC`
  return sql`ORDER BY ${dateOf(query, table, dates)} ${way}, ${sql.ref(`${table}.${id}`)} ${way}`
}
/** One page of such a list, and where it goes on. */
export function cutByDate<Row extends { at: string; id: string }>(
  found: readonly Row[],
  page: Page,
  { sortBy }: Sorted,
  dates: Dates = dateColumns,
) {
  const { shown, nextCursor } = cut(found, page)
  if (dates[sortBy]) return { found: shown, nextCursor }
  return { found: shown, nextCursor: nextByCount(page, shown.length, page.offset + found.length) }
}

/** Rows are counted so far and no further: no list is read deeper by page number either. */
export const countRows = async (ctx: Context, from: RawBuilder<unknown>): Promise<number> =>
  Number(
    (await row(ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM (SELECT FROM ${from} LIMIT ${offsetMax}) counted`))!
      .n,
  )

/** One page of a list that is short by its nature and read whole. Its cursor says how many came before. */
export function pageWithin<T>(all: readonly T[], query: PageQuery) {
  const { offset: from } = pageByCount(query)
  const to = from + query.pageSize
  const nextCursor = to < all.length ? writeCount(to) : null
  return { data: all.slice(from, to), total: all.length, nextCursor }
}
