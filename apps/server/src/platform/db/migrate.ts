import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertMayPrepare } from './database-rights.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { applySqlFunctions, missingSqlFunctions, readSqlFunctions } from './sql-functions.ts'
import { sqlStatements } from './sql-statements.ts'

const grants = new URL('../../../grants.sql', import.meta.url)
const LOCK_KEY = 7205759403
const LOCK_POLL_MS = 200
// A session that waits for a table lock blocks all sessions queued behind it: time out soon, and retry.
const LOCK_TIMEOUT = '3s'
const TRIES = 20
const RETRY_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** Names of the migrations that this database lacks. Throws where this code can't work with it. */
export async function pendingMigrations(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const { pending } = await compare(client, await readMigrations())
    return pending.map((migration) => migration.name)
  })
}

/** Names of the functions that this code needs and the database does not have. */
export async function pendingFunctions(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, missingSqlFunctions)
}

/** Brings tables, functions and permissions to what this code needs. Safe to repeat, and on several nodes at once. */
export async function migrate(ownerUrl: string, migrations?: Migration[]): Promise<string[]> {
  return withClient(ownerUrl, (client) =>
    alone(client, async () => {
      const { pending, isNewer } = await compare(client, migrations ?? (await readMigrations()))
      await assertMayPrepare(client)
      await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`)
      await client.query('SET statement_timeout = 0')
      for (const migration of pending) await untilLocked(migration.name, () => apply(client, migration))
      // A failure is thrown; the rest of what it logs is for its makers.
      const { Logger, runMigrations } = await import('graphile-worker')
      await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => {}) })
      // A newer version has applied its own.
      if (!isNewer) await applySqlFunctions(client)
      await enqueueJobs(client)
      await client.query(await readFile(grants, 'utf8'))
      return pending.map((migration) => migration.name)
    }),
  )
}

/** Makes the roles that the tables name, before a dump is restored. Throws like `migrate` where the account may not. */
export async function prepareRoles(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await assertMayPrepare(client)
    await client.query((await readFile(grants, 'utf8')).split('GRANT USAGE ON SCHEMA')[0]!)
  })
}

/** Which migrations are applied and which are pending. Rejects a database that can't be migrated, with a clear message. */
async function compare(client: pg.Client, known: Migration[]): Promise<{ pending: Migration[]; isNewer: boolean }> {
  if (Number((await client.query('SHOW server_version_num')).rows[0].server_version_num) < 150000)
    throw new Error('Fanlight needs PostgreSQL 15 or newer.')
  const { rows: tables } = await client.query<{ ours: boolean; before: boolean }>(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS ours, to_regclass('public.kysely_migration') IS NOT NULL AS before`,
  )
  if (tables[0]!.before && !tables[0]!.ours)
    throw new Error(
      'This database was made before the first release, and can’t be brought up to date. Nothing in it was changed. To begin afresh with the demo, run `npm run demo:reset`; to keep it, set DATA_DIR or DATABASE_URL to another place.',
    )
  if (!tables[0]!.ours) return { pending: known, isNewer: false }
  const { rows: applied } = await client.query<{ name: string; additive: boolean }>(
    'SELECT name, additive FROM schema_migrations ORDER BY name',
  )
  const newer = applied.filter((row) => !known.some((migration) => migration.name === row.name))
  const breaking = newer.filter((row) => !row.additive)
  if (breaking.length > 0)
    throw new Error(
      `This database was made by a newer Fanlight (it has ${breaking.map((row) => row.name).join(', ')}). Start the newer version, or restore the backup taken before it.`,
    )
  const names = new Set(applied.map((row) => row.name))
  return { pending: known.filter((migration) => !names.has(migration.name)), isNewer: newer.length > 0 }
}

/**
 * One node at a time, by polling: a session that waits in pg_advisory_lock holds a snapshot, which CREATE INDEX CONCURRENTLY of the
 * node that has the lock would wait for.
 */
async function alone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [LOCK_KEY])
    if (rows[0]!.got) break
    await sleep(LOCK_POLL_MS)
  }
  // The lock ends with the connection.
  return work()
}

async function untilLocked(name: string, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (tries === TRIES)
        throw new Error(`Migration ${name} could not lock its tables in ${TRIES} tries: something holds them for long.`)
      await sleep(RETRY_MS)
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, additive boolean NOT NULL, job text, job_enqueued_at timestamptz, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
  )
  const note = () =>
    client.query('INSERT INTO schema_migrations (name, additive, job) VALUES ($1, $2, $3)', [
      migration.name,
      migration.additive,
      migration.job,
    ])
  if (!migration.inTransaction) {
    for (const statement of sqlStatements(migration.text)) await runAlone(client, statement)
    await note()
    return
  }
  await client.query('BEGIN')
  try {
    await client.query('SET LOCAL check_function_bodies = off')
    for (const needed of await neededFunctions(migration)) await client.query(needed)
    await client.query(migration.text)
    await note()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function neededFunctions({ name, needs }: Migration): Promise<string[]> {
  const functions = await readSqlFunctions()
  return needs.map((needed) => {
    const found = functions.find((file) => file.name === needed)
    if (!found) throw new Error(`Migration ${name} needs the function ${needed}, which is not in sql/functions.`)
    return found.text
  })
}

const CONCURRENT_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+)/i

async function runAlone(client: pg.Client, statement: string): Promise<void> {
  const index = statement.match(CONCURRENT_INDEX)?.[1]
  if (index) {
    // An interrupted build leaves an invalid index: it blocks the new build, and no query uses it.
    const { rows } = await client.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      index,
    ])
    if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`)
  }
  // Its locks block neither reads nor writes, so it may wait for them without a timeout.
  const waits = /^(CREATE|DROP|REINDEX)\b.* CONCURRENTLY\b/i.test(statement)
  await client.query(`SET lock_timeout = '${waits ? '0' : LOCK_TIMEOUT}'`)
  try {
    await client.query(statement)
  } finally {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`).catch(() => {})
  }
}

/** Once for each migration that has one. */
async function enqueueJobs(client: pg.Client): Promise<void> {
  await client.query(
    `WITH due AS (UPDATE schema_migrations SET job_enqueued_at = clock_timestamp() WHERE job IS NOT NULL AND job_enqueued_at IS NULL RETURNING job)
      SELECT enqueue_job(job, '{}', NULL, now(), 25, job) FROM due`,
  )
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection is reported by the query that was running on it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
