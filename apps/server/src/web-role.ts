import { invalidatePages, type Pages, registerWeb } from '@fanlight/web/server'
import { buildApp } from './app.ts'
import { assertEvents, assertNames } from './declarations.ts'
import { readersOfEvents } from './event-readers.ts'
import { events } from './events.ts'
import { inProcessApi } from './in-process-api.ts'
import { changesPages } from './page-cache-invalidation.ts'
import { translationsChanged } from './modules/site/i18n/events.ts'
import { overrideTexts } from './modules/site/i18n/texts.ts'
import { allOverrides } from './modules/site/i18n/overrides.ts'
import { settingsChanged } from './modules/site/settings/events.ts'
import type { Config } from './platform/config.ts'
import { type Context, openContext } from './platform/context.ts'
import { registerSubscribers } from './platform/events/event-subscribers.ts'
import type { PublishedEvent } from './platform/events/events.ts'
import { loadSecret } from './platform/keys.ts'
import { demoOf } from './platform/demo.ts'
import { ownOrigin } from './platform/http/origin.ts'
import { attachSockets } from './platform/sockets/sockets.ts'
import { live } from './sockets.ts'
import { subscribers } from './subscribers.ts'

/** Where Agora's library connects to, at ports that it chooses. */
const agoraOrigins = ['agora.io', 'sd-rtn.com'].flatMap((name) => [`https://*.${name}:*`, `wss://*.${name}:*`])

/** Serves pages, API and sockets on one port. `address` is where it really listens (PORT=0 takes a free one). */
export async function startWeb(config: Config, { databaseUrl }: { databaseUrl: string }) {
  const ctx = await openContext(config, databaseUrl, await loadSecret(config))
  if (config.demoPublic) await demoOf(ctx)?.removePublishedPasswords(ctx)
  assertEvents(events, readersOfEvents)
  await assertNames(ctx)
  const app = await buildApp(ctx)
  const pages = await registerWeb(app, {
    dev: config.dev,
    ...inProcessApi(ctx),
    ownOrigin: (request) => ownOrigin(config, request),
    origins: { media: config.mediaOrigin ? [config.mediaOrigin] : [], connect: config.agora ? agoraOrigins : [] },
    publicConfig: { apiUrl: '/api', socketUrl: '', hashPasswords: config.hashPasswordOnClient },
  })
  await readOverrides(ctx, pages)
  await attachSockets(app, ctx, { ...live, onEvent: (event) => void deletePages(ctx, pages, event) })
  // From the first request on, also where the worker that runs them comes later: a new one begins with the events from then on.
  await registerSubscribers(ctx, subscribers)
  await app.listen({ host: config.host, port: config.port })
  return {
    address: app.listeningOrigin,
    app,
    ctx,
    async stop() {
      await app.close()
      await ctx.close()
    },
  }
}

/** Pages that are rendered again are rendered with the new settings. */
async function deletePages(ctx: Context, pages: Pages, event: PublishedEvent): Promise<void> {
  if (!changesPages(event)) return
  if (event.topic === settingsChanged.name) await ctx.settings.refresh().catch(() => {})
  if (event.topic === translationsChanged.name) await readOverrides(ctx, pages).catch(() => {})
  invalidatePages()
}

async function readOverrides(ctx: Context, pages: Pages): Promise<void> {
  const overrides = await allOverrides(ctx)
  overrideTexts(overrides)
  await pages.overrideTranslations(overrides)
}
