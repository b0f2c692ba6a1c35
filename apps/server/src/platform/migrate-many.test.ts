import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onServer, withDatabase } from '../testing/cluster.ts'

// A site with people on it is brought up to date: what a migration holds does not grow with them. PostgreSQL keeps all locks of all
// transactions in one table of some thousands of places, and whoever fills it is turned back.

const folder = new URL('../../migrations/', import.meta.url)
const server = process.env['TEST_CLUSTER_URL']!
const name = `test_${randomBytes(8).toString('hex')}`
const creators = 300
let db: pg.Client
beforeAll(async () => {
  await onServer(server, `CREATE DATABASE ${name}`)
  db = new pg.Client({ connectionString: withDatabase(server, name) })
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

test('a site with creators is brought up to date without a lock for each of them', async () => {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const run = async (those: string[]) => {
    for (const file of those) await db.query(readFileSync(new URL(file, folder), 'utf8'))
  }
  const withoutListings = files.filter((file) => file < '0048')
  await db.query('BEGIN')
  await run(withoutListings)
  await db.query('COMMIT')
  await db.query(
    `WITH made AS (INSERT INTO accounts (role, email, username, name, email_verified_at)
        SELECT 'performer', 'creator' || n || '@example.test', 'creator' || n, 'Creator ' || n, now() FROM generate_series(1, $1::int) n RETURNING id)
      INSERT INTO performers (account_id, verification_status, date_of_birth) SELECT id, 'approved', '1990-01-01' FROM made`,
    [creators],
  )
  await db.query('BEGIN')
  await run(files.filter((file) => !withoutListings.includes(file)))
  // What waits for the end of the transaction is done now, while its locks can be counted.
  await db.query('SET CONSTRAINTS ALL IMMEDIATE')
  const { rows } = await db.query<{ advisory: number; listed: number }>(
    `SELECT (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS advisory,
      (SELECT count(*)::int FROM performer_listings WHERE username IS NOT NULL) AS listed`,
  )
  await db.query('COMMIT')
  expect(rows).toEqual([{ advisory: 0, listed: creators }])
}, 60_000)
