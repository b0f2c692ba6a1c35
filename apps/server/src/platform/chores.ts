import type { Context } from './context.ts'
import { row, sql } from './db.ts'

/** Something that runs on a clock. Chores are safe to run twice and on two machines; one machine at a time takes each. */
export interface Chore {
  everyMs: number
  name: string
  run: (ctx: Context) => Promise<unknown>
}
const units = {
  second: 1_000,
  seconds: 1_000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
} as const

/** `every('10 minutes', 'release expired holds', wallet.releaseExpiredHolds)` */
export function every(time: `${number} ${keyof typeof units}`, name: string, run: Chore['run']): Chore {
  const [count, unit] = time.split(' ') as [string, keyof typeof units]
  return { everyMs: Number(count) * units[unit], name, run }
}

// What comes every few minutes or less often may take long, and waits for its like.
const unhurriedMs = 10 * units.minute

export function startChores(ctx: Context, chores: readonly Chore[]): () => Promise<void> {
  // A turn keeps one connection for its lock and works on another: with more turns than this at a time, all would wait for all.
  const inTurn = atMost(Math.max(1, Math.floor(ctx.config.databasePool / 2)))
  const unhurried = atMost(1)
  const running = new Set<Promise<void>>()
  let stopped = false
  const timers = chores.map((chore) => {
    let busy = false
    const work = async () => (stopped ? undefined : takeTurn(ctx, chore))
    return setInterval(() => {
      if (busy) return
      busy = true
      const turn = (chore.everyMs < unhurriedMs ? inTurn(work) : unhurried(() => inTurn(work)))
        .catch((error: unknown) => ctx.log.error({ err: error, chore: chore.name }, 'a chore failed'))
        .finally(() => {
          busy = false
          running.delete(turn)
        })
      running.add(turn)
    }, chore.everyMs)
  })
  return async () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    await Promise.allSettled(running)
  }
}

/** Lets so many work at a time; the others wait in the order in which they came. */
function atMost(count: number): (work: () => Promise<void>) => Promise<void> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

async function takeTurn(ctx: Context, chore: Chore): Promise<void> {
  await ctx.transaction(async (tx) => {
    const turn = await row(
      tx.db,
      sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext(${`chore:${chore.name}`})) AS mine`,
    )
    // The lock's transaction stays open while the chore works in transactions of its own.
    if (turn?.mine) await chore.run(ctx)
  })
}
