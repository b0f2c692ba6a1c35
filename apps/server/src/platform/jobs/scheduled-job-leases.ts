import { type Db, row, rows, sql } from '../db/db.ts'

// The rows of `scheduled_jobs`. Their times are the database's own clock, which no demo or test moves.

interface Named {
  name: string
  everyMs: number
}
const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
const unknownJobDays = 30

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

/** Leases up to `limit` of the named jobs that are due, the longest overdue first. `waitMs`: until the next of the others is due. */
export async function claimDue(
  db: Db,
  worker: string,
  { names, limit, leaseMs }: { names: readonly string[]; limit: number; leaseMs: number },
): Promise<{ names: string[]; waitMs: number | null }> {
  return (await row(
    db,
    sql<{ names: string[]; waitMs: number | null }>`WITH due AS (
        SELECT name FROM scheduled_jobs WHERE name = ANY (${names}::text[]) AND next_due_at <= now()
          AND (leased_until IS NULL OR leased_until <= now())
        ORDER BY next_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
      claimed AS (
        UPDATE scheduled_jobs j SET leased_by = ${worker}, leased_until = now() + ${interval(leaseMs)}, last_started_at = now()
        FROM due WHERE j.name = due.name RETURNING j.name)
      SELECT ARRAY(SELECT name FROM claimed) AS names,
        (SELECT (extract(epoch FROM min(greatest(next_due_at, leased_until)) - now()) * 1000)::float8 FROM scheduled_jobs
          WHERE name = ANY (${names}::text[]) AND name NOT IN (SELECT name FROM claimed)) AS "waitMs"`,
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

/** Gives the lease back; the job is due again one interval after it started. Nothing where another worker has taken it over. */
export async function finishJob(db: Db, worker: string, { name, everyMs }: Named, failure: unknown): Promise<void> {
  const outcome =
    failure === undefined
      ? sql`last_succeeded_at = now(), last_error = NULL`
      : sql`last_failed_at = now(), last_error = ${String(failure).slice(0, 500)}`
  await sql`UPDATE scheduled_jobs SET leased_by = NULL, leased_until = NULL, next_due_at = last_started_at + ${interval(everyMs)}, ${outcome}
    WHERE name = ${name} AND leased_by = ${worker}`.execute(db)
}
