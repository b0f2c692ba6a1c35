import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onServer, withDatabase } from '../../testing/cluster.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { type Migration, parseMigration, readMigrations } from './migration-files.ts'

const server = process.env['TEST_CLUSTER_URL']!
const { TEST_CLUSTER_TEMPLATE: template } = process.env
const made: string[] = []
let url: string
let db: pg.Client
let released: Migration[]

async function emptyDatabase(from = 'template0'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${from} ENCODING 'UTF8'`)
  made.push(name)
  return withDatabase(server, name)
}
const connect = async (to: string) => {
  const client = new pg.Client({ connectionString: to })
  client.on('error', () => {})
  await client.connect()
  return client
}

beforeAll(async () => {
  released = await readMigrations()
})
beforeEach(async () => {
  url = await emptyDatabase(template)
  db = await connect(url)
  return () => db.end()
})
afterAll(async () => {
  for (const name of made) await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

const withMore = (...more: [name: string, text: string][]) => [
  ...released,
  ...more.map(([name, text]) => parseMigration(name, text)),
]
const tables = async (pattern: string) =>
  (
    await db.query<{ relname: string }>('SELECT relname FROM pg_class WHERE relname LIKE $1 ORDER BY 1', [pattern])
  ).rows.map((row) => row.relname)
const applied = async () =>
  (await db.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).rows.map((row) => row.name)
/** Waits until a session of the migration is blocked by a lock of this type. */
const waiting = (query: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await db.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
        [`${query}%`],
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.pid
    },
    { timeout: 20_000 },
  )

test('options are read from the head of a file', () => {
  expect(
    parseMigration(
      'x',
      '-- Why.\n-- transaction: none\n-- additive\n-- needs: a, b\n-- job: fill\n\nSELECT 1;\n-- transaction: x\n',
    ),
  ).toMatchObject({ inTransaction: false, additive: true, needs: ['a', 'b'], job: 'fill' })
  expect(parseMigration('x', '-- Why.\nSELECT 1;\n-- additive\n')).toMatchObject({
    inTransaction: true,
    additive: false,
  })
})

test('a database that a newer version changed is refused, unless all it added is additive', async () => {
  await migrate(url, withMore(['9001_a', '-- additive\nCREATE TABLE extra_a (id int);']))
  expect(await pendingMigrations(url)).toEqual([])
  expect(await migrate(url)).toEqual([])
  await migrate(
    url,
    withMore(['9001_a', '-- additive\nCREATE TABLE extra_a (id int);'], ['9002_b', 'CREATE TABLE extra_b (id int);']),
  )
  await expect(pendingMigrations(url)).rejects.toThrow(/newer Fanlight \(it has 9002_b\)/)
  await expect(migrate(url)).rejects.toThrow(/newer Fanlight/)
})

test('where the database is newer, its functions are left as they are', async () => {
  await migrate(url, withMore(['9001_a', '-- additive\nCREATE TABLE extra_a (id int);']))
  await db.query(`INSERT INTO sql_functions (name, hash) VALUES ('months_after', 'newer')`)
  const newest = `SELECT hash FROM sql_functions WHERE name = 'months_after' ORDER BY applied_at DESC LIMIT 1`
  await migrate(url)
  expect((await db.query(newest)).rows).toEqual([{ hash: 'newer' }])
})

test('a database from before the first release is refused with instructions, and left as it is', async () => {
  await db.query('DROP TABLE schema_migrations')
  await db.query('CREATE TABLE kysely_migration (name text)')
  const before = await tables('%')
  await expect(pendingMigrations(url)).rejects.toThrow(/npm run demo:reset/)
  await expect(migrate(url)).rejects.toThrow(/Nothing in it was changed/)
  expect(await tables('%')).toEqual(before)
})

test('each file is a transaction of its own: one that fails keeps those before it, and nothing of itself', async () => {
  const wrong = withMore(
    ['9001_a', 'CREATE TABLE extra_a (id int);'],
    ['9002_b', 'CREATE TABLE extra_b (id int); SELECT 1 / 0;'],
  )
  await expect(migrate(url, wrong)).rejects.toThrow(/division by zero/)
  expect(await tables('extra\\_%')).toEqual(['extra_a'])
  expect((await applied()).at(-1)).toBe('9001_a')
})

test('two nodes at once: each migration is applied once, and both end well', async () => {
  const empty = await emptyDatabase()
  const done = await Promise.all([migrate(empty), migrate(empty)])
  expect(done.flat()).toEqual(released.map((migration) => migration.name))
})

test('two nodes at once with an index built concurrently: neither waits for the other for ever', async () => {
  const files = withMore([
    '9001_a',
    '-- transaction: none\nCREATE INDEX CONCURRENTLY IF NOT EXISTS extra_index ON accounts (locale);',
  ])
  const done = await Promise.all([migrate(url, files), migrate(url, files)])
  expect(done.flat()).toEqual(['9001_a'])
})

test('a node killed in the middle of a file leaves nothing of it, and the next one goes on', async () => {
  const files = withMore(
    ['9001_a', 'CREATE TABLE extra_a (id int);'],
    ['9002_b', 'CREATE TABLE extra_b (id int); SELECT pg_advisory_xact_lock(1); CREATE TABLE extra_c (id int);'],
  )
  const other = await connect(url)
  await other.query('SELECT pg_advisory_lock(1)')
  const killed = expect(migrate(url, files)).rejects.toThrow()
  await db.query('SELECT pg_terminate_backend($1)', [await waiting('CREATE TABLE extra_b')])
  await killed
  expect(await tables('extra\\_%')).toEqual(['extra_a'])
  await other.end()
  expect(await migrate(url, files)).toEqual(['9002_b'])
  expect(await tables('extra\\_%')).toEqual(['extra_a', 'extra_b', 'extra_c'])
})

test('an index that a killed node left invalid is dropped and built again', async () => {
  const files = withMore([
    '9001_a',
    '-- transaction: none\nCREATE INDEX CONCURRENTLY IF NOT EXISTS extra_index ON accounts (locale);',
  ])
  const valid = async () =>
    (await db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('extra_index')`)).rows
  const other = await connect(url)
  // The index build waits for a transaction that has written to the table.
  await other.query('BEGIN')
  await other.query(`UPDATE accounts SET locale = locale`)
  const killed = expect(migrate(url, files)).rejects.toThrow()
  await db.query('SELECT pg_terminate_backend($1)', [await waiting('CREATE INDEX CONCURRENTLY')])
  await killed
  await other.query('COMMIT')
  await other.end()
  expect(await valid()).toEqual([{ indisvalid: false }])
  expect(await migrate(url, files)).toEqual(['9001_a'])
  expect(await valid()).toEqual([{ indisvalid: true }])
})

test('a table in use is tried again: the migration gives way, and comes through once the table is free', async () => {
  const files = withMore(['9001_a', 'ALTER TABLE accounts ADD COLUMN extra_column int;'])
  const other = await connect(url)
  await other.query('BEGIN')
  await other.query('LOCK TABLE accounts IN ACCESS SHARE MODE')
  const done = migrate(url, files)
  await waiting('ALTER TABLE accounts')
  // The migration's lock request times out by itself; meanwhile the session queued behind it gets its lock on the table.
  const reader = await connect(url)
  await reader.query('SELECT count(*) FROM accounts')
  await reader.end()
  await other.query('COMMIT')
  await other.end()
  expect(await done).toEqual(['9001_a'])
})

test('a long back-fill is a job, enqueued once', async () => {
  const files = withMore([
    '9001_a',
    '-- additive\n-- job: fill_extra\nALTER TABLE accounts ADD COLUMN extra_column int;',
  ])
  await migrate(url, files)
  await migrate(url, files)
  const { rows } = await db.query(
    `SELECT t.identifier FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE j.key = 'fill_extra'`,
  )
  expect(rows).toEqual([{ identifier: 'fill_extra' }])
})
