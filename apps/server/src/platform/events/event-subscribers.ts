import type { z } from 'zod'
import type { Context } from '../context.ts'
import { isDatabaseAway, row, rows, sql } from '../db/db.ts'
import { type DeclaredEvent, type PublishedEvent, type Reader, reader, readersByName, repeat } from './events.ts'

// Subscribers to events inside the server, for what may not be missed when a process ends: notifications, and what else follows from an
// event. The effects of a handler and the cursor of its subscriber are written in one transaction: each event has its effects once.

export interface EventSubscriber {
  /** Names its row in `event_subscribers`. Under another name it is another subscriber, which begins with the events from then on. */
  name: string
  events: readonly DeclaredEvent[]
  /** Has effects in this transaction alone. What it throws undoes them; the event is tried again later. */
  handle(tx: Context, event: PublishedEvent): Promise<void>
  /** For events that may be handled together. Where that fails, all of it is undone and each is handled by itself. */
  together?: {
    /** Neighbours with the same batch are handled together; undefined: by itself. */
    batchOf(event: PublishedEvent): unknown
    handle(tx: Context, events: readonly PublishedEvent[]): Promise<void>
  }
}

/** What names an event, and nothing else. */
export type Occurrence = Pick<PublishedEvent, 'id' | 'xid'>
export interface EventReader extends Reader<[tx: Context, occurrence: Occurrence], Promise<void>> {
  readonly many?: { note(event: PublishedEvent): unknown; write: WriteMany<never> }
}
type WriteMany<Noted> = (tx: Context, noted: Noted[]) => Promise<void>

/** Declares what follows from an event, in the transaction of a subscriber. */
export const on = <S extends z.ZodObject>(
  event: DeclaredEvent<S>,
  handle: (tx: Context, payload: z.output<S>, occurrence: Occurrence) => Promise<void>,
): EventReader => reader(event, (payload, tx: Context, occurrence: Occurrence) => handle(tx, payload, occurrence))

/**
 * The same for events of which many come at a time: `note` says, without the database, what follows from one (undefined: nothing), and
 * `write` writes it for several, also of other events with the same `write`, in the order of the events.
 */
export function onMany<S extends z.ZodObject, Noted extends object>(
  event: DeclaredEvent<S>,
  note: (payload: z.output<S>, occurrence: Occurrence) => Noted | undefined,
  write: WriteMany<Noted>,
): EventReader {
  const handle = async (tx: Context, payload: z.output<S>, occurrence: Occurrence) => {
    const noted = note(payload, occurrence)
    if (noted) await write(tx, [noted])
  }
  return { ...on(event, handle), many: { note: (published) => reader(event, note).read(published, published), write } }
}

/** A subscriber made of one reader for each event. */
export function subscriber(
  name: string,
  readers: readonly EventReader[],
  { isSkipped = () => false }: { isSkipped?: (event: PublishedEvent) => boolean } = {},
): EventSubscriber {
  const byName = readersByName(readers)
  const manyOf = ({ topic }: PublishedEvent) => byName.get(topic)!.many
  return {
    name,
    events: readers.map(({ event }) => event),
    async handle(tx, published) {
      if (!isSkipped(published)) await byName.get(published.topic)!.read(published, tx, published)
    },
    together: {
      batchOf: (published) => manyOf(published)?.write,
      async handle(tx, published) {
        const noted = published.flatMap((event) => (isSkipped(event) ? [] : (manyOf(event)!.note(event) ?? [])))
        // Who declared one of them declared what it notes with it.
        if (noted.length > 0) await manyOf(published[0]!)!.write(tx, noted as never[])
      },
    },
  }
}

/** How long to wait before the second try of an event; the waits double. */
export interface RetryTiming {
  firstMs: number
  maxMs: number
}
const usualTiming: RetryTiming = { firstMs: 5_000, maxMs: 60 * 60_000 }
export const triesMax = 8
/** Where there is nothing to do it looks again after this time: what the bus notifies of comes at once. */
const pollMs = 1_000
/** Turns begin so far apart at least, so that what comes meanwhile is handled together. */
const restMs = 100
const readMax = 500
/** How many events are handled in one transaction, which locks the rows of their effects until it ends. */
const handledMax = 50
const retriedMax = 10
const unknownDays = 30

/** Makes the rows that are missing. A new subscriber begins with the events from now on, in tests with the first. */
export async function registerSubscribers(
  ctx: Context,
  subscribers: readonly EventSubscriber[],
  from: 'now' | 'first' = 'now',
): Promise<void> {
  const names = subscribers.map(({ name }) => name)
  const start = from === 'now' ? sql`pg_snapshot_xmin(pg_current_snapshot())` : sql`'0'::xid8`
  await sql`INSERT INTO event_subscribers (name, xid, event_id) SELECT name, ${start}, -1 FROM unnest(${names}::text[]) AS n(name)
    ON CONFLICT (name) DO NOTHING`.execute(ctx.db)
  // Not those that another process has locked, because it is running them.
  await sql`UPDATE event_subscribers SET seen_at = now() WHERE name IN (
    SELECT name FROM event_subscribers WHERE name = ANY (${names}::text[]) FOR UPDATE SKIP LOCKED)`.execute(ctx.db)
  // Other versions of the product may still run the subscribers that this one doesn't know.
  await sql`DELETE FROM event_subscribers WHERE name <> ALL (${names}::text[])
    AND seen_at < now() - make_interval(days => ${unknownDays})`.execute(ctx.db)
}

export interface RunningSubscribers {
  /** Looks for events at once. */
  wake(): void
  stop(): Promise<void>
}

/** Runs subscribers until stopped. Of all processes that run one, the one that has locked its row handles events. */
export async function startSubscribers(
  ctx: Context,
  subscribers: readonly EventSubscriber[],
  timing = usualTiming,
): Promise<RunningSubscribers> {
  await registerSubscribers(ctx, subscribers)
  const loops = subscribers.map((subscriber) =>
    repeat(ctx, { everyMs: pollMs, restMs }, () => takeTurn(ctx, subscriber, timing)),
  )
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
  }
}

/**
 * Handles all events that are committed; for tests. An event becomes readable when no older transaction runs, of any database of the server:
 * it waits for that.
 */
export async function handleAllEvents(ctx: Context, subscribers: readonly EventSubscriber[]): Promise<void> {
  const newest = await row(
    ctx.db,
    sql<{ xid: string; id: bigint }>`SELECT xid::text AS xid, id FROM events e ORDER BY e.xid DESC, e.id DESC LIMIT 1`,
  )
  const hasPassed = async ({ name }: EventSubscriber) =>
    !newest ||
    (await row(
      ctx.db,
      sql`SELECT 1 AS found FROM event_subscribers WHERE name = ${name} AND (xid, event_id) >= (${newest.xid}::text::xid8, ${newest.id})`,
    )) !== undefined
  for (const subscriber of subscribers)
    while ((await takeTurn(ctx, subscriber, usualTiming)) || !(await hasPassed(subscriber)));
}

interface Claimed extends PublishedEvent {
  tries: number
}

/** One transaction of one subscriber. Returns whether there may be more to do at once. */
async function takeTurn(ctx: Context, subscriber: EventSubscriber, timing: RetryTiming): Promise<boolean> {
  if (!(await hasWork(ctx, subscriber))) return false
  return ctx.transaction(async (tx) => {
    const cursor = await row(
      tx.db,
      sql<{ xid: string; id: bigint }>`SELECT xid::text AS xid, event_id AS id FROM event_subscribers
        WHERE name = ${subscriber.name} FOR UPDATE SKIP LOCKED`,
    )
    // Another process is at it.
    if (!cursor) return false
    const due = await dueForRetry(tx, subscriber)
    for (const event of due) await attempt(tx, subscriber, event, timing)
    const read = await readAfter(tx, subscriber, cursor)
    const ours = read.filter((event) => event.payload !== null).slice(0, handledMax)
    for (const batch of batchesOf(subscriber, ours))
      if (batch.length === 1 || !(await attemptTogether(tx, subscriber, batch)))
        for (const event of batch) await attempt(tx, subscriber, { ...event, tries: 0 }, timing)
    const last = ours.length === handledMax ? ours.at(-1) : read.at(-1)
    if (last)
      await sql`UPDATE event_subscribers SET xid = ${last.xid}::text::xid8, event_id = ${last.id}, seen_at = now()
        WHERE name = ${subscriber.name}`.execute(tx.db)
    return due.length === retriedMax || ours.length === handledMax || read.length === readMax
  })
}

/** Whether there is an event after its cursor or one to try again; it locks nothing. */
const hasWork = async (ctx: Context, { name }: EventSubscriber): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 AS found FROM event_subscribers s WHERE name = ${name} AND (
        EXISTS (SELECT FROM events e WHERE (e.xid, e.id) > (s.xid, s.event_id) AND e.xid < pg_snapshot_xmin(pg_current_snapshot()))
        OR EXISTS (SELECT FROM failed_events f WHERE f.subscriber = s.name AND f.parked_at IS NULL AND f.retry_at <= now()))`,
  )) !== undefined

/** Events of other topics come without their payload: the cursor passes them. */
const readAfter = (tx: Context, { events }: EventSubscriber, after: { xid: string; id: bigint }) =>
  rows(
    tx.db,
    sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, CASE WHEN topic = ANY(${events.map(({ name }) => name)}::text[]) THEN payload END AS payload FROM events e
      WHERE (xid, id) > (${after.xid}::text::xid8, ${after.id}) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY e.xid, e.id LIMIT ${readMax}`,
  )

const dueForRetry = (tx: Context, { name }: EventSubscriber) =>
  rows(
    tx.db,
    sql<Claimed>`SELECT event_id AS id, xid::text AS xid, topic, payload, tries FROM failed_events
      WHERE subscriber = ${name} AND parked_at IS NULL AND retry_at <= now() ORDER BY retry_at LIMIT ${retriedMax} FOR UPDATE`,
  )

/** Neighbours that may be handled together. */
function batchesOf({ together }: EventSubscriber, events: readonly PublishedEvent[]): PublishedEvent[][] {
  const batches: PublishedEvent[][] = []
  let open: unknown
  for (const event of events) {
    const batch = together?.batchOf(event)
    if (batch !== undefined && batch === open) batches.at(-1)!.push(event)
    else batches.push([event])
    open = batch
  }
  return batches
}

/** Handles several events at once. False where that fails: nothing of it has happened then. */
async function attemptTogether(tx: Context, { name, together }: EventSubscriber, events: readonly PublishedEvent[]) {
  await sql`SAVEPOINT several_events`.execute(tx.db)
  try {
    await together!.handle(tx, events)
    await sql`RELEASE SAVEPOINT several_events`.execute(tx.db)
    return true
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT several_events`.execute(tx.db)
    tx.log.debug({ err: error, subscriber: name }, 'events could not be handled together; handling each by itself')
    return false
  }
}

/** Handles one event. Where that fails, its effects are undone, it is recorded, and the others go on. */
async function attempt(tx: Context, subscriber: EventSubscriber, event: Claimed, timing: RetryTiming): Promise<void> {
  await sql`SAVEPOINT one_event`.execute(tx.db)
  try {
    await subscriber.handle(tx, event)
    await sql`RELEASE SAVEPOINT one_event`.execute(tx.db)
    if (event.tries > 0)
      await sql`DELETE FROM failed_events WHERE subscriber = ${subscriber.name} AND xid = ${event.xid}::text::xid8
        AND event_id = ${event.id}`.execute(tx.db)
  } catch (error) {
    // Fails where the connection is lost: then nothing of the batch has happened, and all of it is handled again.
    await sql`ROLLBACK TO SAVEPOINT one_event`.execute(tx.db)
    await recordFailure(tx, subscriber, event, error, timing)
  }
}

async function recordFailure(
  tx: Context,
  { name }: EventSubscriber,
  event: Claimed,
  error: unknown,
  { firstMs, maxMs }: RetryTiming,
): Promise<void> {
  const tries = event.tries + 1
  const isParked = tries >= triesMax
  const waitMs = Math.min(maxMs, firstMs * 2 ** event.tries)
  const where = { subscriber: name, topic: event.topic, event: String(event.id), tries }
  if (isParked) tx.log.error({ err: error, alarm: 'event-parked', ...where }, 'an event was given up')
  else tx.log.warn({ err: error, ...where, away: isDatabaseAway(error) }, 'an event was not handled; trying again')
  await sql`INSERT INTO failed_events (subscriber, xid, event_id, topic, payload, tries, retry_at, parked_at, last_error)
    VALUES (${name}, ${event.xid}::text::xid8, ${event.id}, ${event.topic}, ${JSON.stringify(event.payload)}::jsonb, ${tries},
      now() + make_interval(secs => ${waitMs / 1000}), ${isParked ? sql`now()` : null}, ${String(error).slice(0, 500)})
    ON CONFLICT (subscriber, xid, event_id) DO UPDATE SET tries = excluded.tries, retry_at = excluded.retry_at,
      parked_at = excluded.parked_at, last_error = excluded.last_error`.execute(tx.db)
}

export interface ParkedEvent {
  subscriber: string
  xid: string
  eventId: bigint
  topic: string
  tries: number
  parkedAt: Date
  error: string
}
/** Events that were given up, the oldest first. */
export const parkedEvents = (ctx: Context, max: number) =>
  rows(
    ctx.db,
    sql<ParkedEvent>`SELECT subscriber, xid::text AS xid, event_id AS "eventId", topic, tries, parked_at AS "parkedAt", last_error AS error
      FROM failed_events WHERE parked_at IS NOT NULL ORDER BY parked_at, subscriber, event_id LIMIT ${max}`,
  )
export const countParked = async (ctx: Context): Promise<number> =>
  (await row(ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM failed_events WHERE parked_at IS NOT NULL`))!.n
/** From now on they are tried again like events that failed for the first time; returns how many. */
export const retryParked = async (tx: Context): Promise<number> =>
  (
    await rows(
      tx.db,
      sql`UPDATE failed_events SET parked_at = NULL, tries = 1, retry_at = now() WHERE parked_at IS NOT NULL RETURNING 1 AS found`,
    )
  ).length
