import type { Context } from './context.ts'
import { row, rows, sql } from './db.ts'

// Facts in the past tense (`tip.sent`), written in the transaction that made them true. After commit they reach sockets (every web
// process reads from where it started) and jobs (one durable cursor a consumer). No NOTIFY: it would put all commits in one queue.

export interface Fact {
  id: bigint
  /** The transaction that made it true; `(xid, id)` is the order in which facts are read. */
  xid: string
  topic: string
  payload: Record<string, unknown>
}

export async function publish(tx: Context, topic: string, payload: Record<string, unknown>): Promise<void> {
  await sql`INSERT INTO events (topic, payload) VALUES (${topic}, ${JSON.stringify(payload)}::jsonb)`.execute(tx.db)
}

export interface Cursor {
  xid: string
  id: bigint
}
const batchSize = 500

// Only rows of transactions older than every running one: ids are given before commit, so a plain `id >` would miss late ones.
const nextFacts = (ctx: Context, after: Cursor) =>
  rows(
    ctx.db,
    sql<Fact>`SELECT id, xid::text AS xid, topic, payload FROM events
      WHERE (xid, id) > (${after.xid}::text::xid8, ${after.id}) AND xid < pg_snapshot_xmin(pg_current_snapshot())
      ORDER BY xid, id LIMIT ${batchSize}`,
  )

/** Facts after this cursor, in order; undefined when there are more than `max`, or when some may have been dropped already. */
export async function factsBetween(ctx: Context, after: Cursor, max: number): Promise<Fact[] | undefined> {
  const kept = await row(ctx.db, sql`SELECT 1 FROM events WHERE xid = ${after.xid}::text::xid8 AND id = ${after.id}`)
  if (!kept) return undefined
  const facts: Fact[] = []
  for (let cursor = after; facts.length <= max; cursor = { xid: facts.at(-1)!.xid, id: facts.at(-1)!.id }) {
    const batch = await nextFacts(ctx, cursor)
    facts.push(...batch)
    if (batch.length < batchSize) break
  }
  return facts.length > max ? undefined : facts
}

/** Follows facts from now on, for what may be missed when the process ends (sockets). Returns the stop function. */
export async function followFromNow(
  ctx: Context,
  everyMs: number,
  handle: (fact: Fact) => Promise<void>,
): Promise<() => void> {
  const start = await row(ctx.db, sql<{ xid: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`)
  let cursor: Cursor = { xid: start!.xid, id: -1n }
  return repeat(ctx, everyMs, async () => {
    const facts = await nextFacts(ctx, cursor)
    for (const fact of facts) {
      await handle(fact).catch((error: unknown) =>
        ctx.log.error({ err: error, topic: fact.topic }, 'a fact was not delivered'),
      )
      cursor = { xid: fact.xid, id: fact.id }
    }
    return facts.length === batchSize
  })
}

/** Handles each fact at least once, in order; the cursor moves in the transaction of the handler's effects. */
export async function followDurably(
  ctx: Context,
  consumer: string,
  everyMs: number,
  handle: (tx: Context, fact: Fact) => Promise<void>,
): Promise<() => void> {
  await sql`INSERT INTO event_cursors (consumer, xid, id) VALUES (${consumer}, '0', -1) ON CONFLICT DO NOTHING`.execute(
    ctx.db,
  )
  return repeat(ctx, everyMs, () =>
    ctx.transaction(async (tx) => {
      // Two workers take turns: the second finds the row locked and comes back later.
      const cursor = await row(
        tx.db,
        sql<Cursor>`SELECT xid::text AS xid, id FROM event_cursors WHERE consumer = ${consumer} FOR UPDATE SKIP LOCKED`,
      )
      if (!cursor) return false
      const facts = await nextFacts(tx, cursor)
      for (const fact of facts) await handle(tx, fact)
      const last = facts.at(-1)
      if (last)
        await sql`UPDATE event_cursors SET xid = ${last.xid}::text::xid8, id = ${last.id}, updated_at = now() WHERE consumer = ${consumer}`.execute(
          tx.db,
        )
      return facts.length === batchSize
    }),
  )
}

function repeat(ctx: Context, everyMs: number, turn: () => Promise<boolean>): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const loop = async () => {
    let more = false
    try {
      more = await turn()
    } catch (error) {
      if (!stopped) ctx.log.error({ err: error }, 'following facts failed; trying again')
    }
    if (!stopped) timer = setTimeout(() => void loop(), more ? 0 : everyMs)
  }
  void loop()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
