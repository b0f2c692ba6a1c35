import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import type { Pool } from 'pg'
import { buildApp } from '../app.ts'
import { jobHandlers } from '../job-handlers.ts'
import { loadConfig } from '../platform/config.ts'
import { type Context, openContext } from '../platform/context.ts'
import { loadSecret } from '../platform/keys.ts'
import { openQueuePool, tasksOf } from '../platform/jobs/queue.ts'
import type { Live } from '../platform/sockets/declarations.ts'
import { attachSockets } from '../platform/sockets/sockets.ts'
import { live } from '../sockets.ts'
import './attach-demo.ts'
import { createTestDatabase } from './database.ts'

export interface TestServer {
  ctx: Context
  app: FastifyInstance
  /** Where it listens; only with `listen`. */
  url: string
  ownerUrl: string
  databaseUrl: string
  /** Runs all jobs in the queue. */
  work(): Promise<void>
  stop(): Promise<void>
}

/** The whole API on a database of its own. With `listen` it also takes connections, for sockets. `env` is configuration. */
export async function startTestServer(
  options: {
    env?: Record<string, string>
    listen?: boolean
    live?: Live
    /** Another process of the same installation: it shares that server's database and secret. */
    databaseOf?: TestServer
    /** Adds routes that only a test has. */
    prepare?: (app: FastifyInstance, ctx: Context) => void
  } = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fanlight-data-'))
  const { databaseOf } = options
  const database = databaseOf ? undefined : await createTestDatabase()
  const ownerUrl = databaseOf?.ownerUrl ?? database!.ownerUrl
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '10000',
    DATABASE_POOL: '8',
    PORT: '0',
    PATH: process.env['PATH'],
    ...options.env,
  }
  const config = loadConfig(env, [])
  const ctx = await openContext(
    config,
    databaseOf?.databaseUrl ?? database!.url,
    databaseOf?.ctx.secret ?? (await loadSecret(config)),
  )
  const app = await buildApp(ctx)
  options.prepare?.(app, ctx)
  if (options.listen) {
    await attachSockets(app, ctx, options.live ?? live)
    await app.listen({ host: '127.0.0.1', port: 0 })
  } else await app.ready()
  return {
    ctx,
    app,
    url: options.listen ? app.listeningOrigin : '',
    ownerUrl,
    databaseUrl: databaseOf?.databaseUrl ?? database!.url,
    work: () => workOff(ctx, ownerUrl),
    async stop() {
      await app.close()
      await ctx.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An application without anything, to register routes on. */
export const emptyApp = (): FastifyInstance => Fastify()

async function workOff(ctx: Context, ownerUrl: string): Promise<void> {
  // The library does not wait until a job is recorded as done before it looks for the next one. One connection keeps the two in order.
  const pool = openQueuePool(ownerUrl, 1)
  const tasks = tasksOf(ctx, jobHandlers)
  try {
    // A job whose queue was locked at that moment was not found: it is run now.
    do await runOnce({ pgPool: pool, taskList: tasks, logger: new Logger(() => () => {}) })
    while (await isAnyDue(pool, Object.keys(tasks)))
  } finally {
    await pool.end()
  }
}

/** Whether there is a job that could be run at once. */
const isAnyDue = async (pool: Pool, names: string[]): Promise<boolean> =>
  (
    await pool.query(
      `SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
          LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
        WHERE j.is_available AND j.run_at <= now() AND coalesce(q.is_available, true) AND t.identifier = ANY($1) LIMIT 1`,
      [names],
    )
  ).rows.length > 0
