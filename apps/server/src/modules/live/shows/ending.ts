import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { closeHold, useHold } from '../../money/holds/holds.ts'
import { showEnded } from './events.ts'
import { costOf } from './price.ts'
import * as store from './store.ts'

/** Ends a show that the caller has locked: what was counted is paid and the rest of the hold goes back, in one transaction. */
export async function endShow(
  tx: Context,
  show: store.ShowRow,
  by: NonNullable<store.ShowRow['endedBy']>,
): Promise<void> {
  const { id, performerId, userId } = show
  await useHold(tx, id, costOf(show))
  await closeHold(tx, id)
  await store.end(tx, id, by)
  await publish(tx, showEnded, { showId: id, performerId, userId })
}
