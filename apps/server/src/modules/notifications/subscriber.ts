import { orderNotices } from '@fanlight/contract/notification-kinds'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { EventSubscriber } from '../../platform/event-subscribers.ts'
import type { PublishedEvent } from '../../platform/events.ts'
import { enqueue } from '../../platform/queue.ts'
import { notify } from './notify.ts'

// Events → notifications. A handler reads the present state of what the event names: it may run late, and what is gone by then is no news.

const id = z.uuid()
type Handler = (tx: Context, event: PublishedEvent) => Promise<void>
/** Notifications that do not join others. */
const single = ({ xid, id }: PublishedEvent): string => `event:${xid}.${id}`

const follow = z.object({ fanId: id, performerId: id })
const written = z.object({ commentId: id, itemId: id, performerId: id, authorId: id, parentId: id.nullable() })
const liked = z.object({ objectType: z.string(), objectId: id, performerId: id.nullable(), fanId: id })
const subscription = z.object({ subscriptionId: id, userId: id, performerId: id })
const charge = z.object({
  chargeId: id,
  userId: id,
  performerId: id,
  targetId: id.nullable(),
  type: z.string(),
  tokens: z.number(),
  note: z.string().nullish(),
})
const order = z.object({
  orderId: id,
  buyerId: id,
  performerId: id,
  fulfilment: z.string(),
  notices: z.array(z.object({ kind: z.enum(orderNotices), to: z.enum(['buyer', 'performer']) })).default([]),
})
const message = z.object({ conversationId: id, messageId: id, senderId: id, otherId: id })
const published = z.object({ itemId: id, performerId: id })
const review = z.object({ performerId: id })
const consent = z.object({ performerId: id, participantId: id })
const payout = z.object({
  payoutId: id,
  performerId: id,
  type: z.string().optional(),
  number: z.string().optional(),
})
const owed = z.object({ performerId: id, paymentId: id, tokens: z.number() })
const decided = z.object({ accountId: id, number: z.string(), caseId: id.optional() })

const mention = /(?<![\p{L}\p{N}_@#&/.-])@([A-Za-z0-9_.]{2,29}[A-Za-z0-9_])(?![\p{L}\p{N}_@])/gu
const mentionsMax = 10
/** How long a message may stay unread before it is sent by push or email. */
const messageWaitMs = 3 * 60_000

const hundredths = (tokens: number): bigint => BigInt(Math.round(tokens * 100))

async function comment(tx: Context, event: PublishedEvent): Promise<void> {
  const { commentId, itemId, performerId, authorId, parentId } = written.parse(event.payload)
  const found = await row(
    tx.db,
    sql<{ text: string; parentAuthorId: string | null }>`SELECT c.text, p.author_id AS "parentAuthorId" FROM comments c
      LEFT JOIN comments p ON p.id = ${parentId} AND p.deleted_at IS NULL
      WHERE c.id = ${commentId} AND c.deleted_at IS NULL AND c.held_for IS NULL`,
  )
  if (!found) return
  const about = { actorId: authorId, itemId, commentId }
  const { parentAuthorId } = found
  if (parentAuthorId !== null)
    await notify(tx, { ...about, accountId: parentAuthorId, kind: 'comment_replied', groupKey: single(event) })
  if (performerId !== parentAuthorId)
    await notify(tx, { ...about, accountId: performerId, kind: 'comment_written', groupKey: `comments:${itemId}` })
  for (const accountId of await mentioned(tx, found.text, authorId))
    if (accountId !== performerId && accountId !== parentAuthorId)
      await notify(tx, { ...about, accountId, kind: 'mentioned', groupKey: single(event) })
}

/** Creators whom a text names. */
async function mentioned(tx: Context, text: string, authorId: string): Promise<string[]> {
  const names = [...new Set([...text.matchAll(mention)].map(([, name]) => name!.toLowerCase()))].slice(0, mentionsMax)
  if (names.length === 0) return []
  const found = await rows(
    tx.db,
    sql<{ id: string }>`SELECT a.id FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.username = ANY(${names}::text[]) AND a.id <> ${authorId} AND NOT performer_is_closed(a.status, p.verification_status)`,
  )
  return found.map((account) => account.id)
}

async function like(tx: Context, event: PublishedEvent): Promise<void> {
  const { objectType, objectId, performerId, fanId } = liked.parse(event.payload)
  const by = { actorId: fanId }
  if (objectType === 'comment') {
    const found = await row(
      tx.db,
      sql<{ authorId: string; itemId: string }>`SELECT author_id AS "authorId", item_id AS "itemId" FROM comments
        WHERE id = ${objectId} AND deleted_at IS NULL`,
    )
    const about = { itemId: found?.itemId, commentId: objectId, groupKey: `likes:${objectId}` }
    if (found) await notify(tx, { ...by, ...about, accountId: found.authorId, kind: 'comment_liked' })
  } else if (performerId !== null && objectType === 'performer')
    await notify(tx, { ...by, accountId: performerId, kind: 'profile_liked', groupKey: `likes:${performerId}` })
  else if (performerId !== null) {
    // A photo belongs to its gallery.
    const item = await row(
      tx.db,
      sql<{ id: string }>`SELECT id FROM items WHERE id = ${objectId} UNION ALL
        SELECT gallery_id FROM photos WHERE id = ${objectId} LIMIT 1`,
    )
    if (item)
      await notify(tx, {
        ...by,
        accountId: performerId,
        kind: 'item_liked',
        itemId: item.id,
        groupKey: `likes:${item.id}`,
      })
  }
}

const subscribed =
  (kind: 'subscription_renewed' | 'subscription_past_due' | 'subscription_ended' | 'subscription_revoked'): Handler =>
  async (tx, event) => {
    const { subscriptionId, userId, performerId } = subscription.parse(event.payload)
    // A new subscription that was never paid has not ended.
    const found = await row(
      tx.db,
      sql`SELECT 1 AS found FROM subscriptions WHERE id = ${subscriptionId} AND current_period_end IS NOT NULL`,
    )
    if (found)
      await notify(tx, {
        accountId: userId,
        kind,
        actorId: performerId,
        objectId: subscriptionId,
        groupKey: single(event),
      })
  }

async function changedOrder(tx: Context, event: PublishedEvent): Promise<void> {
  const { orderId, buyerId, performerId, fulfilment, notices } = order.parse(event.payload)
  for (const { kind, to } of notices)
    await notify(tx, {
      accountId: to === 'buyer' ? buyerId : performerId,
      kind,
      objectId: orderId,
      groupKey: `${single(event)}:${kind}`,
    })
  // The event is published for every change: an order has each notification once.
  const about = { objectId: orderId, groupKey: `order:${orderId}:${fulfilment}` }
  const found = await row(
    tx.db,
    sql<{
      type: string
      isKnown: boolean
    }>`SELECT type, EXISTS (SELECT FROM notifications n WHERE n.object_id = ${orderId}
      AND n.group_key = ${about.groupKey}) AS "isKnown" FROM orders WHERE id = ${orderId}`,
  )
  if (!found || found.isKnown) return
  if (fulfilment === 'not_fulfilled' || (found.type === 'digital' && fulfilment === 'delivered'))
    await notify(tx, { ...about, accountId: performerId, kind: 'order_placed', actorId: buyerId })
  else if (fulfilment === 'shipped')
    await notify(tx, { ...about, accountId: buyerId, kind: 'order_shipped', actorId: performerId })
  else if (fulfilment === 'delivered')
    await notify(tx, { ...about, accountId: buyerId, kind: 'order_delivered', actorId: performerId })
  else if (fulfilment === 'cancelled') {
    const by = await row(
      tx.db,
      sql<{ by: string }>`SELECT by FROM order_events WHERE order_id = ${orderId} ORDER BY id DESC LIMIT 1`,
    )
    const byBuyer = by?.by === 'buyer'
    await notify(tx, {
      ...about,
      accountId: byBuyer ? performerId : buyerId,
      kind: 'order_cancelled',
      actorId: byBuyer ? buyerId : performerId,
    })
  }
}

/** One job for the messages of an hour that wait unread: more of them do not put it off. */
async function sentMessage(tx: Context, event: PublishedEvent): Promise<void> {
  const { conversationId, messageId, otherId } = message.parse(event.payload)
  const first = await row(
    tx.db,
    sql`SELECT 1 AS found FROM messages m JOIN conversation_members r ON r.conversation_id = m.conversation_id AND r.account_id = ${otherId}
      WHERE m.id = ${messageId} AND m.sequence > r.read_sequence AND NOT EXISTS (SELECT FROM messages o
        WHERE o.conversation_id = m.conversation_id AND o.sequence > r.read_sequence AND o.sequence < m.sequence
          AND o.sender_id = m.sender_id AND o.created_at > m.created_at - interval '1 hour')`,
  )
  if (first)
    await enqueue(
      tx,
      'notify_of_messages',
      { conversationId, accountId: otherId },
      { runAt: new Date(Date.now() + messageWaitMs) },
    )
}

const reviewed =
  (kind: Extract<Parameters<typeof notify>[1]['kind'], `verification_${string}`>): Handler =>
  (tx, event) =>
    notify(tx, { accountId: review.parse(event.payload).performerId, kind, groupKey: single(event) })

const consented =
  (kind: Extract<Parameters<typeof notify>[1]['kind'], `consent_${string}`>): Handler =>
  async (tx, event) => {
    const { performerId, participantId } = consent.parse(event.payload)
    const person = await row(tx.db, sql<{ name: string }>`SELECT name FROM participants WHERE id = ${participantId}`)
    if (person) await notify(tx, { accountId: performerId, kind, detail: person.name, groupKey: single(event) })
  }

const payoutKinds: Record<string, Extract<Parameters<typeof notify>[1]['kind'], `payout_${string}`>> = {
  paid: 'payout_paid',
  failed: 'payout_failed',
  rejected: 'payout_rejected',
  reversed: 'payout_reversed',
  reduced: 'payout_reduced',
}

const handlers: Record<string, Handler> = {
  'comment.written': comment,
  'reaction.liked': like,
  'follow.started': (tx, event) => {
    const { fanId, performerId } = follow.parse(event.payload)
    return notify(tx, { accountId: performerId, kind: 'followed', actorId: fanId, groupKey: 'followers' })
  },
  'subscription.started': (tx, event) => {
    const { subscriptionId, userId, performerId } = subscription.parse(event.payload)
    return notify(tx, {
      accountId: performerId,
      kind: 'subscribed',
      actorId: userId,
      objectId: subscriptionId,
      groupKey: single(event),
    })
  },
  'subscription.renewed': subscribed('subscription_renewed'),
  'subscription.past_due': subscribed('subscription_past_due'),
  'subscription.expired': subscribed('subscription_ended'),
  'subscription.revoked': subscribed('subscription_revoked'),
  'tip.sent': (tx, event) => {
    const tip = charge.parse(event.payload)
    return notify(tx, {
      accountId: tip.performerId,
      kind: 'tip_received',
      actorId: tip.userId,
      tokens: hundredths(tip.tokens),
      detail: tip.note ?? '',
      groupKey: single(event),
    })
  },
  'item.unlocked': (tx, event) => {
    const sale = charge.parse(event.payload)
    return notify(tx, {
      accountId: sale.performerId,
      kind: 'item_sold',
      actorId: sale.userId,
      itemId: sale.targetId,
      tokens: hundredths(sale.tokens),
      groupKey: `sales:${sale.targetId}`,
    })
  },
  'message.unlocked': (tx, event) => {
    const sale = charge.parse(event.payload)
    return notify(tx, {
      accountId: sale.performerId,
      kind: 'message_sold',
      actorId: sale.userId,
      tokens: hundredths(sale.tokens),
      groupKey: 'message-sales',
    })
  },
  'order.updated': changedOrder,
  'message.sent': sentMessage,
  'item.published': (tx, event) => {
    const { itemId } = published.parse(event.payload)
    return enqueue(tx, 'notify_of_item', { itemId }, { key: `notify-of-item:${itemId}` })
  },
  'performer.approved': reviewed('verification_approved'),
  'performer.rejected': reviewed('verification_rejected'),
  'performer.more_info_requested': reviewed('verification_more_info'),
  'performer.revoked': reviewed('verification_revoked'),
  'performer.documents_expired': reviewed('verification_expired'),
  'performer.expired': reviewed('verification_expired'),
  'consent.signed': consented('consent_signed'),
  'consent.verified': consented('consent_verified'),
  'consent.rejected': consented('consent_rejected'),
  'consent.withdrawn': consented('consent_withdrawn'),
  'payout.updated': async (tx, event) => {
    const { payoutId, performerId, type, number = '' } = payout.parse(event.payload)
    const kind = payoutKinds[type ?? '']
    if (kind)
      await notify(tx, { accountId: performerId, kind, objectId: payoutId, detail: number, groupKey: single(event) })
  },
  'earnings.owed': (tx, event) => {
    const { performerId, paymentId, tokens } = owed.parse(event.payload)
    return notify(tx, {
      accountId: performerId,
      kind: 'earnings_owed',
      tokens: hundredths(tokens),
      groupKey: `owed:${paymentId}`,
    })
  },
  'report.decided': (tx, event) => {
    const { accountId, number, caseId } = decided.parse(event.payload)
    return notify(tx, {
      accountId,
      kind: 'report_decided',
      detail: number,
      ...(caseId !== undefined && { objectId: caseId }),
      groupKey: single(event),
    })
  },
  'appeal.decided': (tx, event) => {
    const { accountId, number, caseId } = decided.parse(event.payload)
    return notify(tx, {
      accountId,
      kind: 'appeal_decided',
      detail: number,
      ...(caseId !== undefined && { objectId: caseId }),
      groupKey: single(event),
    })
  },
}

export const notificationSubscriber: EventSubscriber = {
  name: 'notifications',
  topics: Object.keys(handlers),
  handle: async (tx, event) => {
    // The past of the demo world: it was handled when it was written.
    if (event.payload['isBackdated'] !== true) await handlers[event.topic]!(tx, event)
  },
}
