import { events as allEvents, type ListedEvent } from './events.ts'
import { jobs as allJobs, type ListedJob } from './jobs.ts'
import type { Context } from './platform/context.ts'
import { rows, sql } from './platform/db/db.ts'
import type { DeclaredEvent } from './platform/events/events.ts'
import { handlersByName, type JobHandler } from './platform/jobs/jobs.ts'
import { namesInSqlFunctions } from './platform/db/sql-names.ts'

// What the server compares before it starts. Each of these would otherwise be found by someone who waits for what never comes.

/** Each event is declared once, and read by someone unless it is for audit. */
export function assertEvents(
  events: readonly ListedEvent[],
  readers: Readonly<Record<string, readonly DeclaredEvent[]>>,
): void {
  const declared = new Map<string, DeclaredEvent>()
  for (const { event } of events) {
    if (declared.has(event.name)) throw new Error(`The event ${event.name} is declared twice.`)
    declared.set(event.name, event)
  }
  const read = new Set(Object.values(readers).flat())
  for (const event of read)
    if (declared.get(event.name) !== event)
      throw new Error(`The event ${event.name} is read and not listed in events.ts.`)
  for (const event of declared.values())
    if (event.for !== 'audit' && !read.has(event)) throw new Error(`No one reads the event ${event.name}.`)
}

/** Each job is declared once, by a name of its own, and has one handler. */
export function assertJobs(jobs: readonly ListedJob[], handlers: readonly JobHandler[]): void {
  const handled = handlersByName(handlers)
  const names = new Set<string>()
  for (const name of jobs.flatMap(({ job }) => [job.name, ...job.formerly])) {
    if (names.has(name)) throw new Error(`The job ${name} is declared twice.`)
    names.add(name)
  }
  for (const { job } of jobs)
    if (handled.get(job.name)?.job !== job) throw new Error(`The job ${job.name} has no handler.`)
  for (const name of handled.keys())
    if (!names.has(name)) throw new Error(`The job ${name} has a handler and is not listed in jobs.ts.`)
}

/** Code declares the names that SQL writes: of events by charges, and of jobs and events in functions of the database. */
export async function assertNames(
  ctx: Context,
  { events, jobs }: { events: readonly ListedEvent[]; jobs: readonly ListedJob[] } = {
    events: allEvents,
    jobs: allJobs,
  },
): Promise<void> {
  const eventNames = new Set(events.map(({ event }) => event.name))
  const jobNames = new Set(jobs.flatMap(({ job }) => [job.name, ...job.formerly]))
  const kinds = await rows(ctx.db, sql<{ kind: string; event: string }>`SELECT kind, event FROM charge_kinds`)
  for (const { kind, event } of kinds)
    if (!eventNames.has(event))
      throw new Error(`Charges of the kind ${kind} write the event ${event}, which no code declares.`)
  for (const written of await namesInSqlFunctions(ctx)) {
    for (const name of written.events)
      if (!eventNames.has(name))
        throw new Error(`The SQL function ${written.by} writes the event ${name}, which no code declares.`)
    for (const name of written.jobs)
      if (!jobNames.has(name))
        throw new Error(`The SQL function ${written.by} enqueues the job ${name}, which no code declares.`)
  }
}
