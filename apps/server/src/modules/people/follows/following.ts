import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { count } from '../../content/counters/roll-up.ts'
import { emptyInbox, fillInbox, deleteInbox } from '../../content/items/inbox.ts'
import { performerFor } from '../performers/visible.ts'
import { followStarted } from './events.ts'

/** Following fills the home feed with the creator's latest posts. A second follow has no effect. */
export function follow(ctx: Context, fan: SignedIn, performerId: string): Promise<void> {
  refuseIf(fan.id === performerId, 'NOT_TO_ONESELF')
  return ctx.transaction(async (tx) => {
    await performerFor(tx, fan, performerId)
    await followWithin(tx, fan.id, performerId)
  })
}

/** In the transaction of what makes a follow as well, such as a subscription; the caller has checked that they may. */
export async function followWithin(tx: Context, fanId: string, performerId: string): Promise<void> {
  const added = await row(
    tx.db,
    sql`INSERT INTO follows (follower_id, performer_id) SELECT ${fanId}::uuid, ${performerId}::uuid
        WHERE NOT EXISTS (SELECT FROM blocked_with(${fanId}) b(id) WHERE b.id = ${performerId})
        ON CONFLICT DO NOTHING RETURNING performer_id`,
  )
  if (!added) return
  await count(tx, [{ subject: 'performer', id: performerId, counter: 'followers', by: 1 }])
  await fillInbox(tx, fanId, performerId)
  await publish(tx, followStarted, { fanId: fanId, performerId })
}

/** Posts stay in the home feed while a subscription is active. A second call has no effect. */
export const unfollow = (ctx: Context, fanId: string, performerId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const gone = await row(
      tx.db,
      sql`DELETE FROM follows WHERE follower_id = ${fanId} AND performer_id = ${performerId} RETURNING performer_id`,
    )
    if (!gone) return
    await count(tx, [{ subject: 'performer', id: performerId, counter: 'followers', by: -1 }])
    await emptyInbox(tx, fanId, performerId)
  })

/** Removes all follows of an account that is being closed. */
export async function unfollowAll(tx: Context, fanId: string): Promise<void> {
  const gone = await rows(
    tx.db,
    sql<{ id: string }>`DELETE FROM follows WHERE follower_id = ${fanId} RETURNING performer_id AS id`,
  )
  await count(
    tx,
    gone.map(({ id }) => ({ subject: 'performer' as const, id, counter: 'followers', by: -1 })),
  )
  await deleteInbox(tx, fanId)
}
