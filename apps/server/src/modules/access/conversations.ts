import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db/db.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireVisiblePerformer } from './policy.ts'
import { authorVisibleSql } from './visibility-sql.ts'

// Who may write to whom. Where something is written, the caller has locked the pair, so that no block is made in between.

/** The relations that decide whether the viewer may write to the account `a` with whom they have the membership `m`. */
export interface WritingRelations {
  isActive: boolean
  /** A creator who is closed or not approved; false for users. */
  isClosed: boolean
  viewerIsClosed: boolean
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'paid' | null
  firstMessagePrice: bigint | null
  mayAlwaysWrite: boolean
  follows: boolean
  subscribes: boolean
}
export const writingColumnsSql = (viewer: SignedIn): RawBuilder<unknown> => sql`a.status = 'active' AS "isActive",
  coalesce(performer_is_closed(a.status, p.verification_status), false) AS "isClosed",
  ${
    viewer.role === 'performer'
      ? sql`(SELECT performer_is_closed(va.status, vp.verification_status) FROM accounts va JOIN performers vp ON vp.account_id = va.id
          WHERE va.id = ${viewer.id})`
      : sql`false`
  } AS "viewerIsClosed",
  p.who_may_write AS "whoMayWrite", p.first_message_price AS "firstMessagePrice", m.may_always_write AS "mayAlwaysWrite",
  p.account_id IS NOT NULL AND EXISTS (SELECT FROM follows wf WHERE wf.follower_id = ${viewer.id} AND wf.performer_id = a.id) AS follows,
  p.account_id IS NOT NULL AND EXISTS (SELECT FROM subscriptions ws WHERE ws.fan_id = ${viewer.id} AND ws.performer_id = a.id
    AND ws.access_until > app_now()) AS subscribes`

export interface Writing {
  allowed: boolean
  reason: 'followers' | 'subscribers' | 'closed' | null
  /** Hundredths of a token that the next message costs. */
  price: bigint | null
}
const open: Writing = { allowed: true, reason: null, price: null }
const only = (reason: 'followers' | 'subscribers' | 'closed'): Writing => ({ allowed: false, reason, price: null })

/**
 * The rule itself. A creator decides who may write: everyone, followers, subscribers (who are followers, too), or everyone who pays for the
 * first message. It is open for good to those to whom the creator wrote themselves, and to those who paid.
 */
export function writingOf(relations: WritingRelations): Writing {
  const { isActive, isClosed, viewerIsClosed, whoMayWrite, firstMessagePrice, mayAlwaysWrite } = relations
  if (!isActive || isClosed || viewerIsClosed) return only('closed')
  if (mayAlwaysWrite) return open
  switch (whoMayWrite) {
    case 'followers':
      return relations.follows || relations.subscribes ? open : only('followers')
    case 'subscribers':
      return relations.subscribes ? open : only('subscribers')
    case 'paid':
      return { ...open, price: firstMessagePrice }
    default:
      return open
  }
}

/** Refuses who may not write in a conversation; returns what the message costs. */
export async function requireWritable(
  tx: Context,
  viewer: SignedIn,
  conversationId: string,
  otherId: string,
): Promise<bigint | null> {
  const other = await row(
    tx.db,
    sql<
      WritingRelations & { role: string; visible: boolean }
    >`SELECT a.role, ${authorVisibleSql(tx, viewer, 'a.id')} AS visible,
        ${writingColumnsSql(viewer)}
      FROM accounts a JOIN conversation_members m ON m.conversation_id = ${conversationId} AND m.account_id = ${viewer.id}
      LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = ${otherId}`,
  )
  if (!other?.visible) refuse('NOT_FOUND')
  refuseIf(other.viewerIsClosed, 'NOT_APPROVED')
  if (other.role === 'performer') await requireVisiblePerformer(tx, viewer, otherId)
  const { allowed, reason, price } = writingOf(other)
  if (!allowed) refuse(refusals[reason!])
  return price
}
const refusals = { followers: 'FOLLOW_REQUIRED', subscribers: 'SUBSCRIPTION_REQUIRED', closed: 'NOT_ALLOWED' } as const

/**
 * Everyone may begin a conversation with a creator whom they may see; creators with users who follow them or are subscribed. Users
 * begin none with each other.
 */
export async function requireBeginnable(
  tx: Context,
  viewer: SignedIn,
  { source, id }: { source: 'user' | 'performer'; id: string },
): Promise<void> {
  refuseIf(id === viewer.id, 'NOT_TO_ONESELF')
  if (source === 'performer') {
    await requireVisiblePerformer(tx, viewer, id)
    return requireApproved(tx, viewer)
  }
  refuseIf(viewer.role !== 'performer', 'NOT_ALLOWED')
  await requireApproved(tx, viewer)
  // A user who does not follow is refused like one who does not exist: the call reveals no accounts.
  const known = await row(
    tx.db,
    sql`SELECT FROM accounts a WHERE a.id = ${id} AND a.role = 'user' AND a.status = 'active' AND ${authorVisibleSql(tx, viewer, 'a.id')}
      AND (EXISTS (SELECT FROM follows f WHERE f.follower_id = a.id AND f.performer_id = ${viewer.id})
        OR EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = a.id AND s.performer_id = ${viewer.id} AND s.access_until > app_now()))`,
  )
  if (!known) refuse('NOT_FOUND')
}

/** A creator who is not approved may not write. */
async function requireApproved(tx: Context, viewer: SignedIn): Promise<void> {
  if (viewer.role !== 'performer') return
  const open = await row(
    tx.db,
    sql`SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = ${viewer.id} AND NOT performer_is_closed(a.status, p.verification_status)`,
  )
  if (!open) refuse('NOT_APPROVED')
}
