import { pinnedMax } from '@fanlight/contract/items'
import type { Item } from '../../access/items.ts'

// The kinds of items that creators publish. The code of this module is the same for all kinds: saving, publishing, selling, searching,
// counting and deleting. Code for one kind (its table, presenter and calls) is in the module of that kind, which passes the name of the
// kind to the functions here.

export interface ItemKind {
  /** The counter of published items in the statistics of their performer. */
  counter: 'feeds' | 'videos' | 'photos' | 'products'
  /** What the counter counts: the item, or each of its main files. */
  counts: 'items' | 'files'
  /** Whether published items are added to the home feeds of followers and subscribers. */
  inHomeFeed: boolean
  /** At most this many items of a performer are pinned; the newest remain. */
  pinnedMax: number
  /** Whether files that were sold stay beside those that take their place. */
  keepsVersions: boolean
}

/** Keys are values of `items.kind`, and of the type of charges, purchases and reactions. */
export const itemKinds = {
  feed: { counter: 'feeds', counts: 'items', inHomeFeed: true, pinnedMax: pinnedMax, keepsVersions: false },
  video: { counter: 'videos', counts: 'items', inHomeFeed: false, pinnedMax: pinnedMax, keepsVersions: false },
  product: { counter: 'products', counts: 'items', inHomeFeed: false, pinnedMax: pinnedMax, keepsVersions: true },
  gallery: { counter: 'photos', counts: 'files', inHomeFeed: false, pinnedMax: pinnedMax, keepsVersions: false },
} as const satisfies Partial<Record<Item['kind'], ItemKind>>

export type KindName = keyof typeof itemKinds

export const kindNames = Object.keys(itemKinds) as KindName[]
export const homeFeedKinds = kindNames.filter((name) => itemKinds[name].inHomeFeed)
