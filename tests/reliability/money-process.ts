import { buildApp } from '@fanlight/server/app'
import { loadConfig } from '@fanlight/server/platform/config'
import '@fanlight/server/testing/attach-demo'
import { openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'
import { startWorker } from '@fanlight/server/worker-role'

// node money-process.ts api|worker: one process of the product, made to be killed. Says "ready" when it answers.
const databaseUrl = process.env['DATABASE_URL']!
const config = loadConfig(process.env, [])
if (process.argv[2] === 'worker') await startWorker(config, { databaseUrl, ownerUrl: databaseUrl })
else {
  const ctx = await openContext(config, databaseUrl, await loadSecret(config))
  const app = await buildApp(ctx)
  await app.listen({ host: config.host, port: config.port })
}
console.log('ready')
