import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type * as GraphileWorker from 'graphile-worker'
import type { JobHelpers, Logger, TaskList, WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Context } from '../context.ts'
import { rows, sql } from '../db/db.ts'
import { handlersByName, type JobHandler } from './jobs.ts'

// Runs the jobs that jobs.ts adds.

/** The queue's library writes what it read as JSON, which knows no bigint: on its connections whole numbers of 64 bits stay text. */
export function openQueuePool(ownerUrl: string, max: number): pg.Pool {
  const getTypeParser = ((oid: number, format: 'text') =>
    oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser
  const pool = new pg.Pool({ connectionString: ownerUrl, max, types: { getTypeParser } })
  // A lost connection is replaced; what it was doing fails where it is awaited.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

/** The library's own messages are for debugging; `runJobs` logs that a job failed, with its error. */
const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const
const queueLog = (ctx: Context, { Logger }: typeof GraphileWorker): Logger => {
  const log = ctx.log.child({ part: 'queue' })
  return new Logger(({ label, taskIdentifier, jobId }) => (level, message) => {
    if (!message.startsWith('Failed task')) log[levels[level]]({ label, task: taskIdentifier, job: jobId }, message)
  })
}

/**
 * Until all that was sent over a pool is answered, ten seconds at most. The library says that it has stopped before the end of its last jobs is written down:
 * a pool that ended then would lose it, and another worker would run them once more.
 */
async function untilIdle(pool: pg.Pool): Promise<void> {
  const isBusy = () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount
  for (let turn = 0; isBusy() && turn < 1_000; turn++) await setTimeout(10)
}

const heartbeatMs = 2_000
const silentSeconds = 10
/** What failed at every attempt stays so long for staff to see. */
const failedDays = 7

/** What the library runs for each name that a waiting job may have. */
export const tasksOf = (ctx: Context, handlers: readonly JobHandler[]): TaskList =>
  Object.fromEntries(
    [...handlersByName(handlers)].map(([name, { run }]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        run(ctx, payload, { attempt: job.attempts, attemptsMax: job.max_attempts }),
    ]),
  )

/** Runs jobs until stopped. `ownerUrl` is the connection that owns the queue's tables. */
export async function runJobs(ctx: Context, ownerUrl: string, handlers: readonly JobHandler[], concurrency: number) {
  const pool = openQueuePool(ownerUrl, concurrency + 3)
  // Only the process that works loads the library.
  const library = await import('graphile-worker')
  const logger = queueLog(ctx, library)
  const log = ctx.log.child({ part: 'queue' })
  pool.on('error', (error) => log.warn({ err: error }, 'queue connection lost'))
  const tasks = tasksOf(ctx, handlers)
  // Jobs are locked under the pool's id, which is emitted while `run` starts: the listener is registered before that.
  const ids = new Set<string>()
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  const runner = await library.run({
    events,
    pgPool: pool,
    taskList: tasks,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    logger,
    // What runs on a clock is in schedule.ts; without this the library looks for a crontab file.
    parsedCronItems: [],
  })
  events.on('worker:create', ({ worker }) => ids.add(worker.workerId))
  events.on('job:error', ({ job, error }) =>
    log.error({ err: error, task: job.task_identifier, attempt: job.attempts }, 'a job failed'),
  )
  const utils = await library.makeWorkerUtils({ pgPool: pool, logger })

  // The library holds a dead worker's jobs for four hours. Each of ours says that it lives; the jobs of silent ones are freed.
  const beat = async () => {
    const alive = [...ids]
    if (alive.length > 0)
      await sql`INSERT INTO workers (id, heartbeat_at) SELECT unnest(${alive}::text[]), now()
        ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()`.execute(ctx.db)
    const { rows: locked } = await pool.query<{ id: string }>(
      'SELECT DISTINCT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
    )
    if (locked.length === 0) return
    const living = await rows(
      ctx.db,
      sql<{ id: string }>`SELECT id FROM workers WHERE heartbeat_at > now() - make_interval(secs => ${silentSeconds})`,
    )
    const dead = locked
      .map((entry) => entry.id)
      .filter((id) => !ids.has(id) && !living.some((entry) => entry.id === id))
    if (dead.length > 0) {
      log.warn({ workers: dead }, 'taking back the jobs of workers that went silent')
      await utils.forceUnlockWorkers(dead)
    }
    await sql`DELETE FROM workers WHERE heartbeat_at < now() - interval '1 day'`.execute(ctx.db)
  }
  const deleteFailed = () =>
    pool.query(
      'DELETE FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - make_interval(days => $1)',
      [failedDays],
    )
  const upkeep = setInterval(
    () => void deleteFailed().catch((error: unknown) => log.warn({ err: error }, 'failed jobs could not be deleted')),
    3_600_000,
  )
  const timer = setInterval(
    () => void beat().catch((error: unknown) => log.warn({ err: error }, 'heartbeat failed')),
    heartbeatMs,
  )
  await beat()
  await deleteFailed()
  return {
    async stop() {
      clearInterval(upkeep)
      await runner.stop()
      await untilIdle(pool)
      // Not before: the jobs that were still running belong to this process.
      clearInterval(timer)
      await utils.release()
      await pool.end().catch(() => {})
    },
  }
}
