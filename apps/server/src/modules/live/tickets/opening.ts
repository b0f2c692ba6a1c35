import { lateMinutesMax, lobbyMinutes } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { requireMetering } from '../engine/engine.ts'
import { isPledging } from './pledging.ts'
import * as store from './store.ts'

/**
 * The show that a creator opens now, locked: from half an hour before its time until half an hour after it, and once it has begun for as long as it is planned
 * to be.
 */
export async function lockToOpen(tx: Context, performerId: string, id: string): Promise<store.TicketShowRow> {
  requireMetering(tx)
  const show = await store.lock(tx, id)
  if (show?.performerId !== performerId) refuse('SHOW_NOT_FOUND')
  const now = tx.clock.now().getTime()
  const start = show.startsAt.getTime()
  refuseIf(now < start - lobbyMinutes * 60_000 || isPledging(show), 'SHOW_NOT_YET')
  const minutes = show.shown > 0 ? Math.max(show.minutes, lateMinutesMax) : lateMinutesMax
  const mayBegin = show.status === 'planned' || show.status === 'held'
  refuseIf(!mayBegin || now > start + minutes * 60_000, 'SHOW_ENDED')
  return show
}
