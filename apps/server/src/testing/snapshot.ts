import pg from 'pg'

// The whole database before and after: what a request changed, by table and column.

export type Snapshot = Map<string, Map<string, Record<string, unknown>>>
export interface Change {
  table: string
  column: string
  kind: 'inserted' | 'updated' | 'deleted'
  value: unknown
}

export async function openSnapshots(ownerUrl: string, ignored: readonly string[] = []) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ table: string; keys: string[] }>(`
    SELECT c.relname AS table, coalesce(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attname IS NOT NULL), '{}') AS keys
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely%' GROUP BY 1 ORDER BY 1`)
  const watched = tables.filter((one) => !ignored.includes(one.table))
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  )
  const all = watched
    .map((one) => `SELECT '${one.table}' AS t, to_jsonb(x) AS r FROM "${one.table}" x`)
    .join(' UNION ALL ')
  const digests = watched
    .map(
      (one) =>
        `SELECT '${one.table}' AS t, md5(coalesce(string_agg(x::text, '|' ORDER BY x::text), '')) AS h FROM "${one.table}" x`,
    )
    .join(' UNION ALL ')
  return {
    columns,
    /** One hash a table: cheap, for "nothing changed". */
    async digest(): Promise<Map<string, string>> {
      return new Map((await client.query<{ t: string; h: string }>(digests)).rows.map((one) => [one.t, one.h]))
    },
    async take(): Promise<Snapshot> {
      const snapshot: Snapshot = new Map(watched.map((one) => [one.table, new Map()]))
      const keys = new Map(watched.map((one) => [one.table, one.keys]))
      for (const { t, r } of (await client.query<{ t: string; r: Record<string, unknown> }>(all)).rows) {
        const own = keys.get(t)!
        snapshot.get(t)!.set(JSON.stringify(own.length > 0 ? own.map((key) => r[key]) : r), r)
      }
      return snapshot
    },
    close: () => client.end(),
  }
}

export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = []
  for (const [table, rows] of after) {
    const old = before.get(table)!
    for (const [key, row] of rows) {
      const previous = old.get(key)
      for (const [column, value] of Object.entries(row))
        if (!previous) changes.push({ table, column, kind: 'inserted', value })
        else if (JSON.stringify(previous[column]) !== JSON.stringify(value))
          changes.push({ table, column, kind: 'updated', value })
    }
    for (const key of old.keys()) if (!rows.has(key)) changes.push({ table, column: '*', kind: 'deleted', value: key })
  }
  return changes
}
