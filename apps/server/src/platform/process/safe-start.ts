import pg from 'pg'
import { isLocalHost } from '../http/origin.ts'

/** The settings that the database server must have before it stores records of people's money. */
const REQUIRED = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply', 'remote_write', 'local'],
  data_sync_retry: ['off'],
  data_checksums: ['on'],
} as const

/** Lists every reason not to run in production on this database; empty when there is none. */
export async function databaseWeaknesses(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Queried on a connection with the account and database in use, so that settings per account or database are included.
    const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
      Object.keys(REQUIRED),
    ])
    const settings = new Map(rows.map((row: { name: string; setting: string }) => [row.name, row.setting]))
    const problems = Object.entries(REQUIRED)
      .filter(([name, allowed]) => !(allowed as readonly string[]).includes(settings.get(name) ?? ''))
      .map(([name, allowed]) => `PostgreSQL's ${name} is ${settings.get(name)}; production needs ${allowed[0]}`)
    const encrypted = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    if (!encrypted.rows[0]?.ssl && !isThisMachine(url)) {
      problems.push('DATABASE_URL: the connection to another machine is not encrypted (add sslmode=verify-full)')
    }
    return problems
  } finally {
    await client.end()
  }
}

function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === '' || isLocalHost(hostname)
}
