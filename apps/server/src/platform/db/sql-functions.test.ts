import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate, pendingFunctions } from './migrate.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const definition = async () =>
  (await owner.query<{ text: string }>(`SELECT pg_get_functiondef('months_after'::regproc) AS text`)).rows[0]!.text
const times = async () =>
  (
    await owner.query<{ name: string; at: string }>(
      `SELECT name, max(applied_at)::text AS at FROM sql_functions GROUP BY 1 ORDER BY 1`,
    )
  ).rows

test('a function whose file changed is replaced, and no other is touched', async () => {
  const wanted = await definition()
  const before = await times()
  // As if an earlier version had been applied.
  await owner.query(`UPDATE sql_functions SET hash = 'earlier' WHERE name = 'months_after'`)
  await owner.query(
    `CREATE OR REPLACE FUNCTION months_after(p_anchor timestamptz, p_months integer) RETURNS timestamptz LANGUAGE sql AS 'SELECT p_anchor'`,
  )
  expect(await pendingFunctions(database.ownerUrl)).toEqual(['months_after'])
  await migrate(database.ownerUrl)
  expect(await definition()).toBe(wanted)
  expect((await times()).filter((time, n) => time.at !== before[n]!.at).map((time) => time.name)).toEqual([
    'months_after',
  ])
})

test('a process goes on with functions that a newer version has replaced; migrating with the older code brings its own back', async () => {
  const wanted = await definition()
  await owner.query(`INSERT INTO sql_functions (name, hash) VALUES ('months_after', 'newer')`)
  await owner.query(
    `CREATE OR REPLACE FUNCTION months_after(p_anchor timestamptz, p_months integer) RETURNS timestamptz LANGUAGE sql AS 'SELECT p_anchor'`,
  )
  expect(await pendingFunctions(database.ownerUrl)).toEqual([])
  await migrate(database.ownerUrl)
  expect(await definition()).toBe(wanted)
})
