import { useMemo } from 'react'
import {
  createStaticRouter,
  type EntryContext,
  type RouteObject,
  StaticRouterProvider,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router'

type Router = ReturnType<typeof createStaticRouter>

const known = new WeakMap<EntryContext['routeModules'], Router>()

/** Made once for a build. */
function sharedRouter(context: EntryContext): Router {
  const router = known.get(context.routeModules) ?? routerOf(context)
  known.set(context.routeModules, router)
  return router
}

/**
 * The router around a page that is drawn on the short way (serve/draw.ts). The framework's own makes its tree of all routes anew for
 * each page; here it is made once, and a page brings only its state.
 */
export function PageRouter({ context, nonce }: { context: EntryContext; nonce: string | undefined }) {
  const { staticHandlerContext: page } = context
  const shared = sharedRouter(context)
  const router = useMemo(() => {
    const { location, loaderData } = page
    const matches = page.matches.map((match) => ({ ...match, route: shared.manifest?.[match.route.id] ?? match.route }))
    return Object.create(shared, { state: { value: { ...shared.state, location, loaderData, matches } } }) as Router
  }, [shared, page])
  return (
    <FrameworkContext value={{ ...context, nonce }}>
      <StaticRouterProvider router={router} context={page} hydrate={false} />
    </FrameworkContext>
  )
}

function routerOf({ manifest, routeModules, staticHandlerContext }: EntryContext): Router {
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    Object.values(manifest.routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, caseSensitive, hasLoader } = route as NonNullable<typeof route>
        const { default: Component, Layout, ErrorBoundary, handle } = routeModules[id] ?? {}
        const children = childrenOf(id)
        return {
          id,
          path,
          index,
          caseSensitive,
          handle,
          ...(hasLoader && { loader: () => null }),
          ...(Layout && Component
            ? {
                element: (
                  <Layout>
                    <Component />
                  </Layout>
                ),
              }
            : { Component }),
          ErrorBoundary,
          ...(children.length > 0 && { children }),
        } as RouteObject
      })
  return createStaticRouter(childrenOf(undefined), { ...staticHandlerContext, matches: [] })
}
