import type { Context } from './context.ts'
import { row, rows, sql } from './db.ts'

// Events in the past tense (`tip.sent`), written in the transaction that made them true. After commit every web process reads them, from
// when it started, for sockets and caches (event-feed.ts); subscribers inside the server read them durably (event-subscribers.ts).

export interface PublishedEvent {
  id: bigint
  /** The transaction that made it true; `(xid, id)` is the order in which events are read. */
  xid: string
  topic: string
  payload: Record<string, unknown>
}

export async function publish(tx: Context, topic: string, payload: Record<string, unknown>): Promise<void> {
  await sql`INSERT INTO events (topic, payload) VALUES (${topic}, ${JSON.stringify(payload)}::jsonb)`.execute(tx.db)
  tx.wroteEvents()
}

/** One event for each payload. */
export async function publishAll(
  tx: Context,
  topic: string,
  payloads: readonly Record<string, unknown>[],
): Promise<void> {
  await sql`INSERT INTO events (topic, payload) SELECT ${topic}, p FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) AS p`.execute(
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

/** Takes turns until stopped, one after another; at once where a turn leaves more to do. */
export function repeat(ctx: Pick<Context, 'log'>, everyMs: number, turn: () => Promise<boolean>): Loop {
  let stopped = false
  let isWoken = false
  let wake = () => {}
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const loop = async () => {
    while (!stopped) {
      isWoken = false
      const more = await turn().catch((error: unknown) => {
        if (!stopped) ctx.log.error({ err: error }, 'following events failed; trying again')
        return false
      })
      if (!more && !isWoken && !stopped) await pause()
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
