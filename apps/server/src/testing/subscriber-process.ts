import { z } from 'zod'
import { loadConfig } from '../platform/config.ts'
import { openContext } from '../platform/context.ts'
import { sql } from '../platform/db/db.ts'
import { event } from '../platform/events/events.ts'
import { startSubscribers } from '../platform/events/event-subscribers.ts'

// A process with one subscriber, for event-subscribers.test.ts to kill: it counts each event in the table `effects`. With a third
// argument it stops after so many events, between their effects and the commit.

const [databaseUrl, dataDir, hangsAfter] = process.argv.slice(2) as [string, string, string?]
const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
const ctx = await openContext(config, databaseUrl, Buffer.alloc(32))
let handled = 0
await startSubscribers(ctx, [
  {
    name: 'counting',
    events: [event('thing.counted', z.object({ n: z.int() }))],
    async handle(tx, published) {
      await sql`INSERT INTO effects (n) VALUES (${published.payload['n']}::int)`.execute(tx.db)
      handled += 1
      if (hangsAfter !== undefined && handled === Number(hangsAfter)) {
        process.stdout.write('hanging\n')
        await new Promise(() => {})
      }
    },
  },
])
process.stdout.write('started\n')
