import { call, type Reply } from '../../../api/client.ts'
import type { Change } from '../../../parts/forms/use-mutation.ts'
import { kinds } from '../../../parts/posts/kinds.ts'
import type { StudioPost } from './post-states.ts'

// What the studio does with items of every kind. A new kind adds its entry here, its paths in parts/posts/kinds.ts,
// and its texts under `studio.item.<kind>`.

/** One's own item of any kind, as the studio gets it: what all kinds have. */
export type StudioItem = Omit<
  StudioPost,
  'kind' | 'type' | 'files' | 'thumbnail' | 'teaser' | 'poll' | 'draftPoll' | 'locked' | 'can'
>

/** Where the pages of each kind are. Products are shown by parts of their own. */
const addresses = { ...kinds, product: { path: '/product', studio: '/creator/products' } } as const

export type ItemStatus = 'published' | 'archived'
interface StudioKind {
  read: (id: string) => Promise<{ data: object }>
  setStatus: (
    change: Change,
    id: string,
    status: ItemStatus,
  ) => Promise<{ data: Pick<StudioItem, 'status' | 'participants'> }>
  remove: (change: Change, id: string) => Promise<{ data: { archived: boolean } }>
}

/** Keys are the names of the kinds in the contract. */
export const studioKinds = {
  feed: {
    read: (id) => call('GET /performer/feeds/:id', { params: { id } }),
    setStatus: (change, id, status) => change('PUT /performer/feeds/:id', { params: { id }, body: { status } }),
    remove: (change, id) => change('DELETE /performer/feeds/:id', { params: { id } }),
  },
  gallery: {
    read: (id) => call('GET /performer/performer-assets/galleries/:id/view', { params: { id } }),
    setStatus: (change, id, status) =>
      change('PUT /performer/performer-assets/galleries/:id', { params: { id }, body: { status } }),
    remove: (change, id) => change('DELETE /performer/performer-assets/galleries/:id', { params: { id } }),
  },
  product: {
    read: (id) => call('GET /performer/performer-assets/products/:id/view', { params: { id } }),
    setStatus: (change, id, status) =>
      change('PUT /performer/performer-assets/products/:id', { params: { id }, body: { status } }),
    remove: (change, id) => change('DELETE /performer/performer-assets/products/:id', { params: { id } }),
  },
  video: {
    read: (id) => call('GET /performer/performer-assets/videos/:id/view', { params: { id } }),
    setStatus: (change, id, status) =>
      change('PUT /performer/performer-assets/videos/edit/:id', { params: { id }, body: { status } }),
    remove: (change, id) => change('DELETE /performer/performer-assets/videos/:id', { params: { id } }),
  },
} as const satisfies Partial<Record<keyof typeof addresses, StudioKind>>

export type StudioKindName = keyof typeof studioKinds
/** The list of a kind; its addresses with `/new` and `/<id>` are those of the editor. */
export const listOf = (kind: StudioKindName): string => addresses[kind].studio
/** Where its viewers see it. */
export const pageOf = (kind: StudioKindName, id: string): string => `${addresses[kind].path}/${id}`

/** Whether it was published before: then it is never a draft again. */
export const wasPublished = (item: Pick<StudioItem, 'status'> | null): boolean =>
  item !== null && !['draft', 'scheduled', 'processing'].includes(item.status)

/** The list of one's own items of a kind. */
export interface StudioList<Item extends StudioItem> {
  data: Item[]
  total: Reply<'GET /performer/feeds'>['total']
}

/** The main files of an item that was sold, which can't be removed. */
export const soldFiles = (
  item: { buyers: number; files: readonly { isLocked: boolean; _id?: string | undefined }[] } | null,
): ReadonlySet<string> => new Set(item?.buyers ? item.files.flatMap(({ _id }) => _id ?? []) : [])

/**
 * The item with the files that it awaits in place of those that are shown: what its creator last asked for. As it is where nothing is
 * awaited, or in vain.
 */
export function asWanted<Pictured extends Pick<StudioPost, 'files' | 'thumbnail' | 'teaser' | 'awaitedFiles'>>(
  item: Pictured,
): Pictured {
  if (item.awaitedFiles?.problem !== null) return item
  const { files } = item.awaitedFiles
  const inRole = (role: string) => files.filter((entry) => entry.role === role).map(({ file }) => file)
  const { thumbnail: _thumbnail, teaser: _teaser, ...rest } = item
  const [[thumbnail], [teaser]] = [inRole('thumbnail'), inRole('teaser')]
  return { ...rest, files: inRole('main'), ...(thumbnail && { thumbnail }), ...(teaser && { teaser }) } as Pictured
}
