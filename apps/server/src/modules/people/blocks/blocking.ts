import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { raiseAccessEpoch } from '../accounts/access-epoch.ts'
import { lockPairExclusive } from '../../access/pair-lock.ts'
import { removeFromLists } from '../fan-lists/lists.ts'
import { cancelOrdersBetween, ordersBetween } from '../../shop/orders/cancelling.ts'
import { pledgedBetween } from '../../live/tickets/pledged.ts'
import { unfollow } from '../follows/following.ts'
import { endBetween, endsBetween } from '../../money/subscriptions/ended-early.ts'
import { accountBlocked } from './events.ts'

/**
 * Ends follows and subscriptions between the two in both directions, and refunds orders that are not shipped yet; a creator who blocks a
 * subscriber returns the unused days. What was bought stays its buyer's. Invalidates the media addresses given to them before.
 */
export function block(ctx: Context, blocker: SignedIn, blockedId: string, reason: string): Promise<void> {
  refuseIf(blocker.id === blockedId, 'NOT_TO_ONESELF')
  return ctx.transaction(async (tx) => {
    const other = await row(
      tx.db,
      sql<{ role: string }>`SELECT role FROM accounts WHERE id = ${blockedId} AND status <> 'closed'`,
    )
    refuseIf(!other || other.role === 'admin', 'NOT_FOUND')
    await lockPairExclusive(tx, blocker.id, blockedId)
    const added = await row(
      tx.db,
      sql`INSERT INTO blocks (blocker_id, blocked_id, reason) VALUES (${blocker.id}, ${blockedId}, ${reason}) ON CONFLICT DO NOTHING RETURNING blocked_id`,
    )
    if (!added) return
    await unfollow(tx, blocker.id, blockedId)
    await unfollow(tx, blockedId, blocker.id)
    await removeFromLists(tx, blocker.id, blockedId)
    await endBetween(tx, blocker.id, blockedId)
    await cancelOrdersBetween(tx, blocker.id, blockedId)
    await raiseAccessEpoch(tx, blockedId)
    await publish(tx, accountBlocked, { blockerId: blocker.id, blockedId })
  })
}

export const unblock = (ctx: Context, blockerId: string, blockedId: string) =>
  sql`DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(ctx.db)

/** Deletes the account and country blocks of an account that is being closed, and blocks against it: they have no effect any more. */
export async function deleteBlocks(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${accountId} OR blocked_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM country_blocks WHERE performer_id = ${accountId}`.execute(tx.db)
}

/** What blocking an account would end between the two. Amounts are hundredths of a token. */
export async function effectsOf(ctx: Context, blockerId: string, blockedId: string) {
  const [ends, orders, pledged, bought] = [
    await endsBetween(ctx, blockerId, blockedId),
    await ordersBetween(ctx, blockerId, blockedId),
    await pledgedBetween(ctx, blockerId, blockedId),
    await row(
      ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM purchases
        WHERE account_id = ${blockedId} AND performer_id = ${blockerId} AND revoked_at IS NULL`,
    ),
  ]
  return { ...ends, ...orders, ...pledged, purchases: bought!.n }
}
