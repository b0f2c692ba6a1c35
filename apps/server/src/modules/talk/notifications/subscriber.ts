import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Occurrence, on, onMany, subscriber } from '../../../platform/events/event-subscribers.ts'
import type { DeclaredEvent, PayloadOf } from '../../../platform/events/events.ts'
import { itemUnlocked, messageUnlocked, tipSent } from '../../money/charges/events.ts'
import { commentWritten } from '../../content/comments/events.ts'
import { itemPublished } from '../../content/items/events.ts'
import { messageSent } from '../conversations/events.ts'
import { followStarted } from '../../people/follows/events.ts'
import { streamLive } from '../../live/streams/events.ts'
import { orderUpdated } from '../../shop/orders/events.ts'
import { consentRejected, consentSigned, consentVerified, consentWithdrawn } from '../../content/participants/events.ts'
import { earningsOwed } from '../../money/payments/events.ts'
import { payoutUpdated } from '../../money/payouts/events.ts'
import { reactionLiked } from '../../content/reactions/events.ts'
import { appealDecided, reportDecided } from '../../staff/reports/events.ts'
import {
  subscriptionExpired,
  subscriptionGiven,
  subscriptionPastDue,
  subscriptionRenewed,
  subscriptionRevoked,
  subscriptionStarted,
} from '../../money/subscriptions/events.ts'
import {
  performerApproved,
  performerDocumentsExpired,
  performerExpired,
  performerMoreInfoRequested,
  performerRejected,
  performerRevoked,
} from '../../people/verifications/events.ts'
import { type NewNotification, notify, notifyAll, single } from './notify.ts'
import { notifyOfItemJob, notifyOfMessagesJob, notifyOfStreamJob } from './jobs.ts'

// Events → notifications. A handler reads the present state of what the event names: it may run late, and what is gone by then is no news.

const mention = /(?<![\p{L}\p{N}_@#&/.-])@([A-Za-z0-9_.]{2,29}[A-Za-z0-9_])(?![\p{L}\p{N}_@])/gu
const mentionsMax = 10
/** How long a message may stay unread before it is sent by push or email. */
const messageWaitMs = 3 * 60_000

const hundredths = (tokens: number): bigint => BigInt(Math.round(tokens * 100))

async function comment(
  tx: Context,
  { commentId, itemId, performerId, authorId, parentId }: PayloadOf<typeof commentWritten>,
  event: Occurrence,
): Promise<void> {
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

async function like(
  tx: Context,
  { objectType, objectId, performerId, fanId }: PayloadOf<typeof reactionLiked>,
): Promise<void> {
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

const subscribed = (
  changed: typeof subscriptionRenewed,
  kind:
    | 'subscription_renewed'
    | 'subscription_past_due'
    | 'subscription_given'
    | 'subscription_ended'
    | 'subscription_revoked',
) =>
  on(changed, async (tx, { subscriptionId, userId, performerId }, event) => {
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
  })

async function changedOrder(
  tx: Context,
  { orderId, buyerId, performerId, fulfilment, notices }: PayloadOf<typeof orderUpdated>,
  event: Occurrence,
): Promise<void> {
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
async function sentMessage(
  tx: Context,
  { conversationId, messageId, otherId }: PayloadOf<typeof messageSent>,
): Promise<void> {
  const first = await row(
    tx.db,
    sql`SELECT 1 AS found FROM messages m JOIN conversation_members r ON r.conversation_id = m.conversation_id AND r.account_id = ${otherId}
      WHERE m.id = ${messageId} AND m.sequence > r.read_sequence AND NOT EXISTS (SELECT FROM messages o
        WHERE o.conversation_id = m.conversation_id AND o.sequence > r.read_sequence AND o.sequence < m.sequence
          AND o.sender_id = m.sender_id AND o.created_at > m.created_at - interval '1 hour')`,
  )
  if (first)
    await notifyOfMessagesJob.enqueue(
      tx,
      { conversationId, accountId: otherId },
      { runAt: new Date(Date.now() + messageWaitMs) },
    )
}

/** Video that comes again after a moment away is no start. */
async function startedStream(tx: Context, { streamId }: PayloadOf<typeof streamLive>): Promise<void> {
  const isFirst = await row(
    tx.db,
    sql`SELECT 1 AS found FROM streams WHERE id = ${streamId} AND status = 'live' AND started_at = status_at`,
  )
  if (isFirst) await notifyOfStreamJob.enqueue(tx, { streamId }, { key: `notify-of-stream:${streamId}` })
}

/** What an event alone says is a notification: many of them are written together. */
const told = <S extends z.ZodObject>(
  event: DeclaredEvent<S>,
  notification: (payload: z.output<S>, occurrence: Occurrence) => NewNotification | undefined,
) => onMany(event, notification, notifyAll)

const reviewed = (
  decided: typeof performerApproved,
  kind: Extract<Parameters<typeof notify>[1]['kind'], `verification_${string}`>,
) => told(decided, ({ performerId }, event) => ({ accountId: performerId, kind, groupKey: single(event) }))

const consented = (
  changed: typeof consentSigned,
  kind: Extract<Parameters<typeof notify>[1]['kind'], `consent_${string}`>,
) =>
  on(changed, async (tx, { performerId, participantId }, event) => {
    const person = await row(tx.db, sql<{ name: string }>`SELECT name FROM participants WHERE id = ${participantId}`)
    if (person) await notify(tx, { accountId: performerId, kind, detail: person.name, groupKey: single(event) })
  })

const payoutKinds: Record<string, Extract<Parameters<typeof notify>[1]['kind'], `payout_${string}`>> = {
  paid: 'payout_paid',
  failed: 'payout_failed',
  rejected: 'payout_rejected',
  reversed: 'payout_reversed',
  reduced: 'payout_reduced',
}

const decided = (decision: typeof reportDecided, kind: 'report_decided' | 'appeal_decided') =>
  told(decision, ({ accountId, number, caseId }, event) => ({
    accountId,
    kind,
    detail: number,
    ...(caseId !== undefined && { objectId: caseId }),
    groupKey: single(event),
  }))

export const notificationSubscriber = subscriber(
  'notifications',
  [
    on(commentWritten, comment),
    on(reactionLiked, like),
    told(followStarted, ({ fanId, performerId }) => ({
      accountId: performerId,
      kind: 'followed',
      actorId: fanId,
      groupKey: 'followers',
    })),
    told(subscriptionStarted, ({ subscriptionId, userId, performerId }, event) => ({
      accountId: performerId,
      kind: 'subscribed',
      actorId: userId,
      objectId: subscriptionId,
      groupKey: single(event),
    })),
    subscribed(subscriptionRenewed, 'subscription_renewed'),
    subscribed(subscriptionPastDue, 'subscription_past_due'),
    subscribed(subscriptionGiven, 'subscription_given'),
    subscribed(subscriptionExpired, 'subscription_ended'),
    subscribed(subscriptionRevoked, 'subscription_revoked'),
    told(tipSent, (tip, event) => ({
      accountId: tip.performerId,
      kind: 'tip_received',
      actorId: tip.userId,
      tokens: hundredths(tip.tokens),
      detail: tip.note ?? '',
      groupKey: single(event),
    })),
    told(itemUnlocked, (sale) => ({
      accountId: sale.performerId,
      kind: 'item_sold',
      actorId: sale.userId,
      itemId: sale.targetId,
      tokens: hundredths(sale.tokens),
      groupKey: `sales:${sale.targetId}`,
    })),
    told(messageUnlocked, (sale) => ({
      accountId: sale.performerId,
      kind: 'message_sold',
      actorId: sale.userId,
      tokens: hundredths(sale.tokens),
      groupKey: 'message-sales',
    })),
    on(orderUpdated, changedOrder),
    on(messageSent, sentMessage),
    on(itemPublished, (tx, { itemId }) => notifyOfItemJob.enqueue(tx, { itemId }, { key: `notify-of-item:${itemId}` })),
    on(streamLive, startedStream),
    reviewed(performerApproved, 'verification_approved'),
    reviewed(performerRejected, 'verification_rejected'),
    reviewed(performerMoreInfoRequested, 'verification_more_info'),
    reviewed(performerRevoked, 'verification_revoked'),
    reviewed(performerDocumentsExpired, 'verification_expired'),
    reviewed(performerExpired, 'verification_expired'),
    consented(consentSigned, 'consent_signed'),
    consented(consentVerified, 'consent_verified'),
    consented(consentRejected, 'consent_rejected'),
    consented(consentWithdrawn, 'consent_withdrawn'),
    told(payoutUpdated, ({ payoutId, performerId, type, number = '' }, event) => {
      const kind = payoutKinds[type ?? '']
      return kind && { accountId: performerId, kind, objectId: payoutId, detail: number, groupKey: single(event) }
    }),
    told(earningsOwed, ({ performerId, paymentId, tokens }) => ({
      accountId: performerId,
      kind: 'earnings_owed',
      tokens: hundredths(tokens),
      groupKey: `owed:${paymentId}`,
    })),
    decided(reportDecided, 'report_decided'),
    decided(appealDecided, 'appeal_decided'),
  ],
  // The past of the demo world: it was handled when it was written.
  { isSkipped: ({ payload }) => payload['isBackdated'] === true },
)
