import type { FastifyInstance } from 'fastify'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RouteObject, ServerBuild } from 'react-router'
import type { PageHandle } from '../app/handle.ts'
import type { Visit } from '../app/api/visit.ts'
import { readSheets, type Sheets } from './page-styles.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')

/** Where pages come from: the build, or Vite. */
export interface PageSource {
  handle(request: Request, visit: Visit): Promise<Response>
  /** What the page at this path declares about itself. */
  handleAt(path: string): Promise<PageHandle>
  intentUrl: string
  sheets: Sheets
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
  const build = (await import(join(root, 'build/server/index.js'))) as ServerBuild
  const respond = await responder(build, 'production')
  const find = await matcher(build)
  const { intentUrl } = build.entry.module as unknown as { intentUrl: string }
  return {
    handle: respond,
    handleAt: async (path) => find(path),
    intentUrl,
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
    handleAt: async (path) => (await matcher(await build()))(path),
    intentUrl: '',
    sheets: new Map(),
  }
}

async function responder(build: ServerBuild | (() => Promise<ServerBuild>), mode: string) {
  const { createRequestHandler, RouterContextProvider } = await import('react-router')
  const { visitContext } = await import('../app/api/visit.ts')
  const respond = createRequestHandler(build, mode)
  return (request: Request, visit: Visit) => {
    const context = new RouterContextProvider()
    context.set(visitContext, visit)
    return respond(request, context)
  }
}

async function matcher(build: ServerBuild): Promise<(path: string) => PageHandle> {
  const { matchRoutes } = await import('react-router')
  const nodes = new Map<string, RouteObject>()
  for (const route of Object.values(build.routes)) {
    if (!route) continue
    const node = {
      id: route.id,
      path: route.path,
      index: route.index,
      caseSensitive: route.caseSensitive,
      handle: route.module.handle,
    }
    nodes.set(route.id, node as RouteObject)
  }
  const top: RouteObject[] = []
  for (const route of Object.values(build.routes)) {
    const node = route && nodes.get(route.id)
    if (!route || !node) continue
    const parent = route.parentId ? nodes.get(route.parentId) : undefined
    if (parent) parent.children = [...(parent.children ?? []), node] as RouteObject[]
    else top.push(node)
  }
  return (path) => {
    const matches = matchRoutes(top, path.replace(/\/?_?\.data$/, '').replace(/^\/?_root$/, '/') || '/') ?? []
    // What an area says holds for its pages until they say otherwise.
    return Object.assign({}, ...matches.map((match) => match.route.handle as PageHandle | undefined)) as PageHandle
  }
}
