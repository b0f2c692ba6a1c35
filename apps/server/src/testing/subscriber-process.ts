import { z } from 'zod'
import { loadConfig } from '../platform/config.ts'
import { openContext } from '../platform/context.ts'
import { sql } from '../platform/db/db.ts'
import { event } from '../platform/events/events.ts'
import { type EventReader, on, onMany, startSubscribers, subscriber } from '../platform/events/event-subscribers.ts'
import type { Context } from '../platform/context.ts'

// A process with one subscriber, for event-subscribers.test.ts to kill: it counts each event in the table `effects`. With a third
// argument it stops after so many events, between their effects and the commit. With `together` it handles neighbours in one statement.

const [databaseUrl, dataDir, hangsAfter, together] = process.argv.slice(2) as [string, string, string?, string?]
const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
const ctx = await openContext(config, databaseUrl, Buffer.alloc(32))
const counted = event('thing.counted', z.object({ n: z.int() }))
let handled = 0
async function write(tx: Context, events: { n: number }[]): Promise<void> {
  await sql`INSERT INTO effects (n) SELECT * FROM unnest(${events.map(({ n }) => n)}::int[])`.execute(tx.db)
  handled += events.length
  if (hangsAfter !== undefined && handled >= Number(hangsAfter)) {
    process.stdout.write('hanging\n')
    await new Promise(() => {})
  }
}
const reader: EventReader = together
  ? onMany(counted, (payload) => payload, write)
  : on(counted, (tx, payload) => write(tx, [payload]))
await startSubscribers(ctx, [subscriber('counting', [reader])])
process.stdout.write('started\n')
