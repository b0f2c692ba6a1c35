import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded, prepareEmbedded, prepareOwnDatabase } from './database.ts'
import { loadConfig } from './platform/config.ts'
import { assertRole } from './platform/db/db.ts'
import { clusterFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { createTestDatabase } from './testing/database.ts'

// Shown here: what docs/operating.md promises about backups before an update, and about going back.

let dataDir: string
let output: string[]
const log = (line: string) => void output.push(line)
const running: EmbeddedPostgres[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fanlight-update-'))
  output = []
})
afterEach(async () => {
  for (const started of running.splice(0)) await started.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
const startAndKeep = async (postgres: Promise<EmbeddedPostgres>) => {
  const started = await postgres
  running.push(started)
  return started
}
/** A database of a version that knew no migration of ours yet, with something in it. */
const older = `CREATE TABLE schema_migrations (name text PRIMARY KEY, additive boolean NOT NULL, job text, job_enqueued_at timestamptz,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE treasure AS SELECT 7 AS n`

test('before an update the database is copied, and the copy brings the old one back', {
  timeout: 120_000,
}, async () => {
  const before = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  await query(before.url, older)
  await before.stop()

  const updated = await startAndKeep(prepareEmbedded(dataDir, log))
  expect(await query(updated.url, 'SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 0 }])
  const [, backup = ''] = /The backup is (.+)\.$/m.exec(output.join('\n')) ?? []
  expect(output[1]).toBe('Backing up the database before it is changed.')
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
  await updated.stop()

  // The way back that the manual describes.
  const cluster = clusterFolder(dataDir)
  rmSync(cluster, { recursive: true })
  cpSync(backup, cluster, { recursive: true })
  const back = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  expect(await query(back.url, 'SELECT n FROM treasure')).toEqual([{ n: 7 }])
  expect(await query(back.url, `SELECT to_regclass('accounts') AS found`)).toEqual([{ found: null }])
})

test('a command changes no tables of an older version, and makes those of a new site', {
  timeout: 120_000,
}, async () => {
  const made = await startAndKeep(openEmbedded(dataDir, log))
  expect(await query(made.url, 'SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 0 }])
  await query(made.url, `DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`)
  await query(made.url, `INSERT INTO settings (key, value) VALUES ('siteName', '"Lantern House"')`)
  await made.stop()
  await expect(openEmbedded(dataDir, log)).rejects.toThrow('lacks 1 migrations. Nothing was changed')
})

test('sessions that lost their role on the way are refused at the start', { timeout: 120_000 }, async () => {
  const made = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  const pool = new pg.Pool({ connectionString: made.url, max: 1 })
  // A pool says that it has ended before its sockets are closed: the server, stopped meanwhile, tells them of it.
  pool.on('error', () => {})
  await expect(assertRole(pool)).rejects.toThrow('ignore_startup_parameters')
  await pool.query('CREATE ROLE fanlight_app; SET ROLE fanlight_app')
  await expect(assertRole(pool)).rejects.toThrow('with a statement_timeout of 0')
  await pool.query("SET statement_timeout = '30s'")
  await assertRole(pool)
  await pool.end()
})

test('a start without an update backs up nothing, and older code refuses a newer database', {
  timeout: 120_000,
}, async () => {
  const first = await startAndKeep(prepareEmbedded(dataDir, log))
  await first.stop()
  output = []
  const second = await startAndKeep(prepareEmbedded(dataDir, log))
  expect(output).toEqual(['Starting PostgreSQL.'])
  expect(readdirSync(dataDir)).not.toContain('backups')
  await query(second.url, `INSERT INTO schema_migrations (name, additive) VALUES ('9999_from_the_future', false)`)
  await second.stop()
  await expect(prepareEmbedded(dataDir, log)).rejects.toThrow(
    'This database was made by a newer Fanlight (it has 9999_from_the_future). Start the newer version, or restore the backup',
  )
  // Nothing runs on after a refusal.
  const again = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  expect(await query(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a data folder from before the first release is refused with instructions, and left as it is', {
  timeout: 120_000,
}, async () => {
  const before = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  await query(before.url, 'CREATE TABLE kysely_migration (name text); CREATE TABLE treasure AS SELECT 7 AS n')
  await before.stop()
  await expect(prepareEmbedded(dataDir, log)).rejects.toThrow('run `npm run demo:reset`')
  const again = await startAndKeep(startEmbeddedPostgres({ dataDir, log: () => {} }))
  expect(await query(again.url, 'SELECT n FROM treasure')).toEqual([{ n: 7 }])
  expect(await query(again.url, `SELECT to_regclass('accounts') AS found`)).toEqual([{ found: null }])
})

test('a database of the operator’s own is dumped, or the start says that it was not', async () => {
  const database = await createTestDatabase()
  const config = loadConfig({ DATA_DIR: dataDir }, [])
  try {
    await query(
      database.ownerUrl,
      `DROP SCHEMA public CASCADE; DROP SCHEMA fake_stripe CASCADE; CREATE SCHEMA public; ${older}`,
    )
    await prepareOwnDatabase(config, database.ownerUrl, log)
    expect(output[0]).toBe('Backing up the database before it is changed.')
    expect(output[1]).toMatch(/^The backup is .+\.dump\.$|^No backup was taken \(.+\): .+ yours to take\.$/)
    expect(await query(database.ownerUrl, 'SELECT n FROM treasure')).toEqual([{ n: 7 }])
  } finally {
    await database.drop()
  }
})
