import type { FastifyInstance } from 'fastify'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Router from 'react-router'
import type { ServerBuild } from 'react-router'
import type * as RequestContextModule from '../app/api/request-context.ts'
import type { PageHandle } from '../app/handle.ts'
import type { RequestContext } from '../app/api/request-context.ts'
import { readSheets, type Sheets } from './page-styles.ts'
import { siteMap } from './site-map.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')

/** Where pages come from: the build, or Vite. */
export interface PageSource {
  handle(request: Request, requestContext: RequestContext): Promise<Response>
  /** What the page at this path declares about itself. */
  handleAt(path: string): Promise<PageHandle>
  intentUrl: string
  sheets: Sheets
  /** What this site says differently, by locale and key, from now on. */
  overrideTranslations(overrides: TranslationOverrides): Promise<void>
}
export type TranslationOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>
interface Entry {
  intentUrl: string
  overrideTranslations(overrides: TranslationOverrides): void
}

/** The built pages, and their files with a cache lifetime of one year. */
export async function builtPages(app: FastifyInstance): Promise<PageSource> {
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(fastifyStatic, {
    root: join(root, 'build/client'),
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      const forGood = path.includes('/assets/')
      reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
  // A bundle takes the build in; the types, which are checked before there is one, do not look for it.
  const build = (await import('../build/server/index.js' as string)) as ServerBuild
  const respond = await responder(build, 'production')
  const { handleAt } = await siteMap(build)
  const { intentUrl, overrideTranslations } = build.entry.module as unknown as Entry
  return {
    handle: respond,
    handleAt: async (path) => handleAt(path),
    intentUrl,
    overrideTranslations: async (overrides) => overrideTranslations(overrides),
    sheets: await readSheets(join(root, 'build/client/assets')),
  }
}

/** The pages from source, through Vite in middleware mode on the same port. */
export async function livePages(app: FastifyInstance): Promise<PageSource> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: { server: app.server }, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  // Vite answers modules and source files only; everything else goes on to Fastify.
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(?:api|socket\.io|media|t)(?:\/|\?|$)/.test(request.url)) return done()
    vite.middlewares(request.raw, reply.raw, done as (error?: unknown) => void)
  })
  const build = () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>
  const respond = await responder(build, 'development')
  return {
    handle: respond,
    handleAt: async (path) => (await siteMap(await build())).handleAt(path),
    intentUrl: '',
    overrideTranslations: async (overrides) =>
      ((await build()).entry.module as unknown as Entry).overrideTranslations(overrides),
    sheets: new Map(),
  }
}

async function responder(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const { createRequestHandler } = await import('react-router')
  const respond = createRequestHandler(build, mode)
  return async (request: Request, requestContext: RequestContext) => respond(request, await contextOf(requestContext))
}

let imported: Promise<[typeof Router, typeof RequestContextModule]> | undefined

// React must not be imported before NODE_ENV is known; a new import for each page costs time.
async function contextOf(requestContext: RequestContext) {
  imported ??= Promise.all([import('react-router'), import('../app/api/request-context.ts')])
  const [{ RouterContextProvider }, { requestContextKey }] = await imported
  const context = new RouterContextProvider()
  context.set(requestContextKey, requestContext)
  return context
}
