import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pool } from 'pg'
import { z } from 'zod'
import { processFileJob } from '../../modules/media/jobs.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { row, sql } from '../db/db.ts'
import { handle, job } from './jobs.ts'
import { openQueuePool, runJobs } from './queue.ts'

const slowJob = job('slow', z.object({}))
const briefJob = job('brief', z.object({}))
let server: TestServer
let owner: Pool
beforeAll(async () => {
  server = await startTestServer()
  owner = openQueuePool(server.ownerUrl, 1)
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

it('a job that takes longer than several heartbeats runs once', async () => {
  const started: number[] = []
  const lastHeartbeat = async () =>
    (await row(server.ctx.db, sql<{ at: Date | null }>`SELECT max(heartbeat_at) AS at FROM workers`))!.at
  const heartbeats = async (count: number) => {
    for (let received = 0; received < count; received++) {
      const last = await lastHeartbeat()
      await expect.poll(lastHeartbeat).not.toEqual(last)
    }
  }
  const slow = async () => {
    started.push(Date.now())
    await heartbeats(3)
  }
  const runner = await runJobs(server.ctx, server.ownerUrl, [handle(slowJob, slow)], 2)
  await server.ctx.transaction((tx) => slowJob.enqueue(tx, {}))
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(1)
  await heartbeats(3)
  await runner.stop()
  expect(started).toHaveLength(1)
}, 60_000)

it('what ran while the worker was stopped is done, and does not run again', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const began = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const brief = async () => {
      began.resolve()
      await goOn.promise
    }
    const runner = await runJobs(server.ctx, server.ownerUrl, [handle(briefJob, brief)], 1)
    await server.ctx.transaction((tx) => briefJob.enqueue(tx, {}))
    await began.promise
    const stopped = runner.stop()
    // It is the last thing that stopping waits for.
    await setTimeout(50)
    goOn.resolve()
    await stopped
    const { rows } = await owner.query('SELECT FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL')
    expect(rows).toHaveLength(0)
  }
}, 60_000)

it('a test’s own worker runs every job of a queue, also those that follow another at once', async () => {
  for (let round = 0; round < 5; round++) {
    await server.ctx.transaction(async (tx) => {
      // Of files that do not exist: nothing is done.
      for (let n = 0; n < 20; n++)
        await processFileJob.enqueue(tx, { fileId: randomUUID() }, { queue: 'one-after-another' })
    })
    await server.work()
    expect(
      (await owner.query('SELECT FROM graphile_worker._private_jobs WHERE job_queue_id IS NOT NULL')).rows,
    ).toHaveLength(0)
  }
}, 60_000)

it('a job that failed at every attempt is deleted after a week, and others stay', async () => {
  await server.ctx.transaction(async (tx) => {
    for (const key of ['long-ago', 'lately', 'waiting'])
      await job('unknown-task', z.object({})).enqueue(tx, {}, { key })
  })
  await owner.query(`UPDATE graphile_worker._private_jobs SET attempts = CASE key WHEN 'waiting' THEN 1 ELSE max_attempts END,
    updated_at = CASE key WHEN 'lately' THEN now() ELSE now() - interval '8 days' END WHERE key IS NOT NULL`)
  const runner = await runJobs(server.ctx, server.ownerUrl, [], 1)
  await runner.stop()
  const { rows } = await owner.query('SELECT key FROM graphile_worker._private_jobs WHERE key IS NOT NULL ORDER BY key')
  expect(rows).toEqual([{ key: 'lately' }, { key: 'waiting' }])
})
