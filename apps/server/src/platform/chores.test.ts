import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { type Chore, startChores } from './chores.ts'
import { sql } from './db.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ env: { DATABASE_POOL: '3' } })
})
afterEach(() => server.stop())

test('many chores at once on few connections all get their turn', async () => {
  const failed = vi.spyOn(server.ctx.log, 'error')
  const ran = new Map<string, number>()
  const chores: Chore[] = Array.from({ length: 12 }, (_, n) => ({
    name: `chore ${n}`,
    everyMs: 10,
    run: async (ctx) => {
      await ctx.transaction(({ db }) => sql`SELECT pg_sleep(0.005)`.execute(db))
      ran.set(`chore ${n}`, (ran.get(`chore ${n}`) ?? 0) + 1)
    },
  }))
  const stop = startChores(server.ctx, chores)
  try {
    await expect.poll(() => [...ran.values()].filter((times) => times >= 3).length).toBe(12)
  } finally {
    await stop()
  }
  expect(failed).not.toHaveBeenCalled()
})

test('a chore that fails is told, and has its turn again', async () => {
  const told = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  let turns = 0
  const run = async () => {
    turns += 1
    if (turns === 1) throw new Error('not this time')
  }
  const stop = startChores(server.ctx, [{ name: 'a test', everyMs: 10, run }])
  await expect.poll(() => turns).toBeGreaterThan(1)
  await stop()
  expect(told).toHaveBeenCalledOnce()
})
