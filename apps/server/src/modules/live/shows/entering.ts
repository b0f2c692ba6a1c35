import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import { openHold } from '../../money/holds/holds.ts'
import { showAnswered } from './events.ts'
import { tellRoom } from './group-rows.ts'
import { holdOf } from './price.ts'
import * as store from './store.ts'

/** Begins a show that the caller has locked: tokens are held, and its fan may come in. Refused where they can't pay for it any more. */
export async function enter(tx: Context, show: store.ShowRow): Promise<void> {
  const { id, type, userId, performerId, pricePerMinute, minutesMin } = show
  refuseIf(show.mayNotMeet, 'SHOW_ENDED')
  const tokens = holdOf(pricePerMinute, minutesMin)
  await openHold(tx, { id, userId, performerId, type: 'stream', targetId: id, tokens })
  await store.accept(tx, id, tx.clock.now())
  await publish(tx, showAnswered, { showId: id, performerId, userId })
  if (type === 'group') await tellRoom(tx, performerId)
}
