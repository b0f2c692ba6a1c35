import type { z } from 'zod'
import type { Context } from '../context.ts'
import { sql } from '../db/db.ts'

// Jobs live in PostgreSQL and are added in the transaction of their cause. A handler may run twice: it checks the state first.
//
// A module declares its jobs in its `jobs.ts`, which imports nothing but platform and contract. Who enqueues one imports the declaration;
// the code that does the work is tied to it by `handle`, and listed in the server's jobs.ts.

export interface JobOptions {
  /** Jobs of one queue run one after another; `media` is the lane of heavy work. */
  queue?: string
  runAt?: Date
  attemptsMax?: number
  /** At most one waiting job has this key. */
  key?: string
  /** Whose job it is: the owners of a queue's jobs take turns. */
  owner?: string
  /** Comes before the other jobs of its queue. */
  first?: boolean
}
/** What all jobs of a kind have; a job that is enqueued may say otherwise. */
interface KindOptions extends Pick<JobOptions, 'queue' | 'attemptsMax'> {
  /** Other names by which waiting jobs are handled: of the version before, or written in a migration. */
  formerly?: readonly string[]
}

export interface Job<S extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly schema: S
  readonly formerly: readonly string[]
  readonly attemptsMax: number
  enqueue(tx: Context, payload: z.input<S>, options?: JobOptions): Promise<void>
  /** One job for each entry, in one statement. */
  enqueueAll(tx: Context, entries: readonly { payload: z.input<S>; key?: string; runAt?: Date }[]): Promise<void>
}

const usualAttempts = 8

export function job<S extends z.ZodType>(name: string, schema: S, usual: KindOptions = {}): Job<S> {
  const attemptsMax = usual.attemptsMax ?? usualAttempts
  return {
    name,
    schema,
    formerly: usual.formerly ?? [],
    attemptsMax,
    async enqueue(tx, payload, given = {}) {
      const { queue, runAt, key, owner, first, attemptsMax: attempts = attemptsMax } = { ...usual, ...given }
      await sql`SELECT enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${queue ?? null}, ${runAt ?? null},
        ${attempts}, ${key ?? null}, ${owner ?? null}, ${first ?? false})`.execute(tx.db)
    },
    async enqueueAll(tx, entries) {
      if (entries.length === 0) return
      const jobs = entries.map(({ payload, key = null, runAt = null }) => ({ payload, key, runAt }))
      await sql`SELECT enqueue_job(${name}, j.payload, ${usual.queue ?? null}, j."runAt", ${attemptsMax}, j.key)
        FROM json_to_recordset(${JSON.stringify(jobs)}::json) AS j (payload json, key text, "runAt" timestamptz)`.execute(
        tx.db,
      )
    },
  }
}

export interface Attempt {
  attempt: number
  attemptsMax: number
}
/** A job with the code that does its work. */
export interface JobHandler {
  readonly job: Job
  run(ctx: Context, payload: unknown, attempt: Attempt): Promise<void>
}
export const handle = <S extends z.ZodType>(
  declared: Job<S>,
  work: (ctx: Context, payload: z.output<S>, attempt: Attempt) => Promise<void>,
): JobHandler => ({
  job: declared,
  run: (ctx, payload, attempt) => work(ctx, declared.schema.parse(payload), attempt),
})

/** The handlers by every name that a waiting job may have. A name has one handler. */
export function handlersByName(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const byName = new Map<string, JobHandler>()
  for (const handler of handlers)
    for (const name of [handler.job.name, ...handler.job.formerly]) {
      if (byName.has(name)) throw new Error(`The job ${name} has two handlers.`)
      byName.set(name, handler)
    }
  return byName
}
