import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { api } from '../../testing/api.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { Context } from '../context.ts'
import { row, rows, sql } from '../db/db.ts'
import {
  type EventSubscriber,
  handleAllEvents,
  on,
  onMany,
  registerSubscribers,
  type RunningSubscribers,
  startSubscribers,
  subscriber,
  triesMax,
} from './event-subscribers.ts'
import { event, eventsBetween, publish, publishAll, repeat } from './events.ts'
import { pruneOldRows } from '../jobs/prune.ts'

const counted = event('thing.counted', z.object({ n: z.int() }))
let server: TestServer
let owner: pg.Client
const running: RunningSubscribers[] = []
const children: ChildProcess[] = []
beforeEach(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  await owner.query('CREATE TABLE effects (n integer NOT NULL); GRANT ALL ON effects TO fanlight_app')
})
afterEach(async () => {
  for (const subscribers of running.splice(0)) await subscribers.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await owner.end()
  await server.stop()
})

const effects = async () =>
  (await owner.query<{ n: number }>('SELECT n FROM effects ORDER BY n')).rows.map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const publishMany = (count: number) =>
  publishAll(
    server.ctx,
    counted,
    upTo(count).map((n) => ({ n })),
  )
const counting = (before: (n: number) => void = () => {}): EventSubscriber => ({
  name: 'counting',
  events: [counted],
  async handle(tx, { payload }) {
    const n = payload['n'] as number
    await sql`INSERT INTO effects (n) VALUES (${n})`.execute(tx.db)
    before(n)
  },
})
async function start(subscriber: EventSubscriber, timing = { firstMs: 1, maxMs: 1 }): Promise<void> {
  running.push(await startSubscribers(server.ctx, [subscriber], timing))
}
const patience = { timeout: 20_000, interval: 20 }
const failures = () =>
  rows(
    server.ctx.db,
    sql<{
      tries: number
      isParked: boolean
      error: string
      n: number
    }>`SELECT tries, parked_at IS NOT NULL AS "isParked",
      last_error AS error, (payload->>'n')::int AS n FROM failed_events ORDER BY n`,
  )

/** A process with the subscriber `counting`. */
async function startProcess(
  hangsAfter?: number,
  ...together: 'together'[]
): Promise<{ says(line: string): Promise<void>; kill(): Promise<void> }> {
  const program = fileURLToPath(new URL('../../testing/subscriber-process.ts', import.meta.url))
  const input = [
    server.ownerUrl,
    server.ctx.config.dataDir,
    ...(hangsAfter === undefined ? [] : [String(hangsAfter)]),
    ...together,
  ]
  const child = spawn(process.execPath, [program, ...input], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let said = ''
  child.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const says = (line: string) => expect.poll(() => said, patience).toContain(line)
  await says('started')
  return {
    says,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('a process that is killed between its effects and the commit loses no event and doubles none', async () => {
  const first = await startProcess(70)
  await publishMany(120)
  // The first fifty are committed; the next twenty are not.
  await first.says('hanging')
  expect(await effects()).toEqual(upTo(50))
  const second = await startProcess()
  // The second may not take over while the first lives.
  await first.kill()
  await expect.poll(effects, patience).toEqual(upTo(120))
  await publish(server.ctx, counted, { n: 120 })
  await expect.poll(effects, patience).toEqual(upTo(121))
  await second.kill()
})

test('nor does one that is killed while it handles many together', async () => {
  const first = await startProcess(70, 'together')
  await publishMany(120)
  await first.says('hanging')
  expect(await effects()).toEqual(upTo(50))
  const second = await startProcess(1_000, 'together')
  await first.kill()
  await expect.poll(effects, patience).toEqual(upTo(120))
  await second.kill()
})

/** Writes what it is given in one statement, and remembers what that was. */
function together(...refused: number[]) {
  const calls: number[][] = []
  const write = async (tx: Context, noted: { n: number }[]) => {
    const numbers = noted.map(({ n }) => n)
    calls.push(numbers)
    await sql`INSERT INTO effects (n) SELECT * FROM unnest(${numbers}::int[])`.execute(tx.db)
    if (numbers.some((n) => refused.includes(n))) throw new Error('never')
  }
  return { calls, write }
}
const other = event('thing.added', z.object({ n: z.int() }))

test('events that follow each other are handled together, in their order, also of several kinds', async () => {
  const { calls, write } = together()
  const single = event('thing.looked_at', z.object({ n: z.int() }))
  const many = subscriber('counting', [
    onMany(counted, ({ n }) => (n < 0 ? undefined : { n }), write),
    onMany(other, ({ n }) => ({ n: n + 100 }), write),
    on(single, async () => void calls.push([])),
  ])
  await registerSubscribers(server.ctx, [many], 'first')
  await publishMany(3)
  await publish(server.ctx, counted, { n: -1 })
  await publish(server.ctx, other, { n: 3 })
  await publish(server.ctx, single, { n: 0 })
  await publishMany(2)
  await handleAllEvents(server.ctx, [many])
  expect(calls).toEqual([[0, 1, 2, 103], [], [0, 1]])
  expect(await effects()).toEqual([0, 0, 1, 1, 2, 103])
})

test('of events that are handled together one that fails keeps none of the others, and is tried again alone', async () => {
  vi.spyOn(server.ctx.log, 'warn').mockImplementation(() => {})
  const { calls, write } = together(1)
  const many = subscriber('counting', [
    onMany(
      counted,
      ({ n }) => {
        if (n === 3) throw new Error('not to be understood')
        return { n }
      },
      write,
    ),
  ])
  await registerSubscribers(server.ctx, [many], 'first')
  await publishMany(3)
  await handleAllEvents(server.ctx, [many])
  expect(calls).toEqual([[0, 1, 2], [0], [1], [2]])
  expect(await effects()).toEqual([0, 2])
  expect(await failures()).toEqual([{ tries: 1, isParked: false, error: 'Error: never', n: 1 }])

  // One whose content cannot be read is no different.
  await publish(server.ctx, counted, { n: 3 })
  await publish(server.ctx, counted, { n: 4 })
  await handleAllEvents(server.ctx, [many])
  expect(await effects()).toEqual([0, 2, 4])
  expect((await failures()).map(({ n }) => n)).toEqual([1, 3])
})

test('after a quiet moment a turn begins at once, and under many wakes turns rest', async () => {
  let turns = 0
  const loop = repeat(server.ctx, { everyMs: 60_000, restMs: 1_000 }, async () => {
    turns++
    return false
  })
  await expect.poll(() => turns).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  const began = performance.now()
  loop.wake()
  await expect.poll(() => turns, { interval: 5 }).toBe(2)
  const first = performance.now() - began
  for (let times = 0; times < 50; times++) {
    loop.wake()
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await expect.poll(() => turns, { interval: 5, timeout: 10_000 }).toBe(3)
  expect(performance.now() - began).toBeGreaterThanOrEqual(995)
  expect(first).toBeLessThan(995)
  await loop.stop()
})

test('two processes at once handle each event once', async () => {
  await registerSubscribers(server.ctx, [counting()])
  await publishMany(300)
  const other = counting()
  await Promise.all([start(counting()), start(other)])
  await expect.poll(effects, patience).toEqual(upTo(300))
})

test('an event of a transaction that commits late is handled, and events of other topics are passed', async () => {
  await start(counting())
  const late = new pg.Client({ connectionString: server.ownerUrl })
  await late.connect()
  await late.query('BEGIN')
  await late.query(`INSERT INTO events (topic, payload) VALUES ('thing.counted', '{"n": 0}')`)
  await publish(server.ctx, counted, { n: 1 })
  await publish(server.ctx, event('other.happened', z.object({})), {})
  await late.query('COMMIT')
  await late.end()
  await expect.poll(effects, patience).toEqual([0, 1])
  const passed = async () =>
    (await row(
      server.ctx.db,
      sql<{ left: number }>`SELECT count(*)::int AS left FROM events e, event_subscribers s
        WHERE s.name = 'counting' AND (e.xid, e.id) > (s.xid, s.event_id)`,
    ))!.left
  await expect.poll(passed, patience).toBe(0)
})

test('an event whose handler fails is tried again without its effects, and the others go on', async () => {
  vi.spyOn(server.ctx.log, 'warn').mockImplementation(() => {})
  let fails = 2
  await start(
    counting((n) => {
      if (n === 1 && fails-- > 0) throw new Error('not this time')
    }),
  )
  await publishMany(3)
  await expect.poll(effects, patience).toEqual([0, 1, 2])
  await expect.poll(failures, patience).toEqual([])
})

test('an event that fails eight times is parked with an alarm, where staff see it', async () => {
  vi.spyOn(server.ctx.log, 'warn').mockImplementation(() => {})
  const alarm = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  await start(
    counting((n) => {
      if (n === 1) throw new Error('never')
    }),
  )
  await publishMany(3)
  await expect.poll(failures, patience).toEqual([{ tries: triesMax, isParked: true, error: 'Error: never', n: 1 }])
  expect(await effects()).toEqual([0, 2])
  expect(alarm).toHaveBeenCalledWith(
    expect.objectContaining({ alarm: 'event-parked', topic: 'thing.counted' }),
    'an event was given up',
  )
})

test('staff try events again that were given up; that is in the audit log', async () => {
  vi.spyOn(server.ctx.log, 'warn').mockImplementation(() => {})
  vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  let isBroken = true
  await start(
    counting((n) => {
      if (n === 1 && isBroken) throw new Error('never')
    }),
  )
  await publishMany(3)
  await expect.poll(async () => (await failures()).map(({ isParked }) => isParked), patience).toEqual([true])
  const owner = api(server).as(await buildAdmin(server.ctx))
  expect((await owner.get('/admin/parked-events')).body).toMatchObject({
    total: 1,
    data: [{ subscriber: 'counting', topic: 'thing.counted', tries: triesMax, error: 'Error: never' }],
  })
  // What is not mended is given up again.
  expect((await owner.post('/admin/parked-events/retry')).body.data).toEqual({ retried: 1 })
  await expect.poll(async () => (await failures()).map(({ isParked }) => isParked), patience).toEqual([true])
  isBroken = false
  expect((await owner.post('/admin/parked-events/retry')).body.data).toEqual({ retried: 1 })
  await expect.poll(effects, patience).toEqual([0, 1, 2])
  expect((await owner.post('/admin/parked-events/retry')).body.data).toEqual({ retried: 0 })
  const logged = await rows(server.ctx.db, sql`SELECT after FROM audit_log WHERE action = 'events.retried' ORDER BY id`)
  expect(logged).toEqual([{ after: { retried: 1 } }, { after: { retried: 1 } }, { after: { retried: 0 } }])
})

test('a new subscriber begins with the events from then on', async () => {
  await publish(server.ctx, counted, { n: 0 })
  // Older than every transaction that runs, also in the databases of other tests.
  const passed = sql`SELECT 1 FROM events WHERE topic = 'thing.counted' AND xid < pg_snapshot_xmin(pg_current_snapshot())`
  await expect.poll(() => rows(server.ctx.db, passed), patience).toHaveLength(1)
  await registerSubscribers(server.ctx, [counting()])
  await publish(server.ctx, counted, { n: 1 })
  await registerSubscribers(server.ctx, [counting()])
  await handleAllEvents(server.ctx, [counting()])
  expect(await effects()).toEqual([1])
})

test('events are deleted after three days once every subscriber has passed them, and after thirty in any case', async () => {
  const logged = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  await registerSubscribers(server.ctx, [counting()])
  await publish(server.ctx, counted, { n: 0 })
  const age = (days: number) => owner.query(`UPDATE events SET created_at = now() - make_interval(days => ${days})`)
  const left = async () =>
    (await row(server.ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM events WHERE topic = 'thing.counted'`))!
      .n
  await age(4)
  await publish(server.ctx, counted, { n: 1 })
  await pruneOldRows(server.ctx)
  expect(await left()).toBe(2)
  await handleAllEvents(server.ctx, [counting()])
  await pruneOldRows(server.ctx)
  expect(await left()).toBe(1)
  expect(await effects()).toEqual([0, 1])
  expect(logged).not.toHaveBeenCalled()

  await publish(server.ctx, counted, { n: 2 })
  await age(31)
  await publish(server.ctx, counted, { n: 3 })
  await pruneOldRows(server.ctx)
  expect(await left()).toBe(1)
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ events: 1 }),
    'events were deleted that a subscriber had not read',
  )
})

test('events are read in the order of their transactions, also where the numbers of these become longer', async () => {
  const order: number[] = []
  const subscriber = counting((n) => void order.push(n))
  await registerSubscribers(server.ctx, [subscriber], 'first')
  for (const [n, xid] of ['98', '99', '100', '101'].entries())
    await owner.query(
      `INSERT INTO events (xid, topic, payload) VALUES ('${xid}'::xid8, 'thing.counted', jsonb_build_object('n', ${n}))`,
    )
  const between = await eventsBetween(server.ctx, { xid: '98', id: (await firstId())! }, 2)
  expect(between).toBeUndefined()
  await handleAllEvents(server.ctx, [subscriber])
  expect(order).toEqual([0, 1, 2, 3])
  expect(await effects()).toEqual([0, 1, 2, 3])
})

const firstId = async () =>
  (await row(server.ctx.db, sql<{ id: bigint }>`SELECT id FROM events WHERE xid = '98'::xid8`))?.id
