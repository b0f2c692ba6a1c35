import pg from 'pg'
import { openPool } from '../platform/db/db.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * How many rows PostgreSQL read in each statement that `work` sends and that `wanted` matches: what its scans found and what they threw
 * away again. The statements are watched as they go out and explained afterwards, so that it is they that are measured. With `tables`,
 * only what was read of those counts: a table of a few rows may be read whole for each row of another, as PostgreSQL's statistics have it.
 */
export async function rowsRead(
  url: string,
  wanted: RegExp,
  work: () => Promise<unknown>,
  tables?: string[],
): Promise<number[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    if (wanted.test(text)) sent.push({ text, values: (typeof first === 'string' ? second : first.values) ?? [] })
    return Reflect.apply(query, this, given) as never
  } as typeof query
  await work().finally(() => (pg.Client.prototype.query = query))
  const pool = openPool(url, 1)
  const read: number[] = []
  for (const { text, values } of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    })
    read.push(scanned(rows[0]!['QUERY PLAN'][0]!.Plan, tables))
  }
  await pool.end()
  return read
}

function scanned(plan: Plan, tables?: string[]): number {
  const gone = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const counts =
    plan['Node Type'].includes('Scan') && (tables === undefined || tables.includes(plan['Relation Name'] ?? ''))
  const own = counts ? (plan['Actual Rows'] + gone) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, plan) => sum + scanned(plan, tables), own)
}
