import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Router from 'react-router'
import type { ServerBuild } from 'react-router'
import type * as VisitModule from '../app/api/visit.ts'
import type { PageHandle } from '../app/handle.ts'
import type { Visit } from '../app/api/visit.ts'
import { drawer, siteMap } from './draw.ts'
import { readSheets, type Sheets } from './page-styles.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')

/** Where pages come from: the build, or Vite. */
export interface PageSource {
  handle(request: Request, visit: Visit): Promise<Response>
  /** The short way to a page, where there is one. */
  draw(request: FastifyRequest, visit: Visit): Promise<string | undefined>
  /** What the page at this path declares about itself. */
  handleAt(path: string): Promise<PageHandle>
  intentUrl: string
  sheets: Sheets
  /** What this site says differently, by locale and key, from now on. */
  overrideWords(words: OwnWords): Promise<void>
}
export type OwnWords = Readonly<Record<string, Readonly<Record<string, string>>>>
interface Entry {
  intentUrl: string
  forgetKept(): void
  overrideWords(words: OwnWords): void
}

/** The built pages, and their files with a year's leave to be kept. */
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
  const map = await siteMap(build)
  const draw = drawer(build, map)
  const { intentUrl, ...entry } = build.entry.module as unknown as Entry
  return {
    handle: respond,
    draw: async (request, visit) => draw(request, visit, await contextOf(visit)),
    handleAt: async (path) => map.handleAt(path),
    intentUrl,
    overrideWords: async (words) => {
      entry.overrideWords(words)
      entry.forgetKept()
    },
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
    draw: async () => undefined,
    handleAt: async (path) => (await siteMap(await build())).handleAt(path),
    intentUrl: '',
    overrideWords: async (words) => ((await build()).entry.module as unknown as Entry).overrideWords(words),
    sheets: new Map(),
  }
}

async function responder(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const { createRequestHandler } = await import('react-router')
  const respond = createRequestHandler(build, mode)
  return async (request: Request, visit: Visit) => respond(request, await contextOf(visit))
}

let imported: Promise<[typeof Router, typeof VisitModule]> | undefined

// React must not be imported before NODE_ENV is known; asking for it anew on each page costs something.
async function contextOf(visit: Visit) {
  imported ??= Promise.all([import('react-router'), import('../app/api/visit.ts')])
  const [{ RouterContextProvider }, { visitContext }] = await imported
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  return context
}
