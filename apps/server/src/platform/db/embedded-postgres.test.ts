import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyStoppedCluster } from './backup.ts'
import { markOf, processesIn } from '../process/processes.ts'
import { clusterFolder, type EmbeddedPostgres, rotateLog, startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string
let running: EmbeddedPostgres[]
const start = async ({ durable = false, steadyMs = 60_000 } = {}) => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable, steadyMs })
  running.push(postgres)
  return postgres
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fanlight ümlaut-'))
  running = []
})
afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('rows are there again after a stop and a start', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE stored AS SELECT 7 AS n')
  await first.stop()
  expect(await query((await start()).url, 'SELECT n FROM stored')).toEqual([{ n: 7 }])
})

test('its log has no line for a statement that fails, and is emptied at its limit while the server writes', async () => {
  const postgres = await start()
  const log = join(dataDir, 'logs', 'postgres.log')
  await expect(query(postgres.url, "DO $$ BEGIN RAISE EXCEPTION 'refused by a rule'; END $$")).rejects.toThrow(
    'refused',
  )
  expect(readFileSync(log, 'utf8')).not.toContain('refused by a rule')
  const before = readFileSync(log, 'utf8')
  expect(before).not.toBe('')
  rotateLog(log, 10)
  expect(readFileSync(`${log}.1`, 'utf8')).toBe(before)
  await postgres.stop()
  const after = readFileSync(log, 'utf8')
  expect(after).toContain('shut down')
  expect(after).not.toContain('\0')
  expect(after).not.toContain(before)
})

test('a server that is killed comes back at the same address, with what was committed', async () => {
  const postgres = await start({ durable: true })
  await query(postgres.url, 'CREATE TABLE stored AS SELECT 7 AS n')
  process.kill(postmaster(), 'SIGKILL')
  expect(await untilAnswered(() => query(postgres.url, 'SELECT n FROM stored'))).toEqual([{ n: 7 }])
})

test('one that ran well between its ends is started again, however often it ends', { timeout: 60_000 }, async () => {
  const postgres = await start({ durable: true, steadyMs: 1 })
  await query(postgres.url, 'CREATE TABLE stored AS SELECT 7 AS n')
  for (let end = 1; end <= 7; end++) await killAndQuery(postgres)
})

test('one that keeps ending right after its start is given up, and can still be stopped', {
  timeout: 60_000,
}, async () => {
  const postgres = await start({ durable: true })
  await query(postgres.url, 'CREATE TABLE stored AS SELECT 7 AS n')
  for (let end = 1; end <= 5; end++) await killAndQuery(postgres)
  process.kill(postmaster(), 'SIGKILL')
  expect((await postgres.lost).message).toMatch(/keeps ending/)
  await postgres.stop()
})

test('a stop in the middle of a restart leaves nothing running', async () => {
  const postgres = await start({ durable: true })
  const first = postmaster()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => markOf(first)).toBeUndefined()
  await postgres.stop()
  expect(processesIn(clusterFolder(dataDir))).toEqual([])
})

test('a pid file that names some other living program does not keep it from starting', async () => {
  const first = await start()
  await first.stop()
  const file = join(clusterFolder(dataDir), 'postmaster.pid')
  writeFileSync(file, `${process.ppid}\n${clusterFolder(dataDir)}\n`)
  const second = await start()
  expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a backup of the stopped server starts in its place, also when it was copied back carelessly', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE stored AS SELECT 7 AS n')
  await first.stop()
  const cluster = clusterFolder(dataDir)
  const backup = copyStoppedCluster(cluster, dataDir)
  rmSync(cluster, { recursive: true })
  cpSync(backup, cluster, { recursive: true })
  chmodSync(cluster, 0o755)
  expect(await query((await start()).url, 'SELECT n FROM stored')).toEqual([{ n: 7 }])
})

/** Kills PostgreSQL and waits until it answers again with another process id. */
async function killAndQuery(postgres: EmbeddedPostgres): Promise<void> {
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  const isReachable = async () => {
    const rows = await query(postgres.url, 'SELECT n FROM stored')
    if (postmaster() === before) throw new Error('it has not ended yet')
    return rows
  }
  expect(await untilAnswered(isReachable)).toEqual([{ n: 7 }])
}

const postmaster = () => Number(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])

async function query(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

async function untilAnswered<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await question()
    } catch (error) {
      if (attempt > 200) throw error
      await sleep(50)
    }
  }
}
