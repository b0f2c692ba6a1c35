import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { rows, sql } from '../db/db.ts'
import { repeat } from '../events/events.ts'

// Who is online, over all processes: each writes the accounts that have a signed-in connection to it into an unlogged table, and says
// over the bus whose presence changed. What the bus loses is noticed at the next beat, as is a process that was killed: it is counted
// only as long as it beats.

/** Who hears of the accounts they watch: a connection. */
export interface Watcher {
  tell(accountId: string, isOnline: boolean): void
}

export interface Presence {
  /** A signed-in connection of the account begins here. */
  enter(accountId: string): void
  /** One of its connections ends. */
  leave(accountId: string): void
  /**
   * Watches these accounts in place of those before, as far as `allowed` names them. Answers who of them is online; changes are sent from
   * then on.
   */
  watch(
    watcher: Watcher,
    accountIds: readonly string[],
    allowed: (accountIds: readonly string[]) => Promise<string[]>,
  ): Promise<string[]>
  /** Those that the watcher may no longer watch are offline for it. */
  unwatch(watcher: Watcher, accountId: string): void
  release(watcher: Watcher): void
  /** Looks again at these accounts, who may have been hidden or shown. */
  look(accountIds: readonly string[]): void
  stop(): Promise<void>
}

export interface PresenceTiming {
  /** Changes within this time are written and sent together. */
  pauseMs: number
  /** Who comes back within this time, as on reloading a page, was not away. */
  graceMs: number
  beatMs: number
  /** A process that has not said for this long that it runs does not run. */
  deadMs: number
}
const usualTiming: PresenceTiming = { pauseMs: 250, graceMs: 3_000, beatMs: 10_000, deadMs: 30_000 }
/** As many ids as fit into one signal of the bus. */
const signalMax = 150
const readMax = 5_000

interface PresenceSignal {
  presence: string[]
}
export const isPresenceSignal = (signal: unknown): signal is PresenceSignal =>
  typeof signal === 'object' && signal !== null && Array.isArray((signal as Partial<PresenceSignal>).presence)

export async function openPresence(ctx: Context, timing: PresenceTiming = usualTiming): Promise<Presence> {
  const processId = randomUUID()
  const connections = new Map<string, number>()
  const leaving = new Map<string, number>()
  /** Accounts that the table has for this process. */
  const written = new Set<string>()
  const entered = new Set<string>()
  const watchers = new Map<string, Set<Watcher>>()
  const watched = new Map<Watcher, Set<string>>()
  /** Of watched accounts, what their watchers were sent. */
  const sent = new Map<string, boolean>()
  let toLook = new Set<string>()
  let beatAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const read = async (accountIds: readonly string[]): Promise<Set<string>> => {
    const online = new Set<string>()
    for (let from = 0; from < accountIds.length; from += readMax)
      for (const { id } of await onlineAmong(ctx, accountIds.slice(from, from + readMax), timing.deadMs)) online.add(id)
    return online
  }
  const tell = (accountId: string, isOnline: boolean) => {
    if (sent.get(accountId) === isOnline || !watchers.has(accountId)) return
    sent.set(accountId, isOnline)
    for (const watcher of watchers.get(accountId)!) watcher.tell(accountId, isOnline)
  }
  const drop = (watcher: Watcher, accountId: string) => {
    const others = watchers.get(accountId)
    others?.delete(watcher)
    if (others?.size !== 0) return
    watchers.delete(accountId)
    sent.delete(accountId)
  }

  /** Writes who came and who left. Returns those. */
  const write = async (): Promise<string[]> => {
    const now = performance.now()
    if (await beat(ctx, processId, timing.deadMs)) for (const id of written) if (connections.has(id)) entered.add(id)
    const came = [...entered]
    const left = [...leaving].filter(([, since]) => now - since >= timing.graceMs).map(([id]) => id)
    await change(ctx, processId, came, left)
    for (const id of came) {
      written.add(id)
      entered.delete(id)
    }
    for (const id of left) {
      written.delete(id)
      // Back while it was deleted: written again.
      if (connections.has(id)) entered.add(id)
      else leaving.delete(id)
    }
    return [...came, ...left]
  }
  const say = (accountIds: readonly string[]) => {
    for (let from = 0; from < accountIds.length; from += signalMax)
      ctx.bus.signal({ presence: accountIds.slice(from, from + signalMax) } satisfies PresenceSignal)
  }
  const loop = repeat(ctx, { everyMs: timing.beatMs, restMs: 0 }, async () => {
    const isBeat = performance.now() - beatAt >= timing.beatMs
    if (isBeat) beatAt = performance.now()
    say(await write())
    const looked = [...(isBeat ? watchers.keys() : toLook)].filter((id) => watchers.has(id))
    toLook = new Set()
    if (looked.length > 0) {
      const online = await read(looked)
      for (const id of looked) tell(id, online.has(id))
    }
    const [oldest] = leaving.values()
    if (oldest !== undefined) soon(Math.max(timing.pauseMs, oldest + timing.graceMs - performance.now()))
    return false
  })
  let dueAt = Infinity
  function soon(ms: number = timing.pauseMs): void {
    const at = performance.now() + ms
    if (stopped || dueAt <= at) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => {
      dueAt = Infinity
      loop.wake()
    }, ms)
  }
  const look = (accountIds: readonly string[]) => {
    for (const id of accountIds) if (watchers.has(id)) toLook.add(id)
    if (toLook.size > 0) soon()
  }
  const stopListening = await ctx.bus.listen({
    onWake: () => {},
    onSignal: (signal) => isPresenceSignal(signal) && look(signal.presence),
  })

  return {
    enter(accountId) {
      connections.set(accountId, (connections.get(accountId) ?? 0) + 1)
      leaving.delete(accountId)
      if (written.has(accountId)) return
      entered.add(accountId)
      soon()
    },
    leave(accountId) {
      const left = (connections.get(accountId) ?? 1) - 1
      if (left > 0) return void connections.set(accountId, left)
      connections.delete(accountId)
      entered.delete(accountId)
      leaving.set(accountId, performance.now())
      soon(timing.graceMs)
    },
    async watch(watcher, accountIds, allowed) {
      for (const id of watched.get(watcher) ?? []) drop(watcher, id)
      // Known from here on, so that what ends it meanwhile, as a block does, is not missed.
      const mine = new Set(accountIds)
      watched.set(watcher, mine)
      const permitted = new Set(await allowed(accountIds))
      const online = await read([...permitted])
      // Replaced or released meanwhile.
      if (watched.get(watcher) !== mine) return []
      for (const id of accountIds) {
        if (!permitted.has(id)) mine.delete(id)
        if (!mine.has(id)) continue
        if (sent.has(id)) tell(id, online.has(id))
        else sent.set(id, online.has(id))
        watchers.set(id, (watchers.get(id) ?? new Set()).add(watcher))
      }
      // What changed since it was read.
      look([...mine])
      return [...mine].filter((id) => online.has(id))
    },
    unwatch(watcher, accountId) {
      if (!watched.get(watcher)?.delete(accountId)) return
      const wasWatched = watchers.get(accountId)?.has(watcher) === true
      drop(watcher, accountId)
      if (wasWatched) watcher.tell(accountId, false)
    },
    release(watcher) {
      for (const id of watched.get(watcher) ?? []) drop(watcher, id)
      watched.delete(watcher)
    },
    look,
    async stop() {
      stopped = true
      clearTimeout(timer)
      stopListening()
      await loop.stop()
      // Where the database is away, the others notice by the missing beat.
      await sql`DELETE FROM live_processes WHERE id = ${processId}`.execute(ctx.db).catch(() => {})
      say([...written])
    },
  }
}

/** Says that this process runs; true where the table did not know it, as after a crash of the database. */
async function beat(ctx: Context, processId: string, deadMs: number): Promise<boolean> {
  const [said] = await rows(
    ctx.db,
    sql<{ isNew: boolean }>`WITH gone AS (DELETE FROM live_processes
        WHERE id IN (SELECT id FROM live_processes WHERE id <> ${processId} AND seen_at < now() - 2 * make_interval(secs => ${deadMs / 1000})
          FOR UPDATE SKIP LOCKED))
      INSERT INTO live_processes (id) VALUES (${processId}) ON CONFLICT (id) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS "isNew"`,
  )
  return said!.isNew
}

async function change(ctx: Context, processId: string, came: readonly string[], left: readonly string[]) {
  if (came.length > 0)
    await sql`INSERT INTO online_accounts (account_id, process_id) SELECT id, ${processId} FROM unnest(${came}::uuid[]) AS n(id)
      ON CONFLICT DO NOTHING`.execute(ctx.db)
  if (left.length > 0)
    await sql`DELETE FROM online_accounts WHERE process_id = ${processId} AND account_id = ANY(${left}::uuid[])`.execute(
      ctx.db,
    )
}

const onlineAmong = (ctx: Context, accountIds: readonly string[], deadMs: number) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT a.id FROM accounts a WHERE a.id = ANY(${accountIds}::uuid[]) AND a.show_presence AND EXISTS (
      SELECT FROM online_accounts o JOIN live_processes p ON p.id = o.process_id
      WHERE o.account_id = a.id AND p.seen_at >= now() - make_interval(secs => ${deadMs / 1000}))`,
  )
