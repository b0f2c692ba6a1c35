import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { row, sql } from '../db/db.ts'
import { type LeaseTiming, type ScheduledJob, startScheduledJobs } from './scheduled-jobs.ts'

let server: TestServer
let owner: pg.Client
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  server = await startTestServer({ env: { DATABASE_POOL: '3' } })
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await owner.end()
  await server.stop()
})

/** A worker of its own on the same database. */
async function startWorker(jobs: ScheduledJob[], timing?: LeaseTiming): Promise<() => Promise<void>> {
  const stop = await startScheduledJobs(server.ctx, server.ownerUrl, jobs, timing)
  let stopped: Promise<void> | undefined
  const stopOnce = () => (stopped ??= stop())
  stops.push(stopOnce)
  return stopOnce
}
const hour = 3_600_000
const quick: LeaseTiming = { leaseMs: 400, renewEveryMs: 50 }
const stored = (name: string) =>
  row(
    server.ctx.db,
    sql<{
      due: boolean
      leased: boolean
      started: Date | null
      succeeded: Date | null
      failed: Date | null
      error: string | null
    }>`SELECT next_due_at <= now() AS due, leased_by IS NOT NULL AS leased, last_started_at AS started, last_succeeded_at AS succeeded,
      last_failed_at AS failed, last_error AS error FROM scheduled_jobs WHERE name = ${name}`,
  )
const makeDue = (name: string) =>
  sql`UPDATE scheduled_jobs SET next_due_at = now() - interval '1 day' WHERE name = ${name}`.execute(server.ctx.db)

test('many jobs at once on few connections all get their turn', async () => {
  const failed = vi.spyOn(server.ctx.log, 'error')
  const ran = new Map<string, number>()
  const jobs: ScheduledJob[] = Array.from({ length: 12 }, (_, n) => ({
    name: `job-${n}`,
    everyMs: 10,
    run: async (ctx) => {
      await ctx.transaction(({ db }) => sql`SELECT pg_sleep(0.005)`.execute(db))
      ran.set(`job-${n}`, (ran.get(`job-${n}`) ?? 0) + 1)
    },
  }))
  const stop = await startWorker(jobs)
  await expect.poll(() => [...ran.values()].filter((times) => times >= 3).length, { timeout: 10_000 }).toBe(12)
  await stop()
  expect(failed).not.toHaveBeenCalled()
})

test('a job that fails is logged and recorded, and runs again when it is due', async () => {
  const logged = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('not\0 this time')
  }
  await startWorker([{ name: 'flaky', everyMs: hour, run }])
  await makeDue('flaky')
  await expect.poll(async () => (await stored('flaky'))?.error).toBe('Error: not this time')
  expect(logged).toHaveBeenCalledOnce()
  expect(await stored('flaky')).toMatchObject({ due: false, leased: false, failed: expect.any(Date), succeeded: null })
  await makeDue('flaky')
  await expect.poll(async () => (await stored('flaky'))?.succeeded).not.toBeNull()
  expect(await stored('flaky')).toMatchObject({ due: false, leased: false, error: null })
})

test('jobs that come every few seconds are due in the same moment; others an interval after they started', async () => {
  const idle = async () => {}
  const frequent = ['one', 'two', 'three'].map((name) => ({ name, everyMs: 2_000, run: idle }))
  await startWorker([...frequent, { name: 'hourly', everyMs: hour, run: idle }])
  for (const name of ['one', 'two', 'three', 'hourly']) await makeDue(name)
  const due = async () =>
    (
      await owner.query<{ name: string; aligned: boolean; later: boolean }>(
        `SELECT name, extract(epoch FROM next_due_at) % 2 = 0 AS aligned, next_due_at = last_started_at + interval '1 hour' AS later
          FROM scheduled_jobs ORDER BY name`,
      )
    ).rows
  await expect
    .poll(due)
    .toEqual([
      { name: 'hourly', aligned: false, later: true },
      ...['one', 'three', 'two'].map((name) => ({ name, aligned: true, later: false })),
    ])
})

test('while a job works, no other worker runs it, though the database ends idle transactions', async () => {
  const end = Promise.withResolvers<void>()
  let [atOnce, most, runs] = [0, 0, 0]
  const run = async () => {
    runs += 1
    atOnce += 1
    most = Math.max(most, atOnce)
    await end.promise
    atOnce -= 1
  }
  const job = { name: 'long', everyMs: 10, run }
  await startWorker([job], quick)
  await startWorker([job], quick)
  await expect.poll(() => runs).toBe(1)
  // As after idle_in_transaction_session_timeout.
  const idle = `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`
  expect((await owner.query<{ ended: number }>(idle)).rows).toEqual([{ ended: 0 }])
  // The lease was renewed beyond what it was at first: without renewals the other worker would have taken the job by now.
  const leasedFor = async () =>
    (await row(
      server.ctx.db,
      sql<{
        ms: number
      }>`SELECT (extract(epoch FROM leased_until - last_started_at) * 1000)::float8 AS ms FROM scheduled_jobs WHERE name = 'long'`,
    ))!.ms
  await expect.poll(leasedFor, { timeout: 10_000 }).toBeGreaterThan(4 * quick.leaseMs)
  expect([runs, most]).toEqual([1, 1])
  end.resolve()
  await expect.poll(() => runs).toBeGreaterThan(1)
  for (const stop of stops) await stop()
  expect(most).toBe(1)
})

test('the job of a worker that died is taken over when its lease ends', async () => {
  const ran = vi.fn(async () => {})
  const name = 'orphaned'
  await sql`INSERT INTO scheduled_jobs (name, next_due_at, leased_by, leased_until, last_started_at)
    VALUES (${name}, now() - interval '1 second', gen_random_uuid(), now() + interval '1 hour', now())`.execute(
    server.ctx.db,
  )
  await startWorker(
    [
      { name: 'witness', everyMs: 10, run: async () => {} },
      { name, everyMs: hour, run: ran },
    ],
    quick,
  )
  await expect.poll(async () => (await stored('witness'))?.succeeded).not.toBeNull()
  expect(ran).not.toHaveBeenCalled()
  await sql`UPDATE scheduled_jobs SET leased_until = now() WHERE name = ${name}`.execute(server.ctx.db)
  await expect.poll(() => ran.mock.calls.length, { timeout: 5_000 }).toBe(1)
  await expect.poll(async () => (await stored(name))?.leased).toBe(false)
})

test('an hourly job runs though no worker lives for an hour, and what was missed runs once', async () => {
  const ran = vi.fn(async () => {})
  const job = { name: 'hourly', everyMs: hour, run: ran }
  const due = async () =>
    (await row(server.ctx.db, sql<{ at: Date }>`SELECT next_due_at AS at FROM scheduled_jobs WHERE name = 'hourly'`))!
      .at
  await (await startWorker([job]))()
  const first = await due()
  await (await startWorker([job]))()
  expect(await due()).toEqual(first)
  // Days without a worker.
  await sql`UPDATE scheduled_jobs SET next_due_at = now() - interval '3 days'`.execute(server.ctx.db)
  await startWorker([job, { name: 'witness', everyMs: 10, run: async () => {} }])
  await expect.poll(async () => (await stored('hourly'))?.succeeded).not.toBeNull()
  const before = (await stored('witness'))?.succeeded ?? null
  await expect.poll(async () => (await stored('witness'))?.succeeded).not.toEqual(before)
  expect(ran).toHaveBeenCalledOnce()
  expect((await due()).getTime()).toBeGreaterThan(Date.now())
})
