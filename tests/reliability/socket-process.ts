import { buildApp } from '@fanlight/server/app'
import { loadConfig } from '@fanlight/server/platform/config'
import '@fanlight/server/testing/attach-demo'
import { openContext } from '@fanlight/server/platform/context'
import { loadSecret } from '@fanlight/server/platform/keys'
import { attachSockets } from '@fanlight/server/platform/sockets/sockets'
import { live } from '@fanlight/server/sockets'

// One process of the API with its live socket, made to be killed. It says where it listens, and ends when the check does.
process.stdin.resume().once('end', () => process.exit())
const config = loadConfig(process.env, [])
const ctx = await openContext(config, process.env['DATABASE_URL']!, await loadSecret(config))
const app = await buildApp(ctx)
await attachSockets(app, ctx, live)
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${app.listeningOrigin}\n`)
