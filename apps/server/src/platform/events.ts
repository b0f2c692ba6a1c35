import type { Context } from './context.ts'
import { row, rows, sql } from './db.ts'

// Events in the past tense (`tip.sent`), written in the transaction that made them true. After commit every web process reads them, from
// when it started, for sockets and caches. No NOTIFY: it would put all commits in one queue.

export interface PublishedEvent {
  id: bigint
  /** The transaction that made it true; `(xid, id)` is the order in which events are read. */
  xid: string
  topic: string
  payload: Record<string, unknown>
}

export async function publish(tx: Context, topic: string, payload: Record<string, unknown>): Promise<void> {
  await sql`INSERT INTO events (topic, payload) VALUES (${topic}, ${JSON.stringify(payload)}::jsonb)`.execute(tx.db)
}

/** One event for each payload. */
export const publishAll = (tx: Context, topic: string, payloads: readonly Record<string, unknown>[]) =>
  sql`INSERT INTO events (topic, payload) SELECT ${topic}, p FROM jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) AS p`.execute(
    tx.db,
  )

export interface Cursor {
  xid: string
  id: bigint
}
const batchSize = 500

// Only rows of transactions older than every running one: ids are given before commit, so a plain `id >` would miss late ones.
const nextEvents = (ctx: Context, after: Cursor) =>
  rows(
    ctx.db,
    sql<PublishedEvent>`SELECT id, xid::text AS xid, topic, payload FROM events
      WHERE (xid, id) > (${after.xid}::text::xid8, ${after.id}) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY xid, id LIMIT ${batchSize}`,
  )

/** Events after this cursor, in order; undefined when there are more than `max`, or when some may have been dropped already. */
export async function eventsBetween(ctx: Context, after: Cursor, max: number): Promise<PublishedEvent[] | undefined> {
  const cursorRow = await row(
    ctx.db,
    sql`SELECT 1 FROM events WHERE xid = ${after.xid}::text::xid8 AND id = ${after.id}`,
  )
  if (!cursorRow) return undefined
  const events: PublishedEvent[] = []
  for (let cursor = after; events.length <= max; cursor = { xid: events.at(-1)!.xid, id: events.at(-1)!.id }) {
    const batch = await nextEvents(ctx, cursor)
    events.push(...batch)
    if (batch.length < batchSize) break
  }
  return events.length > max ? undefined : events
}

/** Follows events from now on, for what may be missed when the process ends (sockets). Returns the stop function. */
export async function followFromNow(
  ctx: Context,
  everyMs: number,
  handle: (event: PublishedEvent) => Promise<void>,
): Promise<() => void> {
  const start = await row(ctx.db, sql<{ xid: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`)
  let cursor: Cursor = { xid: start!.xid, id: -1n }
  const loop = repeat(ctx, everyMs, async () => {
    const events = await nextEvents(ctx, cursor)
    for (const event of events) {
      await handle(event).catch((error: unknown) =>
        ctx.log.error({ err: error, topic: event.topic }, 'an event was not delivered'),
      )
      cursor = { xid: event.xid, id: event.id }
    }
    return events.length === batchSize
  })
  return () => void loop.stop()
}

export interface Loop {
  /** Takes the next turn at once. */
  wake(): void
  /** Resolves when the turn that is being taken has ended. */
  stop(): Promise<void>
}

/** Takes turns until stopped, one after another; at once where a turn leaves more to do. */
export function repeat(ctx: Context, everyMs: number, turn: () => Promise<boolean>): Loop {
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
