import pg from 'pg'

// Tables and functions as they are today, from the catalogs: what a reviewer reads beside a migration. (The embedded server ships no pg_dump.)

const relations = `
  SELECT n.nspname AS schema, c.relname AS name, c.relkind AS kind, c.relpersistence AS persistence, c.oid::int AS oid
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'fake_stripe') AND c.relkind IN ('r', 'v') AND c.relname NOT LIKE 'kysely%' ORDER BY 1, 2`
const columns = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required, a.attidentity AS identity,
    a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS preset
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`
// PostgreSQL 18 lists NOT NULL among the constraints, older ones don't: the columns say it already.
const constraints = `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
  WHERE conrelid = $1 AND contype <> 'n' AND contype <> 't' ORDER BY contype DESC, conname`
const indexes = `SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i
  WHERE i.indrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid) ORDER BY i.indexrelid::regclass::text`
const triggers = `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname`
const functions = `
  SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname IN ('public', 'fake_stripe') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  ORDER BY n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`

interface Column {
  name: string
  type: string
  required: boolean
  identity: string
  generated: string
  preset: string | null
}

export async function describeSchema(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await db.query<Row>(text, values)).rows
    const lines = [
      '-- Written by `node apps/server/tools/write-schema.ts` from a migrated database. Change the migrations or sql/functions, then write it again.',
      '',
    ]
    for (const table of await query<{ schema: string; name: string; persistence: string; oid: number }>(relations)) {
      const parts = [
        ...(await query<Column>(columns, [table.oid])).map(columnLine),
        ...(await query<{ name: string; text: string }>(constraints, [table.oid])).map(
          (entry) => `CONSTRAINT ${entry.name} ${entry.text}`,
        ),
      ]
      lines.push(
        `CREATE ${table.persistence === 'u' ? 'UNLOGGED ' : ''}TABLE ${table.schema}.${table.name} (`,
        parts.map((part) => `  ${part}`).join(',\n'),
        ');',
      )
      for (const row of await query<{ text: string }>(indexes, [table.oid])) lines.push(`${row.text};`)
      for (const row of await query<{ text: string }>(triggers, [table.oid])) lines.push(`${row.text};`)
      lines.push('')
    }
    for (const row of await query<{ definition: string }>(functions)) lines.push(`${row.definition.trimEnd()};`, '')
    while (lines.at(-1) === '') lines.pop()
    return `${lines.join('\n')}\n`
  } finally {
    await db.end()
  }
}

function columnLine(column: Column): string {
  const value =
    column.generated === 's'
      ? ` GENERATED ALWAYS AS (${column.preset}) STORED`
      : column.identity === 'a'
        ? ' GENERATED ALWAYS AS IDENTITY'
        : column.preset
          ? ` DEFAULT ${column.preset}`
          : ''
  return `${column.name} ${column.type}${column.required ? ' NOT NULL' : ''}${value}`
}
