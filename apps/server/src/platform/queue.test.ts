import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { enqueue, runJobs } from './queue.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('a job that takes longer than several heartbeats runs once', async () => {
  const started: number[] = []
  const slow = async () => {
    started.push(Date.now())
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  }
  const runner = await runJobs(server.ctx, server.ownerUrl, { slow }, 2)
  await server.ctx.transaction((tx) => enqueue(tx, 'slow', {}))
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  await runner.stop()
  expect(started).toHaveLength(1)
}, 60_000)
