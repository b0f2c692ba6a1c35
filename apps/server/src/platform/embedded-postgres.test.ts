import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyStoppedCluster } from './backup.ts'
import { clusterFolder, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string
let running: EmbeddedPostgres[]
const start = async ({ durable = false } = {}) => {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable })
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
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  expect(await ask((await start()).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('a server that is killed comes back at the same address, with what was committed', async () => {
  const postgres = await start({ durable: true })
  await ask(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  process.kill(postmaster(), 'SIGKILL')
  expect(await untilAnswered(() => ask(postgres.url, 'SELECT n FROM kept'))).toEqual([{ n: 7 }])
})

test('a pid file that names some other living program does not keep it from starting', async () => {
  const first = await start()
  await first.stop()
  const file = join(clusterFolder(dataDir), 'postmaster.pid')
  writeFileSync(file, `${process.ppid}\n${clusterFolder(dataDir)}\n`)
  const second = await start()
  expect(await ask(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a backup of the stopped server starts in its place, also when it was copied back carelessly', async () => {
  const first = await start()
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  const cluster = clusterFolder(dataDir)
  const backup = copyStoppedCluster(cluster, dataDir)
  rmSync(cluster, { recursive: true })
  cpSync(backup, cluster, { recursive: true })
  chmodSync(cluster, 0o755)
  expect(await ask((await start()).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

const postmaster = () => Number(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])

async function ask(url: string, question: string): Promise<unknown[]> {
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
