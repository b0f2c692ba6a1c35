import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { row, sql } from './db.ts'
import { enqueue, runJobs } from './queue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

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
  const runner = await runJobs(server.ctx, server.ownerUrl, { slow }, 2)
  await server.ctx.transaction((tx) => enqueue(tx, 'slow', {}))
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(1)
  await heartbeats(3)
  await runner.stop()
  expect(started).toHaveLength(1)
}, 60_000)
