import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hasRedis, type RunningRedis, startRedis } from '../../testing/redis.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { Bus } from './bus.ts'
import { sql } from '../db/db.ts'
import { type EventFeed, openFeed } from './event-feed.ts'
import { event, publish } from './events.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const tested = event('test', z.object({ n: z.int() }))
const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop()
})

/** Two processes of one installation. */
async function two(env: Record<string, string> = {}): Promise<[TestServer, TestServer]> {
  const one = await startTestServer({ databaseOf: server, env })
  const other = await startTestServer({ databaseOf: server, env })
  open.push(one, other)
  return [one, other]
}
async function hear({ ctx }: { ctx: { bus: Bus } }): Promise<{ signals: unknown[]; wakes: () => number }> {
  const signals: unknown[] = []
  let wakes = 0
  await ctx.bus.listen({ onWake: () => wakes++, onSignal: (signal) => void signals.push(signal) })
  return { signals, wakes: () => wakes }
}

/** What both transports do. */
const behaves = (env: () => Record<string, string>) => {
  test('a signal reaches every process once, its own included; one that is too large only its own', async () => {
    const [one, other] = await two(env())
    const [here, there] = [await hear(one), await hear(other)]
    one.ctx.bus.signal({ n: 1 })
    one.ctx.bus.signal({ large: 'x'.repeat(9_000) })
    one.ctx.bus.signal({ n: 2 })
    await expect.poll(() => there.signals).toEqual([{ n: 1 }, { n: 2 }])
    expect(here.signals).toHaveLength(3)
  })

  test('many commits wake another process with few messages', async () => {
    const [one, other] = await two(env())
    const there = await hear(other)
    for (let times = 0; times < 500; times++) one.ctx.bus.wake()
    one.ctx.bus.signal('end')
    await expect.poll(() => there.signals).toEqual(['end'])
    expect(there.wakes()).toBeLessThan(20)
  })

  test('a process that closes while it notifies others comes to its end', async () => {
    const one = await startTestServer({ databaseOf: server, env: env() })
    one.ctx.bus.wake()
    // The first message is on its way, the next one waits for it.
    await Promise.resolve()
    one.ctx.bus.wake()
    await one.stop()
    await new Promise((resolve) => setImmediate(resolve))
    one.ctx.bus.wake()
  })

  test('an event arrives in another process, whichever it was written by', async () => {
    const [one, other] = await two(env())
    const seen: unknown[] = []
    const feed: EventFeed = await openFeed(other.ctx, {
      historyMax: 10,
      idsOf: ({ payload }) => tested.idsOf(payload),
      prepare: ({ event }) => Promise.resolve(() => void seen.push(event.payload['n'])),
    })
    open.push(feed)
    const there = await hear(other)
    await one.ctx.transaction((tx) => publish(tx, tested, { n: 1 }))
    await expect.poll(() => there.wakes()).toBeGreaterThan(0)
    await expect.poll(() => seen).toEqual([1])
  })
}

describe('over PostgreSQL', () => {
  behaves(() => ({}))

  test('a connection that is lost is opened again, and what was missed is read', async () => {
    const [one, other] = await two()
    const there = await hear(other)
    const cut = () =>
      sql<{ n: number }>`SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
        WHERE application_name = 'fanlight bus' AND datname = current_database() AND usename = current_user`
    // As the owner: the application may not end connections.
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: server.ownerUrl })
    await owner.connect()
    await owner.query(cut().compile(one.ctx.db).sql)
    await owner.end()
    const before = there.wakes()
    await expect.poll(() => there.wakes(), { timeout: 10_000 }).toBeGreaterThan(before)
    one.ctx.bus.signal('again')
    await expect.poll(() => there.signals, { timeout: 10_000 }).toContain('again')
  })
})

describe.skipIf(!hasRedis)('over Redis', () => {
  let redis: RunningRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())
  behaves(() => ({ REDIS_URL: redis.url }))

  test('while Redis is away, commits go on and events are read by polling', async () => {
    const own = await startRedis()
    const [one, other] = await two({ REDIS_URL: own.url, LOG_LEVEL: 'silent' })
    const seen: unknown[] = []
    const feed = await openFeed(other.ctx, {
      historyMax: 10,
      idsOf: ({ payload }) => tested.idsOf(payload),
      prepare: ({ event }) => Promise.resolve(() => void seen.push(event.payload['n'])),
    })
    open.push(feed)
    await own.stop()
    await one.ctx.transaction((tx) => publish(tx, tested, { n: 1 }))
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1])
    const back = await startRedis(Number(new URL(own.url).port))
    open.unshift(back)
    const there = await hear(other)
    await expect
      .poll(() => (one.ctx.bus.signal('back'), there.signals), { timeout: 20_000, interval: 200 })
      .toContain('back')
  })
})
if (!hasRedis) console.log('redis-server is not installed: the tests of the bus over Redis are skipped')
