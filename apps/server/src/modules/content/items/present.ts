import type { MediaFile } from '@fanlight/contract/media'
import { fromHundredths } from '@fanlight/contract/fields'
import type { ShownItem } from '@fanlight/contract/items'
import type { Context } from '../../../platform/context.ts'
import { assert } from '../../../platform/refusal.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { availabilityOf, gateOf } from '../../access/items.ts'
import type { Lockable, Verdict } from '../../access/policy.ts'
import type { PolicyViewer } from '../../access/visibility.ts'
import { itemTerms } from '../../money/charges/shown-terms.ts'
import { presentFile } from '../../media/serving/present.ts'
import { type FileRole, showItemFile } from './item-files.ts'
import type { ItemRow } from './item-rows.ts'

// The only fields of items that are sent to viewers. A locked item has kind, count, length, date and title, and nothing else.

/** The columns of the item itself, without its files, its performer and what the viewer did with it. */
export type ItemTextRow = Pick<
  ItemRow,
  | 'id'
  | 'performerId'
  | 'title'
  | 'text'
  | 'tags'
  | 'status'
  | 'statusReason'
  | 'createdAt'
  | 'publishedAt'
  | 'expiresAt'
  | 'gateType'
  | 'gatePlanIds'
  | 'gateListIds'
  | 'gatePrice'
  | 'gateFreeForSubscribers'
  | 'offerVersion'
  | 'isPinned'
  | 'views'
  | 'likes'
  | 'comments'
  | 'bookmarks'
>

/** The fields of an item that depend only on the verdict of the access policy and the viewer's status. */
export function presentItemText(viewer: PolicyViewer, item: ItemTextRow, verdict: Verdict) {
  const open = verdict.granted
  const me = idOf(viewer)
  return {
    _id: item.id,
    title: item.title,
    text: open ? item.text : '',
    tags: open ? item.tags : [],
    ...(item.publishedAt === null && { createdAt: item.createdAt.toISOString() }),
    publishedAt: item.publishedAt?.toISOString() ?? null,
    ...(item.expiresAt !== null && { expiresAt: item.expiresAt.toISOString() }),
    gate: {
      type: item.gateType,
      ...(item.gatePrice !== null && { price: fromHundredths(item.gatePrice) }),
      ...(item.gateType === 'paid' && { terms: itemTerms(item) }),
    },
    ...(open && verdict.closed && { isClosed: true as const }),
    ...(open && isWay(verdict.as) && { openBy: ways[verdict.as] }),
    can: {
      view: open,
      unlock: !open && me !== null && verdict.why === 'buy',
      comment: open && !verdict.closed && mayWrite(viewer) && item.status === 'published',
      edit: me === item.performerId,
    },
    locked: lockOf(item, verdict),
    stats: {
      views: Number(item.views),
      likes: Number(item.likes),
      comments: Number(item.comments),
      bookmarks: Number(item.bookmarks),
    },
    isPinned: item.isPinned,
  }
}

const ways = { purchased: 'purchase', subscriber: 'subscription' } as const
const isWay = (as: string): as is keyof typeof ways => Object.hasOwn(ways, as)

/** The performer, and what the viewer did with the item. */
export const presentItemRelations = (ctx: Context, item: ItemRow, verdict: Verdict) => ({
  performer: presentAuthor(ctx, item, verdict),
  isLiked: item.reactions?.includes('like') ?? false,
  isBookmarked: item.reactions?.includes('bookmark') ?? false,
  isFollowed: item.isFollowed,
})

/** Of a performer who is hidden from the viewer, the buyer of an item gets the name and nothing that leads on. */
export const presentAuthor = (
  ctx: Context,
  author: Pick<ItemRow, 'performerId' | 'name' | 'username' | 'avatar' | 'isVerified' | 'locale'>,
  verdict: Verdict,
) =>
  verdict.granted && verdict.closed
    ? {
        _id: author.performerId,
        name: author.name,
        username: null,
        avatar: presentAvatar(ctx, null),
        isVerified: false,
      }
    : {
        _id: author.performerId,
        name: author.name,
        username: author.username,
        avatar: presentAvatar(ctx, author.avatar),
        isVerified: author.isVerified,
        ...(author.locale !== null && { locale: author.locale }),
      }

export const presentItemFiles = (
  ctx: Context,
  viewer: Viewer,
  item: ItemRow,
  verdict: Verdict,
  role: FileRole,
): MediaFile[] =>
  (item.files ?? []).filter((file) => file.role === role).map((file) => showItemFile(ctx, viewer, item, file, verdict))

/** The fields that only its creator gets, in the studio. */
export function presentOwnItem(ctx: Context, viewer: Viewer, item: ItemRow) {
  const files = item.files ?? []
  return {
    status: item.status,
    statusReason: item.statusReason,
    createdAt: item.createdAt.toISOString(),
    publishAt: item.publishAt?.toISOString() ?? null,
    expiresAt: item.expiresAt?.toISOString() ?? null,
    updatedAt: item.updatedAt.toISOString(),
    gate: {
      type: item.gateType,
      price: item.gatePrice === null ? null : fromHundredths(item.gatePrice),
      planIds: item.gatePlanIds,
      listIds: item.gateListIds,
      freeForSubscribers: item.gateFreeForSubscribers,
    },
    processing: {
      ready: files.filter((file) => file.isPlayable).length,
      total: files.length,
      failed: files.filter((file) => file.status === 'failed' || file.status === 'blocked').length,
    },
    awaitedFiles: item.awaited && {
      problem: item.awaited.problem,
      files: (item.awaited.files ?? []).map((file) => ({
        role: file.role,
        name: file.name,
        file: presentFile(ctx, file, viewer, { granted: true }),
      })),
    },
    sales: Number(item.sales),
    buyers: item.buyers ?? 0,
    decision: item.decision,
    whoMayComment: item.whoMayComment,
    earned: fromHundredths(item.earned),
    participants: item.participants ?? [],
  }
}

/** The item in the form that the access policy reads. */
export const lockableOf = (item: ItemTextRow): Lockable => ({
  id: item.id,
  performerId: item.performerId,
  gate: gateOf(item),
  availability: availabilityOf(item.status, item.statusReason),
})

function lockOf(item: ItemTextRow, verdict: Verdict): ShownItem['locked'] {
  if (verdict.granted) return null
  const { why } = verdict
  assert(
    why === 'sign-in' || why === 'follow' || why === 'subscribe' || why === 'buy' || why === 'list',
    'what is hidden is not presented',
  )
  const price = item.gateType === 'paid' && item.gatePrice !== null ? fromHundredths(item.gatePrice) : null
  return { reason: why, price, alsoBySubscribing: item.gateType === 'paid' && item.gateFreeForSubscribers }
}

export const mayWrite = (viewer: PolicyViewer): boolean => viewer.kind === 'signed-in' && viewer.status !== 'suspended'
