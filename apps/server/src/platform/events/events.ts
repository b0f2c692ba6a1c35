import { z } from 'zod'
import type { Context } from '../context.ts'
import { row, rows, sql } from '../db/db.ts'
import type { RoomDeclaration } from '../sockets/rooms.ts'

// Events in the past tense (`tip.sent`), written in the transaction that made them true. After commit every web process reads them, from
// when it started, for sockets and caches (event-feed.ts); subscribers inside the server read them durably (event-subscribers.ts).
//
// A module declares its events in its `events.ts`, which imports nothing but platform and contract. Who publishes and who reads import the
// declaration. docs/events.md lists all of them.

/** The id of an account, a conversation or another thing. Events that name one id are delivered in the order in which they were written. */
export const id = z.uuid()

/** Whose sockets hear of an event: the fields of its payload that name accounts, sessions and rooms, or whom a query finds. */
export interface Recipients<Field extends string = string> {
  accounts?: readonly Field[]
  sessions?: readonly Field[]
  rooms?: readonly { room: RoomDeclaration; field: Field }[]
}
export type To<Field extends string = string> = readonly Field[] | Recipients<Field> | 'many'

export interface DeclaredEvent<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly schema: S
  /** `many`: who hears of it is found by a query, among those who are connected. */
  readonly to: Recipients | 'many'
  /** `audit`: it is stored for people who look into the table, and no code reads it. */
  readonly for: 'readers' | 'audit'
  /** The ids that a payload names, where its schema says that there is one. */
  idsOf(payload: Readonly<Record<string, unknown>>): ReadonlySet<string>
}
export type PayloadOf<E extends DeclaredEvent> = z.output<E['schema']>

/** Declares an event. A list in `to` names fields with the ids of accounts. */
export function event<S extends z.ZodObject>(
  name: string,
  schema: S,
  options: { to?: To<keyof z.output<S> & string>; for?: 'audit' } = {},
): DeclaredEvent<S> {
  const { to = [] } = options
  const collect = idsAt(schema)
  return {
    name,
    schema,
    to: isList(to) ? { accounts: to } : to,
    for: options.for ?? 'readers',
    idsOf(payload) {
      const ids = new Set<string>()
      collect?.(payload, ids)
      return ids
    },
  }
}
const isList = <F extends string>(to: To<F>): to is readonly F[] => Array.isArray(to)

type Collect = (value: unknown, into: Set<string>) => void
/** Takes the ids out of a value that has this schema; undefined where there are none. */
function idsAt(schema: z.core.$ZodType): Collect | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return 'format' in def && def.format === 'uuid'
        ? (value, into) => void (typeof value === 'string' && into.add(value))
        : undefined
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => {
        const collect = idsAt(field)
        return collect ? [[name, collect] as const] : []
      })
      if (fields.length === 0) return undefined
      return (value, into) => {
        if (typeof value !== 'object' || value === null) return
        for (const [name, collect] of fields) collect((value as Record<string, unknown>)[name], into)
      }
    }
    case 'array': {
      const collect = idsAt(def.element)
      return collect && ((value, into) => void (Array.isArray(value) && value.forEach((entry) => collect(entry, into))))
    }
    case 'union': {
      const options = def.options.flatMap((option) => idsAt(option) ?? [])
      return options.length === 0 ? undefined : (value, into) => options.forEach((collect) => collect(value, into))
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return idsAt(def.innerType)
    default:
      return undefined
  }
}

/** An event as the table has it. */
export interface PublishedEvent {
  id: bigint
  /** The transaction that made it true; `(xid, id)` is the order in which events are read. */
  xid: string
  topic: string
  payload: Record<string, unknown>
}

/** What a reader does with an event. The payload that it is given was compared with the declaration. */
export interface Reader<Rest extends unknown[] = never[], Result = unknown> {
  readonly event: DeclaredEvent
  read(published: PublishedEvent, ...rest: Rest): Result
}
export const reader = <S extends z.ZodObject, Rest extends unknown[], Result>(
  declared: DeclaredEvent<S>,
  handle: (payload: z.output<S>, ...rest: Rest) => Result,
): Reader<Rest, Result> => ({
  event: declared,
  read: (published, ...rest) => handle(declared.schema.parse(published.payload), ...rest),
})

/** Readers by the name of their event: each event has one at most. */
export function readersByName<R extends { readonly event: DeclaredEvent }>(
  readers: readonly R[],
): ReadonlyMap<string, R> {
  const byName = new Map<string, R>()
  for (const entry of readers) {
    if (byName.has(entry.event.name)) throw new Error(`The event ${entry.event.name} is read twice by one reader.`)
    byName.set(entry.event.name, entry)
  }
  return byName
}

export async function publish<S extends z.ZodObject>(
  tx: Context,
  { name }: DeclaredEvent<S>,
  payload: z.input<S>,
): Promise<void> {
  await sql`INSERT INTO events (topic, payload) VALUES (${name}, ${JSON.stringify(payload)}::jsonb)`.execute(tx.db)
  tx.wroteEvents()
}

/** One event for each payload. */
export async function publishAll<S extends z.ZodObject>(
  tx: Context,
  { name }: DeclaredEvent<S>,
  payloads: readonly z.input<S>[],
): Promise<void> {
  await sql`INSERT INTO events (topic, payload) SELECT ${name}, p FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) AS p`.execute(
    tx.db,
  )
  tx.wroteEvents()
}

/** A place in the order of events. */
export interface Cursor {
  xid: string
  id: bigint
}

/** Committed events after this cursor, in the order of their ids; undefined when there are more than `max`, or when some may have been deleted already. */
export async function eventsBetween(ctx: Context, after: Cursor, max: number): Promise<PublishedEvent[] | undefined> {
  const cursorRow = await row(
    ctx.db,
    sql`SELECT 1 FROM events WHERE xid = ${after.xid}::text::xid8 AND id = ${after.id}`,
  )
  if (!cursorRow) return undefined
  const events = await rows(
    ctx.db,
    sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, payload FROM events e
      WHERE (xid, id) > (${after.xid}::text::xid8, ${after.id}) ORDER BY e.xid, e.id LIMIT ${max + 1}`,
  )
  return events.length > max ? undefined : events.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export interface Loop {
  /** Takes the next turn at once. */
  wake(): void
  /** Resolves when the turn that is being taken has ended. */
  stop(): Promise<void>
}

export interface Pace {
  /** Without a wake the next turn begins after this time. */
  everyMs: number
  /** Turns that are woken begin so far apart at least: after a quiet moment at once, under many wakes each does what many asked for. */
  restMs: number
}

/** Takes turns until stopped, one after another; at once where a turn leaves more to do. */
export function repeat(ctx: Pick<Context, 'log'>, { everyMs, restMs }: Pace, turn: () => Promise<boolean>): Loop {
  let stopped = false
  let isWoken = false
  let wake = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async () => {
    while (!stopped) {
      isWoken = false
      const began = performance.now()
      const more = await turn().catch((error: unknown) => {
        if (!stopped) ctx.log.error({ err: error }, 'following events failed; trying again')
        return false
      })
      if (more) continue
      if (!isWoken && !stopped) await pause(everyMs)
      // What wakes it now is done by the turn that follows anyway.
      const restLeft = () => began + restMs - performance.now()
      for (let left = restLeft(); !stopped && left > 0; left = restLeft()) await pause(left)
    }
  }
  const ended = loop()
  const wakeUp = () => {
    isWoken = true
    wake()
  }
  return {
    wake: wakeUp,
    stop: () => {
      stopped = true
      wakeUp()
      return ended
    },
  }
}
