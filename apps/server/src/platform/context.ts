import type pg from 'pg'
import type { Logger } from 'pino'
import { type Bus, openBus } from './events/bus.ts'
import type { Clock } from './clock.ts'
import { databaseClock } from './clock.ts'
import type { Config } from './config.ts'
import { assertRole, type Db, openKysely, openPool, row, sql } from './db/db.ts'
import { newLog } from './log.ts'
import type { Settings } from './settings.ts'
import { openSettings } from './settings.ts'

/** Platform things only. Inside a transaction it is the same Context with another `db`. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly db: Db
  /** For prepared statements of fast-path queries and single-statement writes; never inside a transaction. */
  readonly pool: pg.Pool
  readonly settings: Settings
  /** Secret of this installation: 32 bytes that sign media addresses and encrypt columns, by purpose (see keys.ts). */
  readonly secret: Buffer
  /** Secrets from before, which still open what they encrypted. */
  readonly oldSecrets: readonly Buffer[]
  readonly inTransaction: boolean
  /** What processes say to each other at once. */
  readonly bus: Bus
  /** Says that events are written: every process reads them as soon as they are committed. `publish` calls it. */
  wroteEvents(): void
  /** Runs `work` in one transaction; inside one already, joins it. */
  transaction<T>(work: (tx: Context) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openContext(config: Config, databaseUrl: string, secret: Buffer): Promise<Context> {
  const log = newLog(config)
  const pool = openPool(databaseUrl, config.databasePool)
  // An idle connection that the database closes is replaced by the pool; it must not end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  await assertRole(pool)
  const kysely = openKysely(pool)
  const clock = databaseClock(async () => (await row(kysely, sql<{ now: Date }>`SELECT app_now() AS now`))!.now)
  await clock.sync()
  const settings = await openSettings(kysely, config)
  const oldSecrets = config.oldSecrets.map((secret) => Buffer.from(secret, 'hex'))
  const bus = openBus(config, databaseUrl, secret, log)
  const base = { config, log, clock, pool, settings, secret, oldSecrets, bus }
  const inside = (db: Db, wroteEvents: () => void): Context => {
    const tx: Context = {
      ...base,
      db,
      inTransaction: true,
      wroteEvents,
      transaction: (work) => work(tx),
      close: async () => {},
    }
    return tx
  }
  return {
    ...base,
    db: kysely,
    inTransaction: false,
    wroteEvents: () => bus.wake(),
    async transaction(work) {
      let hasEvents = false
      const result = await kysely.transaction().execute((db) => work(inside(db, () => (hasEvents = true))))
      if (hasEvents) bus.wake()
      return result
    },
    close: async () => {
      settings.close()
      await bus.close()
      await kysely.destroy()
    },
  }
}
