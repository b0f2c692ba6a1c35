import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { openQueuePool } from '../jobs/queue.ts'
import { openPool } from './db.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
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

test.each([
  ['of requests', () => openPool(database.ownerUrl, 2)],
  ['of jobs', () => openQueuePool(database.ownerUrl, 2)],
])('a pool %s outlives a connection that the database ends while nothing uses it', async (_of, open) => {
  const pool = open()
  const pid = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
  const before = await pid()
  await owner.query('SELECT pg_terminate_backend($1)', [before])
  await expect.poll(() => pool.totalCount).toBe(0)
  expect(await pid()).not.toBe(before)
  await pool.end()
})
