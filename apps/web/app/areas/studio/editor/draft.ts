import type { Commenters } from '@fanlight/contract/commenters'
import type { OpenFile } from '../../../parts/posts/files.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { type StudioItem, wasPublished } from '../pieces/studio-items.ts'
import type { UploadItem, UploadKind } from './uploads.ts'
import { clockIn, instantOf } from '../../../parts/time/zone.ts'

// What is written about an item of any kind, as its form holds it. A kind adds its own fields.

export const gateKinds = ['public', 'followers', 'subscribers', 'paid', 'list'] as const
export type GateKind = (typeof gateKinds)[number]
export interface ItemDraft {
  title: string
  text: string
  tags: string
  gate: GateKind
  /** Of a gate for lists of fans. */
  listIds: string[]
  price: string
  freeForSubscribers: boolean
  /** The creator's own clock; empty means at once. */
  publishAt: string
  /** The creator's own clock; empty means never. */
  expiresAt: string
  isPinned: boolean
  /** Empty: as the creator set it for everything. */
  whoMayComment: Commenters | ''
  /** The people whom it shows. */
  participants: StudioItem['participants']
}
export const emptyItem: ItemDraft = {
  title: '',
  text: '',
  tags: '',
  gate: 'public',
  listIds: [],
  price: '',
  freeForSubscribers: true,
  publishAt: '',
  expiresAt: '',
  isPinned: false,
  whoMayComment: '',
  participants: [],
}
/** A saved item as it is written, its times on the creator's clock. */
export const itemDraftOf = (item: StudioItem, zone: string): ItemDraft => ({
  title: item.title,
  text: item.text,
  tags: item.tags.join(' '),
  gate: gateKinds.find((kind) => kind === item.gate.type) ?? 'subscribers',
  listIds: item.gate.listIds,
  price: item.gate.price ? String(item.gate.price) : '',
  freeForSubscribers: item.gate.freeForSubscribers,
  publishAt: item.status === 'scheduled' && item.publishAt ? clockIn(zone, item.publishAt) : '',
  expiresAt: item.expiresAt ? clockIn(zone, item.expiresAt) : '',
  isPinned: item.isPinned,
  whoMayComment: item.whoMayComment ?? '',
  participants: item.participants,
})

/** The query for the item that was published last, in the lists of the studio. */
export const lastPublished = { status: 'published', sortBy: 'publishedAt', sort: 'desc', pageSize: 1 } as const

/** An empty draft with the audience and price of the item that was published last, if there is one. */
export function startingLike<Draft extends ItemDraft>(empty: Draft, last: StudioItem | undefined, zone: string): Draft {
  if (!last) return empty
  const { gate, listIds, price, freeForSubscribers } = itemDraftOf(last, zone)
  // What isn't sold says nothing about subscribers.
  return { ...empty, gate, listIds, ...(gate === 'paid' && { price, freeForSubscribers }) }
}

export const tagsOf = (list: string): string[] =>
  [
    ...new Set(
      list
        .toLowerCase()
        .split(/[\s,#]+/)
        .filter((tag) => /^[\p{L}\p{N}_-]{1,40}$/u.test(tag)),
    ),
  ].slice(0, 20)

/** `unchanged`: what is published or archived stays so. */
export type SaveStatus = 'draft' | 'published' | 'unchanged'
interface Writing {
  item: Pick<StudioItem, 'expiresAt' | 'status'> | null
  zone: string
}

/** The expiry is sent only where it was edited: one that has passed would be refused. */
const isExpiryEdited = (draft: ItemDraft, { item, zone }: Writing): boolean =>
  draft.expiresAt !== (item?.expiresAt ? clockIn(zone, item.expiresAt) : '')

/** The fields of the call that saves it, for a new item and for a change. */
export const itemFieldsOf = (draft: ItemDraft, status: SaveStatus, writing: Writing) => ({
  title: draft.title,
  text: draft.text,
  tags: tagsOf(draft.tags),
  isPinned: draft.isPinned,
  whoMayComment: draft.whoMayComment || null,
  participantIds: draft.participants.map(({ _id }) => _id),
  gate:
    draft.gate === 'paid'
      ? { type: draft.gate, price: readTokens(draft.price) ?? 0, freeForSubscribers: draft.freeForSubscribers }
      : draft.gate === 'list'
        ? { type: draft.gate, listIds: draft.listIds }
        : { type: draft.gate },
  ...(isExpiryEdited(draft, writing) && {
    expiresAt: draft.expiresAt ? instantOf(writing.zone, draft.expiresAt) : null,
  }),
  ...(status !== 'unchanged' && { status }),
  ...(!wasPublished(writing.item) && { publishAt: draft.publishAt ? instantOf(writing.zone, draft.publishAt) : null }),
})

/** On what a change is based: refused where it was saved since, for example on another device. */
export const basisOf = ({ updatedAt }: Pick<StudioItem, 'updatedAt'>) => (updatedAt ? { basedOn: updatedAt } : {})

/** Whether it has a publish date that is still to come: one that has passed publishes at once. */
export const isLater = ({ publishAt }: Pick<ItemDraft, 'publishAt'>, zone: string, now = Date.now()): boolean => {
  const instant = publishAt ? instantOf(zone, publishAt) : null
  return instant !== null && Date.parse(instant) > now
}

/** Whether it can’t be published yet because a consent is missing. */
export const waitsForConsent = ({ participants }: ItemDraft): boolean =>
  participants.some(({ status }) => status !== 'verified')

/** The limits of a price, as the site sets them. */
export interface PriceLimits {
  least: number
  most: number
}
/** What prevents an item of any kind from being published. */
export function itemObstacleOf(
  draft: ItemDraft,
  { least, most, now = Date.now(), ...writing }: PriceLimits & Writing & { now?: number },
): 'noPrice' | 'price' | 'noList' | 'expiry' | null {
  const price = readTokens(draft.price)
  if (draft.gate === 'paid' && draft.price.trim() === '') return 'noPrice'
  if (draft.gate === 'paid' && (price === null || price < least || price > most)) return 'price'
  if (draft.gate === 'list' && draft.listIds.length === 0) return 'noList'
  return isExpiryPossible(draft, writing, now) ? null : 'expiry'
}

/** Whether a time on the clock of `zone` is after now and after the publish date; an empty one is. */
export function isAfterPublishing(
  shown: string,
  { publishAt }: Pick<ItemDraft, 'publishAt'>,
  zone: string,
  now = Date.now(),
): boolean {
  const ends = shown ? instantOf(zone, shown) : null
  const starts = publishAt ? instantOf(zone, publishAt) : null
  return ends === null || Date.parse(ends) > Math.max(now, starts ? Date.parse(starts) : 0)
}

/** Whether it can expire when its draft says. An expiry that was saved before and has passed is left alone. */
export const isExpiryPossible = (draft: ItemDraft, writing: Writing, now = Date.now()): boolean =>
  !isExpiryEdited(draft, writing) || isAfterPublishing(draft.expiresAt, draft, writing.zone, now)

/** A saved file as the list of uploads shows it. */
export const savedUpload = (file: OpenFile, kind: UploadKind, image: string | null): UploadItem => ({
  localId: file._id,
  name: '',
  kind,
  fileId: file._id,
  source: null,
  alt: file.alt ?? '',
  savedAlt: file.alt ?? '',
  progress: null,
  percent: file.progress,
  lostAt: null,
  losses: 0,
  url: image,
  state:
    file.status === 'ready' ? 'ready' : file.status === 'failed' || file.status === 'blocked' ? 'failed' : 'processing',
  problem: file.errorCode ? { code: file.errorCode, message: '' } : null,
})
