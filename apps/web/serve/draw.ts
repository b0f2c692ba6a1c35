import type { FastifyRequest } from 'fastify'
import type { EntryContext, RouteObject, RouterContextProvider, ServerBuild } from 'react-router'
import type { Visit } from '../app/api/visit.ts'
import type { PageHandle } from '../app/handle.ts'
import { flatData, scriptSafe } from './page-data.ts'

type Found = { route: { id: string }; params: Record<string, string | undefined> }[]
type Handler = EntryContext['staticHandlerContext'] extends { _match: infer M } ? { match: M } : never

/** Finds the routes of a path; what they declare about themselves. */
export interface SiteMap {
  match: Handler['match']
  handleAt(path: string): PageHandle
}

export async function siteMap(build: ServerBuild): Promise<SiteMap> {
  const { createStaticHandler } = await import('react-router')
  const { match: find } = createStaticHandler(asTree(build)) as unknown as Handler
  const known = new Map<unknown, ReturnType<typeof find>>()
  // A page asks several times where it stands, and many ask for the same pages.
  const match: typeof find = (where) => {
    let found = known.get(where)
    if (found === undefined) {
      if (known.size >= pathsMax) known.clear()
      known.set(where, (found = find(where)))
    }
    return found
  }
  return {
    match,
    handleAt: (path) => {
      const page = path.replace(/\/?_?\.data$/, '').replace(/^\/?_root$/, '/') || '/'
      // What an area says holds for its pages until they say otherwise.
      const found = (match(page) ?? []).map((one) => one.route.handle as PageHandle | undefined)
      return Object.assign({}, ...found) as PageHandle
    },
  }
}

const pathsMax = 1_000

function asTree(build: ServerBuild): RouteObject[] {
  const nodes = new Map<string, RouteObject>()
  const top: RouteObject[] = []
  for (const route of Object.values(build.routes)) {
    if (!route) continue
    const { id, path, index, caseSensitive, module } = route
    nodes.set(id, { id, path, index, caseSensitive, handle: module.handle } as RouteObject)
  }
  for (const route of Object.values(build.routes)) {
    const node = route && nodes.get(route.id)
    if (!node) continue
    const parent = route.parentId ? nodes.get(route.parentId) : undefined
    if (parent) parent.children = [...(parent.children ?? []), node] as RouteObject[]
    else top.push(node)
  }
  return top
}

/** A page as text, or nothing where drawing it takes more than plain data and one pass: redirects, refusals, faults. */
export type Draw = (
  request: FastifyRequest,
  visit: Visit,
  context: RouterContextProvider,
) => Promise<string | undefined>

/**
 * The short way to a page: guard, loaders side by side, one pass of React, the data behind it. The router's own way (web
 * requests and responses, streams, a new route tree each time) costs several times as much. It remains for everything else, and
 * whatever is unusual here starts over there: loaders read, so reading twice does no harm.
 */
export function drawer(build: ServerBuild, { match }: SiteMap): Draw {
  const { paint } = build.entry.module as unknown as {
    paint: (page: EntryContext, visit: Visit) => Promise<string>
  }
  const { basename, future, routeDiscovery, ssr, isSpaMode } = build
  const modules = Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, route?.module]))
  const serverHandoffString = scriptSafe(JSON.stringify({ basename, future, routeDiscovery, ssr, isSpaMode }))
  const closing = 'window.__reactRouterContext.streamController.close();'

  return async (request, visit, context) => {
    const url = new URL(request.url, visit.origin)
    const matches = match(url.pathname) as Found | null
    if (!matches || url.searchParams.has('index')) return undefined
    const chain = matches.map(({ route }) => modules[route.id])
    if (!chain.at(-1)?.default || chain.some((one) => one?.headers && one !== modules['root'])) return undefined

    const args = { request: plainRequest(request, url), params: matches[0]?.params ?? {}, url, context, pattern: '' }
    let results: unknown[] | undefined
    try {
      const load = async () => {
        results = await Promise.all(chain.map((one) => one?.loader?.(args as never)))
      }
      await throughMiddleware(chain.flatMap((one) => one?.middleware ?? []) as unknown as Layer[], args, load)
    } catch {
      return undefined
    }
    if (!results || results.some(isAnswer)) return undefined
    const loaderData = Object.fromEntries(
      matches.flatMap(({ route }, at) => (modules[route.id]?.loader ? [[route.id, results?.[at]]] : [])),
    )
    const state = flatData({ loaderData, actionData: null, errors: null })
    if (!state) return undefined

    const page = {
      manifest: build.assets,
      branches: [],
      routeModules: modules,
      staticHandlerContext: {
        basename: basename ?? '/',
        location: {
          pathname: url.pathname,
          search: url.search,
          hash: '',
          state: null,
          key: 'default',
          mask: undefined,
        },
        matches,
        loaderData,
        actionData: null,
        errors: null,
        statusCode: 200,
        loaderHeaders: {},
        actionHeaders: {},
        _match: match,
      },
      serverHandoffString,
      renderMeta: {},
      future,
      ssr,
      routeDiscovery,
      isSpaMode,
      serializeError: () => undefined,
    } as unknown as EntryContext
    const html = await paint(page, visit).catch(() => undefined)
    // A boundary that gave up: some code was not there yet. The other way waits for it.
    if (!html || html.includes('<!--$!-->')) return undefined
    const open = visit.nonce ? `<script nonce="${visit.nonce}">` : '<script>'
    // Written as what it says: a text of the text would escape every quote once more.
    const data = `${open}window.__reactRouterContext.streamController.enqueue(JSON.stringify(${scriptSafe(state)})+"\\n");</script>${open}${closing}</script>`
    const end = html.lastIndexOf('</body>')
    return `<!DOCTYPE html>${html.slice(0, end)}${data}${html.slice(end)}`
  }
}

type Layer = (args: unknown, next: () => Promise<unknown>) => unknown
async function throughMiddleware(
  layers: readonly Layer[],
  args: unknown,
  inner: () => Promise<unknown>,
): Promise<unknown> {
  const [first, ...rest] = layers
  return first ? first(args, () => throughMiddleware(rest, args, inner)) : inner()
}

/** A loader that answers by itself, with a status or headers. */
const isAnswer = (result: unknown): boolean =>
  result instanceof Response || (result as { type?: string } | null | undefined)?.type === 'DataWithResponseInit'

const never = new AbortController().signal

/** What loaders read of a request. Its headers are put into a `Headers` only for who asks. */
function plainRequest({ headers }: FastifyRequest, url: URL): Request {
  return {
    url: url.href,
    method: 'GET',
    signal: never,
    get headers() {
      return new Headers(
        Object.entries(headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      )
    },
  } as Request
}
