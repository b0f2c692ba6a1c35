import type { Post } from './files.ts'

/** An item as the parts show it that all kinds share: head, actions, locked view, tile and unlocking. */
export type Item = Omit<Post, 'kind' | 'type' | 'poll' | 'thumbnail' | 'teaser' | 'gate' | 'expiresAt'> & {
  kind: KindName
  gate: { type: string; price?: number | null | undefined; terms?: string | undefined }
  /** The image that represents it in lists, shown to everyone. */
  thumbnail?: Post['thumbnail'] | null
  teaser?: Post['teaser']
  /** Where `files` has only the first of its photos. */
  photoCount?: number
}

/** Where each kind of item has its pages, and the call that buys one. Its texts are `post.titleOf.<kind>` and those beside it. */
export const kinds = {
  feed: { path: '/post', studio: '/creator/posts', unlock: 'POST /wallet/charges/feed/:id' },
  gallery: { path: '/gallery', studio: '/creator/galleries', unlock: 'POST /wallet/charges/gallery/:id' },
  video: { path: '/video', studio: '/creator/videos', unlock: 'POST /wallet/charges/video/:id' },
} as const
export type KindName = keyof typeof kinds

/** When it was published; as long as it is not, when it was made. */
export const dateOf = ({ publishedAt, createdAt }: Pick<Item, 'publishedAt' | 'createdAt'>): string =>
  publishedAt ?? createdAt ?? ''
export const pathOf = ({ kind, _id }: Pick<Item, 'kind' | '_id'>) => `${kinds[kind].path}/${_id}`
