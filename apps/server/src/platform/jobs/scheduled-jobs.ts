import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { openKysely, openPool } from '../db/db.ts'
import { claimDue, type Finished, finishJobs, registerJobs, renewLeases } from './scheduled-job-leases.ts'

/** Something that runs on a clock. It is safe to run twice; one worker at a time runs it. */
export interface ScheduledJob {
  everyMs: number
  /** Names its row in `scheduled_jobs`. */
  name: string
  run: (ctx: Context) => Promise<unknown>
}
const units = {
  second: 1_000,
  seconds: 1_000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
} as const

/** `every('1 minute', 'release-earnings', releaseEarnings)` */
export function every(time: `${number} ${keyof typeof units}`, name: string, run: ScheduledJob['run']): ScheduledJob {
  const [count, unit] = time.split(' ') as [string, keyof typeof units]
  return { everyMs: Number(count) * units[unit], name, run }
}

export interface LeaseTiming {
  /** For how long a worker that says nothing keeps what it runs. */
  leaseMs: number
  renewEveryMs: number
}
const usualTiming: LeaseTiming = { leaseMs: 10_000, renewEveryMs: 2_000 }

// What is due this seldom may take long: such jobs run one at a time, and never keep the frequent ones waiting.
const slowMs = 10 * units.minute
const pollMinMs = 10
const pollMaxMs = 1_000
/** Jobs that end at nearly the same time are written down together. */
const finishWaitMs = 20

/**
 * Runs jobs when they are due, until stopped. Due times are rows of `scheduled_jobs`, so they survive restarts, and a job that was
 * missed while no worker ran is run once. A worker claims a job by a lease on its row and renews the lease while the job works; the
 * job of a worker that died is due again when its lease ends.
 */
export async function startScheduledJobs(
  ctx: Context,
  databaseUrl: string,
  jobs: readonly ScheduledJob[],
  { leaseMs, renewEveryMs } = usualTiming,
): Promise<() => Promise<void>> {
  // Leases use their own connections, so a renewal never waits for the jobs. Jobs whose leases are lost in a database crash run again.
  const pool = openPool(databaseUrl, 2, '-c synchronous_commit=off')
  pool.on('error', (error) => ctx.log.warn({ err: error }, 'scheduler connection lost'))
  const db = openKysely(pool)
  await registerJobs(db, jobs)
  const worker = randomUUID()
  const running = new Map<string, Promise<void>>()
  let stopped = false

  const finishes = new Together<Finished>(finishWaitMs, (jobs) =>
    finishJobs(db, worker, jobs).catch((error: unknown) =>
      ctx.log.warn(
        { err: error, jobs: jobs.map(({ name }) => name) },
        'the end of scheduled jobs was not recorded; they run again',
      ),
    ),
  )
  const run = async ({ name, everyMs, run: work }: ScheduledJob): Promise<void> => {
    const failure = await work(ctx).then(
      () => undefined,
      (error: unknown) => error ?? 'no reason given',
    )
    if (failure !== undefined) ctx.log.error({ err: failure, job: name }, 'a scheduled job failed')
    // PostgreSQL takes no zero byte in a text, and one job's words must not keep the others' ends from being written.
    const error = failure === undefined ? null : String(failure).slice(0, 500).replaceAll('\0', '')
    await finishes.add({ name, everyMs, error })
    running.delete(name)
  }

  /** Claims what is due of these jobs and starts it. Returns how long there is nothing else to claim. */
  const startDue = async (jobsOfLane: readonly ScheduledJob[], atOnceMax: number, finished: () => void) => {
    const idle = jobsOfLane.filter((job) => !running.has(job.name))
    const limit = atOnceMax - (jobsOfLane.length - idle.length)
    if (limit <= 0 || idle.length === 0) return pollMaxMs
    const claimed = await claimDue(db, worker, { jobs: idle, limit, leaseMs })
    for (const job of idle.filter(({ name }) => claimed.names.includes(name))) {
      const startedAt = performance.now()
      // Others may have waited for it to end, or it is due again by now; else the time to look at what is due is known.
      const ended = () => {
        const wasFull = jobsOfLane.filter(({ name }) => running.has(name)).length === atOnceMax - 1
        if (wasFull || performance.now() - startedAt >= job.everyMs) finished()
      }
      running.set(job.name, run(job).finally(ended))
    }
    return claimed.waitMs ?? pollMaxMs
  }

  const startLane = (
    jobsOfLane: readonly ScheduledJob[],
    atOnceMax: number,
  ): { wake(): void; ended: Promise<void> } => {
    const pause = new Pause()
    const loop = async () => {
      while (!stopped) {
        const waitMs = await startDue(jobsOfLane, atOnceMax, () => pause.end()).catch((error: unknown) => {
          ctx.log.warn({ err: error }, 'scheduled jobs could not be claimed')
          return pollMaxMs
        })
        await pause.for(Math.min(pollMaxMs, Math.max(pollMinMs, waitMs)))
      }
    }
    return { wake: () => pause.end(), ended: loop() }
  }

  const isSlow = (job: ScheduledJob) => job.everyMs >= slowMs
  const lanes = [
    // Half of the connections, so that a job which needs two at once gets them.
    startLane(
      jobs.filter((job) => !isSlow(job)),
      Math.max(1, Math.floor(ctx.config.databasePool / 2)),
    ),
    startLane(jobs.filter(isSlow), 1),
  ]

  const renew = async () => {
    const names = [...running.keys()]
    if (names.length === 0) return
    const renewed = await renewLeases(db, worker, names, leaseMs)
    const lost = names.filter((name) => running.has(name) && !renewed.includes(name))
    if (lost.length > 0) ctx.log.error({ jobs: lost }, 'another worker took over jobs that still run here')
  }
  const renewal = setInterval(
    () => void renew().catch((error: unknown) => ctx.log.warn({ err: error }, 'leases could not be renewed')),
    renewEveryMs,
  )

  return async () => {
    stopped = true
    for (const lane of lanes) lane.wake()
    await Promise.all(lanes.map((lane) => lane.ended))
    await Promise.all(running.values())
    clearInterval(renewal)
    await db.destroy()
  }
}

/** Collects what comes within a short time, and has all of it written at once. */
class Together<T> {
  readonly #waitMs: number
  readonly #write: (all: T[]) => Promise<void>
  #collected: T[] = []
  #written: Promise<void> | undefined

  constructor(waitMs: number, write: (all: T[]) => Promise<void>) {
    this.#waitMs = waitMs
    this.#write = write
  }

  /** Resolves when it is written. */
  add(one: T): Promise<void> {
    this.#collected.push(one)
    return (this.#written ??= sleep(this.#waitMs).then(() => {
      this.#written = undefined
      return this.#write(this.#collected.splice(0))
    }))
  }
}

/** A wait that can be ended early; if it is ended before it starts, it returns at once. */
class Pause {
  #ended = false
  #end = () => {}

  async for(ms: number): Promise<void> {
    if (!this.#ended)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#ended = false
  }

  end(): void {
    this.#ended = true
    this.#end()
  }
}
