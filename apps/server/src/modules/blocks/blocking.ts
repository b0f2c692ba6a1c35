import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { publish } from '../../platform/events.ts'
import { refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { raiseAccessEpoch } from '../accounts/access-epoch.ts'
import { lockPairExclusive } from '../access/pair-lock.ts'
import { removeFromLists } from '../fan-lists/lists.ts'
import { unfollow } from '../follows/following.ts'
import { endBetween } from '../subscriptions/ended-early.ts'

/**
 * Ends follows and subscriptions between the two in both directions; a creator who blocks a subscriber returns the unused days. Invalidates the
 * media addresses given to them before.
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
    await raiseAccessEpoch(tx, blockedId)
    await publish(tx, 'account.blocked', { blockerId: blocker.id, blockedId })
  })
}

export const unblock = (ctx: Context, blockerId: string, blockedId: string) =>
  sql`DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(ctx.db)

/** Deletes the account and country blocks of an account that is being closed, and blocks against it: they have no effect any more. */
export async function deleteBlocks(tx: Context, accountId: string): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${accountId} OR blocked_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM country_blocks WHERE performer_id = ${accountId}`.execute(tx.db)
}

/** The list replaces the one before. */
export const setBlockedCountries = (ctx: Context, performerId: string, countries: readonly string[]): Promise<void> =>
  ctx.transaction(async (tx) => {
    // Two concurrent updates run one after the other: the result is one of the two lists, never a mixture.
    await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR UPDATE`.execute(tx.db)
    await sql`DELETE FROM country_blocks WHERE performer_id = ${performerId}`.execute(tx.db)
    await sql`INSERT INTO country_blocks (performer_id, country) SELECT DISTINCT ${performerId}::uuid, c FROM unnest(${countries}::text[]) AS c`.execute(
      tx.db,
    )
    await publish(tx, 'profile.changed', { accountId: performerId })
  })
