import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@fanlight/server/platform/config'
import { type Context, openContext } from '@fanlight/server/platform/context'
import { startEmbeddedPostgres } from '@fanlight/server/platform/db/embedded-postgres'
import { migrate } from '@fanlight/server/platform/db/migrate'
import { loadSecret } from '@fanlight/server/platform/keys'
import { freeTcpPort } from '@fanlight/server/platform/process/free-port'
import pg from 'pg'
import { processEnvironment } from './check.ts'
import { startMoneyWorld } from './money-world.ts'

export interface Cluster {
  ctx: Context
  url(random: () => number): string
  owner(): pg.Client
  /** Kills something and says what. */
  kill(random: () => number): Promise<string>
  /** Everything is up again. */
  calm(): Promise<void>
  stop(): Promise<void>
}
/** The same without anything that dies. */
export async function quietCluster(): Promise<Cluster> {
  const world = await startMoneyWorld()
  return {
    ctx: world.ctx,
    url: (random) => world.urls[random() < 0.5 ? 0 : 1],
    owner: () => world.owner,
    kill: async () => 'nothing',
    calm: async () => {},
    stop: world.stop,
  }
}

/** Two API processes, a worker and a PostgreSQL of their own, each of which may die at any moment and comes back. */
export async function busyCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanlight-m1-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: true })
  await migrate(postgres.url)
  const ports = [await freeTcpPort(), await freeTcpPort()]
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_FACTOR: '100000',
    DATABASE_POOL: '12',
    DATABASE_URL: postgres.url,
    HOST: '127.0.0.1',
    // One for all of them, as in production: by it each knows the links of its own site, whichever process made them.
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
  }
  const script = fileURLToPath(new URL('money-process.ts', import.meta.url))
  let over = false
  const children: ChildProcess[] = []
  const ready: Promise<void>[] = []
  const startProcess = (slot: number, role: string, port: number) => {
    const child = spawn(process.execPath, [script, role], {
      env: { PATH: process.env['PATH'], ...processEnvironment(), ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children[slot] = child
    ready[slot] = new Promise((resolve) => child.stdout!.once('data', () => resolve()))
    child.once('exit', () => {
      if (!over) setTimeout(() => !over && startProcess(slot, role, port), 50)
    })
  }
  startProcess(0, 'api', ports[0]!)
  startProcess(1, 'api', ports[1]!)
  startProcess(2, 'worker', 0)
  const config = loadConfig(env, [])
  const ctx = await openContext(config, postgres.url, await loadSecret(config))
  let owner = await connect(postgres.url)
  await Promise.all(ready)
  return {
    ctx,
    url: (random) => `http://127.0.0.1:${ports[random() < 0.5 ? 0 : 1]}`,
    owner: () => owner,
    async kill(random) {
      const what = Math.floor(random() * 4)
      if (what < 3) children[what]!.kill('SIGKILL')
      else
        process.kill(
          Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
          'SIGKILL',
        )
      return ['api', 'api', 'worker', 'PostgreSQL'][what]!
    },
    async calm() {
      for (let tries = 0; tries < 200; tries++) {
        const up = await Promise.all(
          ports.map((port) =>
            fetch(`http://127.0.0.1:${port}/api/health`).then(
              (reply) => reply.ok,
              () => false,
            ),
          ),
        )
        if (up.every(Boolean)) break
        await sleep(100)
      }
      owner = await connect(postgres.url)
    },
    async stop() {
      over = true
      for (const child of children) child.kill('SIGKILL')
      await owner.end().catch(() => {})
      await ctx.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The database may be killed at any time; the next connection is requested when it runs again.
  client.on('error', () => {})
  await client.connect()
  return client
}
