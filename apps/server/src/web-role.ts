import { dropPages, type Pages, registerWeb } from '@fanlight/web/server'
import { buildApp } from './app.ts'
import { insideCalls } from './inside.ts'
import { changesPages } from './kept-pages.ts'
import { allOverrides } from './modules/translations/overrides.ts'
import type { Config } from './platform/config.ts'
import { type Context, openContext } from './platform/context.ts'
import type { Fact } from './platform/events.ts'
import { loadSecret } from './platform/keys.ts'
import { ownOrigin } from './platform/origin.ts'
import { attachSockets } from './platform/sockets.ts'
import { live } from './sockets.ts'

/** Serves pages, API and sockets on one port. `address` is where it really listens (PORT=0 takes a free one). */
export async function startWeb(config: Config, { databaseUrl }: { databaseUrl: string }) {
  const ctx = await openContext(config, databaseUrl, await loadSecret(config))
  const app = await buildApp(ctx)
  const pages = await registerWeb(app, {
    dev: config.dev,
    ...insideCalls(ctx),
    ownOrigin: (request) => ownOrigin(config, request),
    ...(config.mediaOrigin && { origins: { media: [config.mediaOrigin] } }),
    publicConfig: { apiUrl: '/api', socketUrl: '', hashPasswords: config.hashPasswordOnClient },
  })
  await pages.overrideWords(await allOverrides(ctx))
  await attachSockets(app, ctx, { ...live, heard: (fact) => void forgetPages(ctx, pages, fact) })
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

/** Pages that are drawn again are drawn with the new settings. */
async function forgetPages(ctx: Context, pages: Pages, fact: Fact): Promise<void> {
  if (!changesPages(fact)) return
  if (fact.topic === 'settings.changed') await ctx.settings.refresh().catch(() => {})
  if (fact.topic === 'translations.changed') await pages.overrideWords(await allOverrides(ctx)).catch(() => {})
  dropPages()
}
