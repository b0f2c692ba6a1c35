import type { Post } from './files.ts'

/** An item as the parts show it that all kinds share: head, actions, locked view, tile and unlocking. */
export type Item = Omit<Post, 'kind' | 'type' | 'poll' | 'thumbnail' | 'teaser'> & {
  kind: KindName
  /** The image that represents it in lists, shown to everyone. */
  thumbnail?: Post['thumbnail']
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

export const pathOf = ({ kind, _id }: Pick<Item, 'kind' | '_id'>) => `${kinds[kind].path}/${_id}`
