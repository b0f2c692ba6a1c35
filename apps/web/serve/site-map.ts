import type { RouteObject, ServerBuild } from 'react-router'
import type { PageHandle } from '../app/handle.ts'

const pathsMax = 1_000

/** What the page at a path declares about itself, known before the framework handles the request. */
export async function siteMap(build: ServerBuild): Promise<{ handleAt(path: string): PageHandle }> {
  // React must not be imported before NODE_ENV is known.
  const { matchRoutes } = await import('react-router')
  const routes = childrenOf(build)
  const known = new Map<string, PageHandle>()
  return {
    handleAt(path) {
      const page = path.replace(/\/?_?\.data$/, '').replace(/^\/?_root$/, '/') || '/'
      const found = known.get(page)
      if (found) return found
      const handles = (matchRoutes(routes, page) ?? []).map(({ route }) => route.handle as PageHandle | undefined)
      // What an area says holds for its pages until they say otherwise.
      const handle = Object.assign({}, ...handles) as PageHandle
      if (known.size >= pathsMax) known.clear()
      known.set(page, handle)
      return handle
    },
  }
}

function childrenOf(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive, module } = route as NonNullable<typeof route>
      const children = childrenOf(build, id)
      return {
        id,
        path,
        index,
        caseSensitive,
        handle: module.handle,
        ...(children.length > 0 && { children }),
      } as RouteObject
    })
}
