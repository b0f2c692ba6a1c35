import { type JobHelpers, makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Context } from './context.ts'
import { rows, sql } from './db.ts'

// Jobs live in PostgreSQL and are added in the transaction of their cause. A handler may run twice: it looks at the state first.

export interface JobOptions {
  /** Jobs of one queue run one after another; `media` is the lane of heavy work. */
  queue?: string
  runAt?: Date
  attemptsMax?: number
  /** At most one waiting job has this key. */
  key?: string
}
export type JobHandler = (ctx: Context, payload: never, job: { attempt: number; attemptsMax: number }) => Promise<void>
export type JobTable = Record<string, JobHandler>

export async function enqueue(tx: Context, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  await sql`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.queue ?? null}, ${options.runAt ?? null},
    ${options.attemptsMax ?? 8}, ${options.key ?? null})`.execute(tx.db)
}

const heartbeatMs = 2_000
const silentSeconds = 10

/** Runs jobs until stopped. `ownerUrl` is the connection that owns the queue's tables. */
export async function runJobs(ctx: Context, ownerUrl: string, handlers: JobTable, concurrency: number) {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: concurrency + 3 })
  pool.on('error', (error) => ctx.log.warn({ err: error }, 'queue connection lost'))
  const tasks: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, helpers: JobHelpers) =>
        handle(ctx, payload as never, { attempt: helpers.job.attempts, attemptsMax: helpers.job.max_attempts }),
    ]),
  )
  const ids = new Set<string>()
  const runner = await run({ pgPool: pool, taskList: tasks, concurrency, noHandleSignals: true, pollInterval: 1000, logger: undefined })
  runner.events.on('worker:create', ({ worker }) => ids.add(worker.workerId))
  runner.events.on('job:start', ({ worker }) => ids.add(worker.workerId))
  runner.events.on('job:error', ({ job, error }) => ctx.log.error({ err: error, task: job.task_identifier, attempt: job.attempts }, 'a job failed'))
  const utils = await makeWorkerUtils({ pgPool: pool })

  // The library holds a dead worker's jobs for four hours. Each of ours says that it lives; the jobs of silent ones are freed.
  const beat = async () => {
    const alive = [...ids]
    if (alive.length > 0)
      await sql`INSERT INTO workers (id, heartbeat_at) SELECT unnest(${alive}::text[]), now()
        ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()`.execute(ctx.db)
    const { rows: held } = await pool.query<{ id: string }>(
      'SELECT DISTINCT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL',
    )
    if (held.length === 0) return
    const living = await rows(ctx.db, sql<{ id: string }>`SELECT id FROM workers WHERE heartbeat_at > now() - make_interval(secs => ${silentSeconds})`)
    const dead = held.map((one) => one.id).filter((id) => !ids.has(id) && !living.some((one) => one.id === id))
    if (dead.length > 0) {
      ctx.log.warn({ workers: dead }, 'taking back the jobs of workers that went silent')
      await utils.forceUnlockWorkers(dead)
    }
    await sql`DELETE FROM workers WHERE heartbeat_at < now() - interval '1 day'`.execute(ctx.db)
  }
  const timer = setInterval(() => void beat().catch((error: unknown) => ctx.log.warn({ err: error }, 'heartbeat failed')), heartbeatMs)
  await beat()
  return {
    async stop() {
      clearInterval(timer)
      await runner.stop()
      await utils.release()
      await pool.end().catch(() => {})
    },
  }
}
