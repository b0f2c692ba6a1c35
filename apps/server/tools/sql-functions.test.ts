import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSqlFunctions } from '../src/platform/db/sql-functions.ts'
import { createTestDatabase, type TestDatabase } from '../src/testing/database.ts'

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

const definitions = async () =>
  (
    await owner.query<{ name: string; definition: string }>(
      `SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname IN ('public', 'fake_stripe') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        ORDER BY p.proname, p.oid`,
    )
  ).rows
const views = async () =>
  (await owner.query(`SELECT FROM pg_views WHERE schemaname IN ('public', 'fake_stripe')`)).rowCount

it('has one file in sql/functions for each function of the database, and nothing else is defined elsewhere', async () => {
  const files = await readSqlFunctions()
  expect((await definitions()).map((definition) => definition.name)).toEqual(files.map((file) => file.name))
  for (const { name, text } of files)
    expect(text.match(/^CREATE OR REPLACE FUNCTION \w+/gm)).toEqual([`CREATE OR REPLACE FUNCTION ${name}`])
  expect(await views()).toBe(0)
})

it('has in the database what the files say, settings included', async () => {
  const before = await definitions()
  await owner.query('BEGIN')
  await owner.query('SET LOCAL check_function_bodies = off')
  for (const { text } of await readSqlFunctions()) await owner.query(text)
  expect(await definitions()).toEqual(before)
  await owner.query('ROLLBACK')
})
