import type { NotificationKindName } from '@fanlight/contract/notification-kinds'
import type { KindName } from '../../content/items/kinds.ts'

// Where notifications lead: in the list, in emails and in push messages.

export const itemPages = { feed: 'post', video: 'video', gallery: 'gallery', product: 'product' } as const satisfies {
  [Kind in KindName]?: string
}

interface Subject {
  kind: NotificationKindName
  item: { id: string; kind: keyof typeof itemPages } | null
  /** One that is still there. */
  comment?: { id: string } | null
  order: { id: string; performerId: string } | null
  /** Of a decision about a report, its case; of a show with tickets, the show. */
  objectId: string | null
  /** Of the person who caused it. */
  username: string | null
}
export function pathOf(readerId: string, { kind, item, comment, order, objectId, username }: Subject): string {
  if (order) return orderPath(order.id, order.performerId === readerId)
  const page = item && `/${itemPages[item.kind]}/${item.id}`
  if (page) return comment ? `${page}?comment=${comment.id}#comments` : page
  if (kind.startsWith('stream_') && username !== null) return `/${username}/live`
  if ((kind.startsWith('show_') || kind.startsWith('own_show_')) && objectId !== null) return `/show/${objectId}`
  if (kind.startsWith('verification_')) return '/creator/verification'
  if (kind.startsWith('payout_')) return '/creator/payouts'
  if (kind.startsWith('consent_')) return '/creator/participants'
  switch (kind) {
    case 'report_decided':
    case 'appeal_decided':
      return objectId === null ? '/appeal' : `/appeal?id=${objectId}`
    case 'followed':
      return '/creator/audience?group=followers'
    case 'subscribed':
      return '/creator/audience'
    case 'tip_received':
    case 'message_sold':
    case 'item_sold':
      return '/creator/earnings'
    case 'subscription_past_due':
    case 'subscription_renewed':
    case 'subscription_given':
    case 'subscription_ended':
    case 'subscription_revoked':
      return '/user/subscriptions'
    default:
      return username === null ? '/notifications' : `/${username}`
  }
}

export const orderPath = (id: string, isSeller: boolean): string =>
  isSeller ? `/creator/orders/${id}` : `/user/orders/${id}`
