import type { Context } from '../context.ts'
import { row, rows, sql } from '../db/db.ts'
import { type Cursor, type PublishedEvent, repeat } from './events.ts'

// Reads events as they are committed, for sockets and caches: each event once, without waiting for older transactions that still run.
//
// The position of the feed is a snapshot of the database. The next read takes what was committed since: rows of transactions that began
// after the snapshot, or ran in it. Where an event was written after another one was committed, as messages of one conversation are, who
// reads it has read the other before it, or reads both at once in the order of their ids.

/** Where a process finds nothing to do, it looks again after this time: what the bus notifies of comes at once. */
const pollMs = 1_000
/** Reads begin so far apart at least: what is committed meanwhile is read at once. */
const restMs = 10
const batchMax = 500
/** So many are read and not yet handled at most. */
const inFlightMax = 1_000
/** So many handlers run at once, which read from the database. */
const handlersMax = 6

/** One event as the feed keeps it. */
export interface FeedEntry {
  event: PublishedEvent
  xid: bigint
  /** The ids that its payload names. */
  ids: ReadonlySet<string>
  isHandled: boolean
  /** When this process read it: not before it was committed. Milliseconds. */
  readAt: number
}

export interface FeedOptions {
  /** The ids that an event names, by its declaration. */
  idsOf: (event: PublishedEvent) => ReadonlySet<string>
  /** Called with each event as soon as it is read. */
  onRead?: (event: PublishedEvent) => void
  /**
   * Prepares what an event leads to, side by side with others. What it returns is run after all earlier events that name one of the same
   * ids. Undefined: there is nothing to do here.
   */
  prepare: (entry: FeedEntry) => Promise<() => void> | undefined
  /** How many events are stored in memory, for clients that were away for a moment. */
  historyMax: number
}

export interface EventFeed {
  /** The place up to which all events were handled here. */
  position(): string
  /**
   * Stored events after a position, or those read here since a time (milliseconds), in the order of their ids; undefined where the history
   * does not go back so far.
   */
  since(from: Cursor | number): FeedEntry[] | undefined
  stop(): Promise<void>
}

export async function openFeed(ctx: Context, options: FeedOptions): Promise<EventFeed> {
  let snapshot = ''
  /** Of the present snapshot, what was read already: there was more than one batch. */
  let taken: bigint[] = []
  const progress = new Progress()
  const history = new History(options.historyMax)
  const order = new Order()
  const slots = new Slots(handlersMax)

  const start = (await row(
    ctx.db,
    sql<{ snapshot: string; xid: string | null; id: bigint | null; lastXid: string | null; lastId: bigint | null }>`
      SELECT pg_current_snapshot()::text AS snapshot, confirmed.xid::text AS xid, confirmed.id, last.xid::text AS "lastXid", last.id AS "lastId"
      FROM (VALUES (1)) AS one
      LEFT JOIN LATERAL (SELECT xid, id FROM events WHERE xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid DESC, id DESC LIMIT 1) confirmed ON true
      LEFT JOIN LATERAL (SELECT xid, id FROM events ORDER BY xid DESC, id DESC LIMIT 1) last ON true`,
  ))!
  snapshot = start.snapshot
  if (start.xid !== null) progress.startAt({ xid: BigInt(start.xid), id: start.id! })
  if (start.lastXid !== null) history.startAfter({ xid: BigInt(start.lastXid), id: start.lastId! })

  const take = (event: PublishedEvent) => {
    const entry: FeedEntry = {
      event,
      xid: BigInt(event.xid),
      ids: options.idsOf(event),
      isHandled: false,
      readAt: Date.now(),
    }
    progress.add(entry)
    history.add(entry)
    const done = () => {
      entry.isHandled = true
      progress.advance()
    }
    const failed = (error: unknown) => ctx.log.error({ err: error, topic: event.topic }, 'an event was not delivered')
    try {
      options.onRead?.(event)
      const prepared = slots.run(() => options.prepare(entry))
      if (!prepared) return done()
      order.after(entry.ids, prepared.catch(failed), (act) => {
        // Before: the messages that it sends now have the position that includes it.
        done()
        try {
          act?.()
        } catch (error) {
          failed(error)
        }
      })
    } catch (error) {
      failed(error)
      done()
    }
  }

  const loop = repeat(ctx, { everyMs: pollMs, restMs }, async () => {
    await order.below(inFlightMax)
    const { xmax, running } = partsOf(snapshot)
    const found = await rows(
      ctx.db,
      sql<{ snapshot: string } & { [K in keyof PublishedEvent]: PublishedEvent[K] | null }>`
        SELECT pg_current_snapshot()::text AS snapshot, e.id, e.xid::text AS xid, e.topic, e.payload FROM (VALUES (1)) AS one
        LEFT JOIN LATERAL (SELECT * FROM (
            SELECT * FROM events WHERE xid >= ${xmax}::text::xid8
            UNION ALL SELECT * FROM events WHERE xid = ANY(${running}::text[]::xid8[])) AS n
          WHERE n.id <> ALL(${taken.map(String)}::text[]::bigint[]) ORDER BY n.id LIMIT ${batchMax}) e ON true
        ORDER BY e.id`,
    )
    const events = found.filter((entry) => entry.id !== null) as unknown as PublishedEvent[]
    const isAll = events.length < batchMax
    if (isAll) {
      snapshot = found[0]!.snapshot
      taken = []
      progress.confirmBelow(partsOf(snapshot).xmin)
    } else taken.push(...events.map(({ id }) => id))
    for (const event of events) take({ id: event.id, xid: event.xid, topic: event.topic, payload: event.payload })
    progress.advance()
    return !isAll
  })
  const stopListening = await ctx.bus.listen({ onWake: () => loop.wake(), onSignal: () => {} })

  return {
    position: () => progress.position,
    since: (from) =>
      typeof from === 'number' ? history.readSince(from) : history.since({ xid: BigInt(from.xid), id: from.id }),
    stop: () => {
      stopListening()
      return loop.stop()
    },
  }
}

/** `xmin:xmax:running,running`, as PostgreSQL writes it. */
function partsOf(snapshot: string): { xmin: bigint; xmax: string; running: string[] } {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}

interface Place {
  xid: bigint
  id: bigint
}
const isAfter = (a: Place, b: Place) => (a.xid === b.xid ? a.id > b.id : a.xid > b.xid)
const placeOf = (entry: FeedEntry): Place => ({ xid: entry.xid, id: entry.event.id })

/** Up to where every event was handled: transactions that still run may write earlier ones. */
class Progress {
  #confirmed: Place = { xid: 0n, id: 0n }
  #below = 0n
  /** In the order of events. */
  readonly #open: FeedEntry[] = []

  startAt(place: Place): void {
    this.#confirmed = place
  }
  add(entry: FeedEntry): void {
    let at = this.#open.length
    while (at > 0 && isAfter(placeOf(this.#open[at - 1]!), placeOf(entry))) at--
    this.#open.splice(at, 0, entry)
  }
  confirmBelow(xmin: bigint): void {
    this.#below = xmin
  }
  advance(): void {
    let count = 0
    for (const entry of this.#open) {
      if (!entry.isHandled || entry.xid >= this.#below) break
      this.#confirmed = placeOf(entry)
      count++
    }
    if (count > 0) this.#open.splice(0, count)
  }
  get position(): string {
    return `${this.#confirmed.xid}.${this.#confirmed.id}`
  }
}

/** The newest events that were read here. */
class History {
  readonly #max: number
  readonly #entries = new Map<bigint, FeedEntry>()
  /** The history has every event after this place. */
  #floor: Place = { xid: 0n, id: 0n }
  /** The history has every event that was committed after this time. */
  #begin = Date.now()
  constructor(max: number) {
    this.#max = max
  }
  startAfter(place: Place): void {
    this.#floor = place
  }
  add(entry: FeedEntry): void {
    this.#entries.set(entry.event.id, entry)
    if (this.#entries.size <= this.#max) return
    const [oldest] = this.#entries.values()
    this.#entries.delete(oldest!.event.id)
    this.#begin = oldest!.readAt
    if (isAfter(placeOf(oldest!), this.#floor)) this.#floor = placeOf(oldest!)
  }
  since(place: Place): FeedEntry[] | undefined {
    // A place that no event has is none that a client was given.
    const isKnown = this.#entries.get(place.id)?.xid === place.xid
    const isFloor = place.xid === this.#floor.xid && place.id === this.#floor.id && place.xid > 0n
    if ((!isKnown || isAfter(this.#floor, place)) && !isFloor) return undefined
    return inOrder([...this.#entries.values()].filter((entry) => isAfter(placeOf(entry), place)))
  }
  readSince(time: number): FeedEntry[] | undefined {
    if (time <= this.#begin) return undefined
    return inOrder([...this.#entries.values()].filter((entry) => entry.readAt >= time))
  }
}

const inOrder = (entries: FeedEntry[]): FeedEntry[] => entries.sort((a, b) => (a.event.id < b.event.id ? -1 : 1))

/** Lets what names the same ids happen one after another, and all else side by side. */
class Order {
  readonly #last = new Map<string, Promise<void>>()
  #count = 0
  #waiting: (() => void)[] = []

  after<T>(ids: ReadonlySet<string>, prepared: Promise<T>, act: (value: T) => void): void {
    this.#count++
    const before = [...ids].flatMap((id) => this.#last.get(id) ?? [])
    const done: Promise<void> = Promise.all(before)
      .then(() => prepared)
      .then(act)
      .then(() => {
        for (const id of ids) if (this.#last.get(id) === done) this.#last.delete(id)
        this.#count--
        for (const resume of this.#waiting.splice(0)) resume()
      })
    for (const id of ids) this.#last.set(id, done)
  }
  async below(max: number): Promise<void> {
    while (this.#count >= max) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** Runs a few at a time. */
class Slots {
  #free: number
  readonly #queue: (() => void)[] = []
  constructor(count: number) {
    this.#free = count
  }
  run<T>(work: () => Promise<T> | undefined): Promise<T> | undefined {
    if (this.#free > 0) return this.#occupy(work)
    return new Promise<void>((resolve) => this.#queue.push(resolve)).then(
      () => (this.#occupy(work) ?? Promise.resolve(undefined)) as Promise<T>,
    )
  }
  #occupy<T>(work: () => Promise<T> | undefined): Promise<T> | undefined {
    this.#free--
    const release = () => {
      this.#free++
      this.#queue.shift()?.()
    }
    let running: Promise<T> | undefined
    try {
      running = work()
    } finally {
      if (!running) release()
    }
    return running?.finally(release)
  }
}
