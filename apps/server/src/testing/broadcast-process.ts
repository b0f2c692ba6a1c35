import { sendBroadcast } from '../modules/talk/conversations/broadcasts/job-handlers.ts'
import { loadConfig } from '../platform/config.ts'
import { openContext } from '../platform/context.ts'

// A process that sends a broadcast, for broadcasts.test.ts to kill. With a fourth argument it stops in the transaction of that number,
// between its work and the commit.

const [databaseUrl, dataDir, broadcastId, hangsIn] = process.argv.slice(2) as [string, string, string, string?]
const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', DATABASE_POOL: '2' }, [])
const ctx = await openContext(config, databaseUrl, Buffer.alloc(32))
let number = 0
await sendBroadcast(
  {
    ...ctx,
    transaction: (work) =>
      ctx.transaction(async (tx) => {
        const result = await work(tx)
        number += 1
        if (hangsIn !== undefined && number === Number(hangsIn)) {
          process.stdout.write('hanging\n')
          await new Promise(() => {})
        }
        return result
      }),
  },
  broadcastId,
)
process.stdout.write('done\n')
await ctx.close()
