import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type pg from 'pg'

const folder = new URL('../../../sql/functions/', import.meta.url)

export interface SqlFunction {
  name: string
  text: string
  hash: string
}

/** The live definition of every SQL function: one file a function, named after it. */
export async function readSqlFunctions(): Promise<SqlFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return { name: file.replace(/\.sql$/, ''), text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Replaces the functions whose file differs from what was applied last, in one transaction. Returns their names. */
export async function applySqlFunctions(client: pg.Client): Promise<string[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS sql_functions (
      name text NOT NULL, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (name, hash))`,
  )
  const applied = await hashesByName(client)
  const changed = (await readSqlFunctions()).filter((file) => applied.get(file.name)?.[0] !== file.hash)
  if (changed.length === 0) return []
  await client.query('BEGIN')
  // Bodies are not checked, so that a function may come before those it calls.
  await client.query('SET LOCAL check_function_bodies = off')
  for (const { name, text, hash } of changed) {
    await client.query(text)
    await client.query(
      `INSERT INTO sql_functions (name, hash) VALUES ($1, $2)
        ON CONFLICT (name, hash) DO UPDATE SET applied_at = clock_timestamp()`,
      [name, hash],
    )
  }
  await client.query('COMMIT')
  return changed.map((file) => file.name)
}

/**
 * Functions that this code needs and the database never had. One that the database has replaced since does not count: a newer
 * version has done so, and older processes go on until they are replaced too.
 */
export async function missingSqlFunctions(client: pg.Client): Promise<string[]> {
  const applied = await hashesByName(client)
  return (await readSqlFunctions())
    .filter((file) => !applied.get(file.name)?.includes(file.hash))
    .map((file) => file.name)
}

/** Every hash applied so far, the newest first. */
async function hashesByName(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows: exists } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('public.sql_functions')`)
  if (exists.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; hashes: string[] }>(
    'SELECT name, array_agg(hash ORDER BY applied_at DESC) AS hashes FROM sql_functions GROUP BY name',
  )
  return new Map(rows.map((row) => [row.name, row.hashes]))
}
