import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { handle, handlersByName, job } from './jobs.ts'
import { runJobs } from './queue.ts'

const countJob = job('count-things', z.object({ n: z.int() }), {
  attemptsMax: 3,
  formerly: ['countThings', 'count_things'],
})
let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

test('jobs that wait under a former name are handled like those of the present one', async () => {
  const seen: number[] = []
  const runner = await runJobs(
    server.ctx,
    server.ownerUrl,
    [handle(countJob, async (_ctx, { n }) => void seen.push(n))],
    1,
  )
  for (const [n, name] of ['countThings', 'count_things'].entries())
    await owner.query(`SELECT enqueue_job($1, json_build_object('n', $2::int), NULL, NULL, 8, NULL)`, [name, n])
  await countJob.enqueue(server.ctx, { n: 2 })
  await countJob.enqueueAll(server.ctx, [{ payload: { n: 3 } }, { payload: { n: 4 }, key: 'four' }])
  await countJob.enqueueAll(server.ctx, [])
  await expect.poll(() => seen.toSorted(), { timeout: 20_000 }).toEqual([0, 1, 2, 3, 4])
  await runner.stop()
})

test('a job has the attempts, key and time that it is enqueued with, or those of its kind', async () => {
  await countJob.enqueueAll(server.ctx, [{ payload: { n: 1 }, key: 'a', runAt: new Date('2999-01-01T00:00:00Z') }])
  await countJob.enqueue(server.ctx, { n: 1 }, { key: 'b', attemptsMax: 5, runAt: new Date('2999-01-01T00:00:00Z') })
  const { rows } =
    await owner.query(`SELECT j.key, j.max_attempts, extract(year FROM j.run_at)::int AS year, t.identifier
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE key IN ('a', 'b') ORDER BY key`)
  expect(rows).toEqual([
    { key: 'a', max_attempts: 3, year: 2999, identifier: 'count-things' },
    { key: 'b', max_attempts: 5, year: 2999, identifier: 'count-things' },
  ])
})

test('a name has one handler, also a former one', () => {
  const other = job('other', z.object({}), { formerly: ['countThings'] })
  const work = async () => {}
  expect(() => handlersByName([handle(countJob, work), handle(other, work)])).toThrow('countThings has two handlers')
  expect(() => handlersByName([handle(countJob, work), handle(countJob, work)])).toThrow(
    'count-things has two handlers',
  )
})
