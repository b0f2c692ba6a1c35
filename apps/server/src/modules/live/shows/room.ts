import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { openOf } from '../streams/streaming.ts'
import { requireWatching } from '../streams/watching.ts'

type Room = NonNullable<Awaited<ReturnType<typeof openOf>>>

/** The public room in which a fan asks for a show. Refused where they may not know of the creator or watch them, and where there is none to ask for. */
export async function requireRoom(tx: Context, fan: SignedIn, performerId: string): Promise<Room> {
  await requireVisiblePerformer(tx, fan, performerId)
  const stream = (await openOf(tx, performerId)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(tx, fan, stream)
  requireShowsIn(stream)
  return stream
}

/** Those who have a ticket have paid for all of it. */
export function requireShowsIn(stream: Room): void {
  refuseIf(stream.status === 'preparing' || stream.isClosed, 'STREAM_NOT_FOUND')
  refuseIf(stream.type === 'ticket', 'SHOWS_CLOSED')
}
