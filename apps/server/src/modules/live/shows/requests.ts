import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { showAnswered } from './events.ts'
import * as store from './store.ts'

/** A request that becomes no show. The caller has locked it. */
export async function answered(
  tx: Context,
  { id, performerId, userId }: store.ShowRow,
  status: 'declined' | 'cancelled' | 'expired',
): Promise<void> {
  await store.setStatus(tx, id, status)
  await publish(tx, showAnswered, { showId: id, performerId, userId })
}

/** Requests that nobody has answered. */
export async function expireRequests(ctx: Context): Promise<void> {
  for (const { id } of await store.unanswered(ctx, ctx.clock.now()))
    await ctx.transaction(async (tx) => {
      const show = await store.lock(tx, id)
      if (show?.status === 'requested' && show.expiresAt <= tx.clock.now()) await answered(tx, show, 'expired')
    })
}
