import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { showAnswered } from './events.ts'
import { tellRoom } from './group-rows.ts'
import * as store from './store.ts'

/** A request that becomes no show. The caller has locked it. */
export async function answered(
  tx: Context,
  { id, type, performerId, userId }: store.ShowRow,
  status: 'declined' | 'cancelled' | 'expired',
): Promise<void> {
  await store.setStatus(tx, id, status)
  await publish(tx, showAnswered, { showId: id, performerId, userId })
  if (type === 'group') await tellRoom(tx, performerId)
}

/** Requests that nobody has answered, and those for a group show that is no longer offered as it was. */
export async function expireRequests(ctx: Context): Promise<void> {
  for (const { id } of await store.unanswered(ctx, ctx.clock.now()))
    await ctx.transaction(async (tx) => {
      const show = await store.lockUnanswered(tx, id, tx.clock.now())
      if (show) await answered(tx, show, 'expired')
    })
}
