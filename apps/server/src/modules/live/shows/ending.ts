import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { closeHold, useHold } from '../../money/holds/holds.ts'
import { showEnded } from './events.ts'
import { tellRoom } from './group-rows.ts'
import { costOf, priceOf } from './price.ts'
import * as store from './store.ts'

/** Ends a show that the caller has locked: what was counted is paid and the rest of the hold goes back, in one transaction. */
export async function endShow(
  tx: Context,
  show: store.ShowRow,
  by: NonNullable<store.ShowRow['endedBy']>,
): Promise<void> {
  const { id, performerId, userId } = show
  await useHold(tx, id, owedOf(tx, show, by))
  await closeHold(tx, id)
  await store.end(tx, id, by)
  await publish(tx, showEnded, { showId: id, performerId, userId })
  if (show.groupId) await tellRoom(tx, performerId)
}

/** Where the meter hasn't said so for this long, nobody knows whether video comes. */
const unfollowedMs = 10_000
const isComing = (ctx: Context, { isCounting, reachedAt }: store.ShowRow): boolean =>
  isCounting && reachedAt !== null && ctx.clock.now().getTime() - reachedAt.getTime() <= unfollowedMs

/**
 * What was counted. A fan who ends a show that is running pays the least number of minutes that they were shown; where the video stands still or never came,
 * or it ends for another reason, they pay for what has come.
 */
function owedOf(ctx: Context, show: store.ShowRow, by: store.ShowRow['endedBy']): bigint {
  const counted = costOf(show)
  if (by !== 'fan' || !isComing(ctx, show)) return counted
  const least = priceOf(show.pricePerMinute, show.minutesMin * 60)
  return least > counted ? least : counted
}
