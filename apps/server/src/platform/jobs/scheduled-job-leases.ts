import type { RawBuilder } from 'kysely'
import { type Db, row, rows, sql } from '../db/db.ts'

// The rows of `scheduled_jobs`. Their times are the database's own clock, which no demo or test moves.

interface Named {
  name: string
  everyMs: number
}
const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
const unknownJobDays = 30
const alignedMsMax = 10_000

/** Makes the rows that are missing: a new job is due after its first interval. One that comes more often now is due sooner. */
export async function registerJobs(db: Db, jobs: readonly Named[]): Promise<void> {
  for (const { name, everyMs } of jobs)
    await sql`INSERT INTO scheduled_jobs (name, next_due_at) VALUES (${name}, now() + ${interval(everyMs)})
      ON CONFLICT (name) DO UPDATE SET next_due_at = least(scheduled_jobs.next_due_at, excluded.next_due_at)`.execute(
      db,
    )
  // Other versions of the product may still run the jobs that this one doesn't know.
  await sql`DELETE FROM scheduled_jobs WHERE name <> ALL (${jobs.map((job) => job.name)}::text[])
    AND next_due_at < now() - make_interval(days => ${unknownJobDays})`.execute(db)
}

const namesOf = (jobs: readonly Named[]) => sql`${jobs.map(({ name }) => name)}::text[]`
const intervalsOf = (jobs: readonly Named[]) => sql`${jobs.map(({ everyMs }) => everyMs)}::int[]`

// What comes every few seconds is due at whole multiples of its interval, so that one query finds all of it; the rest stays spread out.
const nextAfter = (time: RawBuilder<Date>) =>
  sql`CASE WHEN w.every_ms <= ${alignedMsMax}
    THEN date_bin(make_interval(secs => w.every_ms / 1000.0), ${time}, timestamptz 'epoch') ELSE ${time} END
    + make_interval(secs => w.every_ms / 1000.0)`

/** Leases up to `limit` of these jobs that are due, the longest overdue first. `waitMs`: until the next of all of them is due. */
export async function claimDue(
  db: Db,
  worker: string,
  { jobs, limit, leaseMs }: { jobs: readonly Named[]; limit: number; leaseMs: number },
): Promise<{ names: string[]; waitMs: number | null }> {
  return (await row(
    db,
    sql<{ names: string[]; waitMs: number | null }>`WITH wanted AS (
        SELECT * FROM unnest(${namesOf(jobs)}, ${intervalsOf(jobs)}) AS w (name, every_ms)),
      due AS (
        SELECT j.name FROM scheduled_jobs j JOIN wanted USING (name) WHERE j.next_due_at <= now()
          AND (j.leased_until IS NULL OR j.leased_until <= now())
        ORDER BY j.next_due_at LIMIT ${limit} FOR UPDATE OF j SKIP LOCKED),
      claimed AS (
        UPDATE scheduled_jobs j SET leased_by = ${worker}, leased_until = now() + ${interval(leaseMs)}, last_started_at = now()
        FROM due WHERE j.name = due.name RETURNING j.name)
      SELECT ARRAY(SELECT name FROM claimed) AS names,
        (SELECT (extract(epoch FROM min(CASE WHEN w.name IN (SELECT name FROM claimed) THEN ${nextAfter(sql`now()`)}
            ELSE greatest(j.next_due_at, j.leased_until) END) - now()) * 1000)::float8
          FROM scheduled_jobs j JOIN wanted w USING (name)) AS "waitMs"`,
  ))!
}

/** Extends this worker's leases and returns the jobs that it still has. */
export async function renewLeases(
  db: Db,
  worker: string,
  names: readonly string[],
  leaseMs: number,
): Promise<string[]> {
  const heldLeases = await rows(
    db,
    sql<{ name: string }>`UPDATE scheduled_jobs SET leased_until = now() + ${interval(leaseMs)}
      WHERE leased_by = ${worker} AND name = ANY (${names}::text[]) RETURNING name`,
  )
  return heldLeases.map(({ name }) => name)
}

export interface Finished extends Named {
  /** Why it failed; null where it succeeded. */
  error: string | null
}

/** Gives the leases back; a job is due again one interval after it started. Nothing where another worker has taken it over. */
export async function finishJobs(db: Db, worker: string, jobs: readonly Finished[]): Promise<void> {
  await sql`UPDATE scheduled_jobs j SET leased_by = NULL, leased_until = NULL, next_due_at = ${nextAfter(sql`j.last_started_at`)},
      last_error = w.error,
      last_succeeded_at = CASE WHEN w.error IS NULL THEN now() ELSE j.last_succeeded_at END,
      last_failed_at = CASE WHEN w.error IS NULL THEN j.last_failed_at ELSE now() END
    FROM unnest(${namesOf(jobs)}, ${intervalsOf(jobs)}, ${jobs.map(({ error }) => error)}::text[]) AS w (name, every_ms, error)
    WHERE j.name = w.name AND j.leased_by = ${worker}`.execute(db)
}
