import { addHigherQualities } from '@fanlight/server/modules/media/processing/progressive-video'
import { processFile } from '@fanlight/server/modules/media/processing/processing'
import { loadConfig } from '@fanlight/server/platform/config'
import '@fanlight/server/testing/attach-demo'
import { openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'

// Works on files until it is killed. Its address and files come as arguments.
const [databaseUrl = '', dataDir = '', ...ids] = process.argv.slice(2)
const config = loadConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_POOL: '3' }, [])
const ctx = await openContext(config, databaseUrl, await loadSecret(config))
process.stdout.write('working\n')
for (const id of ids) {
  await processFile(ctx, id)
  await addHigherQualities(ctx, id)
}
await ctx.close()
