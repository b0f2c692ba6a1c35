import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('every test database has all tables and is its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new pg.Client({ connectionString: first.ownerUrl })
  await client.connect()
  const { rows } = await client.query('SELECT count(*)::int AS tables FROM pg_class WHERE relname = $1', ['accounts'])
  await client.end()
  expect(rows).toEqual([{ tables: 1 }])
  expect(first.ownerUrl).not.toBe(second.ownerUrl)
  await Promise.all([first.drop(), second.drop()])
})
