import type { Reply } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import type { Api } from '../../../api/request-context.ts'

/** Kinds of items that search finds, in the order of the page. */
export const resultKinds = ['posts', 'videos', 'galleries', 'products'] as const
export type ResultKind = (typeof resultKinds)[number]
/** Where all kinds are shown together, each shows its first ones. */
export const firstOnes = { posts: 8, videos: 6, galleries: 4, products: 4 } as const
export const pageSize = 24

export type Results = {
  posts: Reply<'GET /search/feeds'>
  videos: Reply<'GET /performer-assets/videos/search'>
  galleries: Reply<'GET /performer-assets/galleries/search'>
  products: Reply<'GET /performer-assets/products/search'>
}

/** What matches of each of these kinds, or why it could not be searched; a kind that is left out is null. */
export async function findResults(
  api: Api,
  q: string,
  kind: ResultKind | null,
  current: number,
): Promise<{ [Kind in ResultKind]: Results[Kind] | ProblemData | null }> {
  const find = <R>(name: ResultKind, read: (query: ReturnType<typeof queryOf>) => Promise<R>) =>
    kind === null || kind === name ? read(queryOf(name)).catch((error: unknown) => asProblem(error)) : null
  const queryOf = (name: ResultKind) => ({
    q,
    sortBy: 'relevance' as const,
    ...(kind === null ? { pageSize: firstOnes[name] } : { current, pageSize }),
  })
  const [posts, videos, galleries, products] = await Promise.all([
    find('posts', (query) => api.call('GET /search/feeds', { query })),
    find('videos', (query) => api.call('GET /performer-assets/videos/search', { query })),
    find('galleries', (query) => api.call('GET /performer-assets/galleries/search', { query })),
    find('products', (query) => api.call('GET /performer-assets/products/search', { query })),
  ])
  return { posts, videos, galleries, products }
}
