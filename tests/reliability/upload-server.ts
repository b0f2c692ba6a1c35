import { buildApp } from '@fanlight/server/app'
import { loadConfig } from '@fanlight/server/platform/config'
import '@fanlight/server/testing/attach-demo'
import { openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'

// Takes uploads until it is killed. Its database and its folder come as arguments; it says where it listens.
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const config = loadConfig(
  { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_POOL: '3', RATE_LIMIT_FACTOR: '10000' },
  [],
)
const ctx = await openContext(config, databaseUrl, await loadSecret(config))
const app = await buildApp(ctx)
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${app.listeningOrigin}\n`)
