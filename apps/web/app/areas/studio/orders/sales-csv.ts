import { call } from '../../../api/client.ts'
import type { Sale } from './order-states.ts'
import type { salesQuery } from './sales-query.ts'

/** Spreadsheets run a cell that begins like a formula; a quote before it makes it text. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** With the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`

/** All sales of a filter, oldest first, by the cursor: an order that comes meanwhile shifts nothing. */
export async function allSales({ current: _current, ...query }: ReturnType<typeof salesQuery>): Promise<Sale[]> {
  const found: Sale[] = []
  let cursor: string | null | undefined
  do {
    const { data, nextCursor } = await call('GET /orders/search', {
      query: { ...query, sortBy: 'createdAt', sort: 'asc', pageSize: 100, ...(cursor && { cursor }) },
    })
    found.push(...data)
    cursor = nextCursor
  } while (cursor)
  return found
}
