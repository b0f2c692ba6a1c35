import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareEmbedded, prepareOwnDatabase } from './database.ts'
import { loadConfig } from './platform/config.ts'
import { clusterFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createTestDatabase } from './testing/database.ts'

// Shown here: what docs/operating.md promises about backups before an update, and about going back.

let dataDir: string
let said: string[]
const say = (line: string) => void said.push(line)
const running: EmbeddedPostgres[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fanlight-update-'))
  said = []
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
const kept = async (postgres: Promise<EmbeddedPostgres>) => {
  const one = await postgres
  running.push(one)
  return one
}
/** A database of a version that knew no migration of ours yet, with something in it. */
const older = `CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
  CREATE TABLE treasure AS SELECT 7 AS n`

test('before an update the database is copied, and the copy brings the old one back', {
  timeout: 120_000,
}, async () => {
  const before = await kept(startEmbeddedPostgres({ dataDir, log: () => {} }))
  await ask(before.url, older)
  await before.stop()

  const updated = await kept(prepareEmbedded(dataDir, say))
  expect(await ask(updated.url, 'SELECT count(*)::int AS n FROM accounts')).toEqual([{ n: 0 }])
  const [, backup = ''] = /The backup is (.+)\.$/m.exec(said.join('\n')) ?? []
  expect(said[1]).toBe('Backing up the database before it is changed.')
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
  await updated.stop()

  // The way back that the manual describes.
  const cluster = clusterFolder(dataDir)
  rmSync(cluster, { recursive: true })
  cpSync(backup, cluster, { recursive: true })
  const back = await kept(startEmbeddedPostgres({ dataDir, log: () => {} }))
  expect(await ask(back.url, 'SELECT n FROM treasure')).toEqual([{ n: 7 }])
  expect(await ask(back.url, `SELECT to_regclass('accounts') AS found`)).toEqual([{ found: null }])
})

test('a start without an update backs up nothing, and older code refuses a newer database', {
  timeout: 120_000,
}, async () => {
  const first = await kept(prepareEmbedded(dataDir, say))
  await first.stop()
  said = []
  const second = await kept(prepareEmbedded(dataDir, say))
  expect(said).toEqual(['Starting PostgreSQL.'])
  expect(readdirSync(dataDir)).not.toContain('backups')
  await ask(second.url, `INSERT INTO kysely_migration VALUES ('9999_from_the_future', now()::text)`)
  await second.stop()
  await expect(prepareEmbedded(dataDir, say)).rejects.toThrow(
    'This database was made by a newer Fanlight (it has 9999_from_the_future). Start the newer version, or restore the backup',
  )
  // Nothing runs on after a refusal.
  const again = await kept(startEmbeddedPostgres({ dataDir, log: () => {} }))
  expect(await ask(again.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a database of the operator’s own is dumped, or the start says that it was not', async () => {
  const database = await createTestDatabase()
  const config = loadConfig({ DATA_DIR: dataDir }, [])
  try {
    await ask(
      database.ownerUrl,
      `DROP SCHEMA public CASCADE; DROP SCHEMA sandbox CASCADE; CREATE SCHEMA public; ${older}`,
    )
    await prepareOwnDatabase(config, database.ownerUrl, say)
    expect(said[0]).toBe('Backing up the database before it is changed.')
    expect(said[1]).toMatch(/^The backup is .+\.dump\.$|^No backup was taken \(.+\): .+ yours to take\.$/)
    expect(await ask(database.ownerUrl, 'SELECT n FROM treasure')).toEqual([{ n: 7 }])
  } finally {
    await database.drop()
  }
})
