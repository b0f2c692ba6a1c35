import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { requireVisiblePerformer } from './policy.ts'
import { authorVisibleSql } from './visibility-sql.ts'

// Who may write to whom. The caller has locked the pair, so that no block is made in between.

/** An existing conversation goes on while both accounts are active and neither is hidden from the other. */
export async function requireWritable(tx: Context, viewer: SignedIn, otherId: string): Promise<void> {
  const other = await row(
    tx.db,
    sql<{
      role: string
      status: string
      visible: boolean
    }>`SELECT role, status, ${authorVisibleSql(tx, viewer, 'a.id')} AS visible
      FROM accounts a WHERE id = ${otherId}`,
  )
  if (!other?.visible) refuse('NOT_FOUND')
  await requireApproved(tx, viewer)
  if (other.role === 'performer') await requireVisiblePerformer(tx, viewer, otherId)
  refuseIf(other.status !== 'active', 'NOT_ALLOWED')
}

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
