import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assertEvents, assertJobs, assertNames } from './declarations.ts'
import { readersOfEvents } from './event-readers.ts'
import { events } from './events.ts'
import { jobHandlers } from './job-handlers.ts'
import { jobs } from './jobs.ts'
import { event } from './platform/events/events.ts'
import { handle, job } from './platform/jobs/jobs.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { startWeb } from './web-role.ts'
import { startWorker } from './worker-role.ts'

const listedEvent = (declared: ReturnType<typeof event>) => ({ event: declared, constant: 'it', module: 'it' })
const listedJob = (declared: ReturnType<typeof job>) => ({ job: declared, constant: 'it', module: 'it' })
const thing = event('thing.done', z.object({}))
const work = job('do-thing', z.object({}))
const done = async () => {}
const folder = new URL('./', import.meta.url)
const files = readdirSync(new URL('modules', folder), { recursive: true, encoding: 'utf8' })

describe('the server does not start', () => {
  test('with an event that no one reads, unless it is for audit', () => {
    const unread = [...events, listedEvent(thing)]
    expect(() => assertEvents(unread, readersOfEvents)).toThrow('No one reads the event thing.done.')
    expect(() => assertEvents(unread, { ...readersOfEvents, other: [thing] })).not.toThrow()
    const audit = listedEvent(event('thing.done', z.object({}), { for: 'audit' }))
    expect(() => assertEvents([...events, audit], readersOfEvents)).not.toThrow()
  })

  test('with an event that is declared twice, or read and not listed', () => {
    const twice = [listedEvent(thing), listedEvent(event('thing.done', z.object({})))]
    expect(() => assertEvents(twice, { other: [thing] })).toThrow('The event thing.done is declared twice.')
    expect(() => assertEvents(events, { ...readersOfEvents, other: [thing] })).toThrow('not listed in events.ts')
  })

  test('with a job that has no handler, or two, or is not listed', () => {
    expect(() => assertJobs([...jobs, listedJob(work)], jobHandlers)).toThrow('The job do-thing has no handler.')
    const handled = [...jobHandlers, handle(work, done)]
    expect(() => assertJobs([...jobs, listedJob(work)], handled)).not.toThrow()
    expect(() => assertJobs([...jobs, listedJob(work)], [...handled, handle(work, done)])).toThrow('has two handlers')
    expect(() => assertJobs(jobs, handled)).toThrow('not listed in jobs.ts')
    const former = job('do-other-thing', z.object({}), { formerly: ['do-thing'] })
    expect(() => assertJobs([listedJob(work), listedJob(former)], [handle(work, done)])).toThrow('declared twice')
  })
})

test('the events and jobs of every module are listed, and each is handled or read', () => {
  const listed = (of: readonly { module: string }[]) => [...new Set(of.map(({ module }) => module))].toSorted()
  const declaring = (name: string) =>
    files.filter((file) => file.endsWith(`/${name}`)).map((file) => file.slice(0, -name.length - 1))
  expect(listed(events)).toEqual(declaring('events.ts').toSorted())
  expect(listed(jobs)).toEqual(declaring('jobs.ts').toSorted())
  assertEvents(events, readersOfEvents)
  assertJobs(jobs, jobHandlers)
})

test('names of events say what has happened, and names of jobs are kebab-case', () => {
  for (const { event } of events) expect(event.name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  for (const { job } of jobs) expect(job.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('the jobs that migrations enqueue are declared', () => {
  const names = new Set(jobs.flatMap(({ job }) => [job.name, ...job.formerly]))
  const migrations = new URL('../migrations/', folder)
  const enqueued = readdirSync(migrations)
    .map((file) => readFileSync(new URL(file, migrations), 'utf8').match(/^-- job: (\S+)$/m)?.[1])
    .filter((name) => name !== undefined)
  expect(enqueued.length).toBeGreaterThan(0)
  expect(enqueued.filter((name) => !names.has(name))).toEqual([])
})

test('no event is published and no job enqueued by a bare name', () => {
  const bare = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /\bpublish(All)?\(\s*\w+,\s*['"`]|\benqueue_job\(\s*'|INTO events\b/.test(
        readFileSync(new URL(`modules/${file}`, folder), 'utf8'),
      ),
    )
  expect(bare).toEqual([])
})

describe('neither web nor worker starts', () => {
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
  async function refuses(reason: string): Promise<void> {
    const { ownerUrl, databaseUrl, ctx } = server
    await expect(assertNames(ctx)).rejects.toThrow(reason)
    await expect(startWeb(ctx.config, { databaseUrl })).rejects.toThrow(reason)
    await expect(startWorker(ctx.config, { databaseUrl, ownerUrl })).rejects.toThrow(reason)
  }
  const define = (body: string) =>
    owner.query(`CREATE OR REPLACE FUNCTION write_names() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${body}; END $$`)

  test('on a database where everything is declared it does', () => assertNames(server.ctx))

  test('where a function enqueues a job that no code declares', async () => {
    await define(`PERFORM enqueue_job('no-such-job', '{}', NULL, NULL, 8, NULL)`)
    await refuses('The SQL function write_names enqueues the job no-such-job, which no code declares.')
  })

  test('where a function writes an event that no code declares', async () => {
    await define(`INSERT INTO events (topic, payload) VALUES (\n 'no.such_event', '{}')`)
    await refuses('The SQL function write_names writes the event no.such_event, which no code declares.')
    await define(`INSERT INTO events (topic, payload) SELECT 'no.such_event', '{}'`)
    await refuses('no.such_event')
  })

  test('where charges write an event that no code declares', async () => {
    await define('NULL')
    await owner.query(`UPDATE charge_kinds SET event = 'stream.unlocked' WHERE kind = 'stream'`)
    await refuses('Charges of the kind stream write the event stream.unlocked, which no code declares.')
  })
})
