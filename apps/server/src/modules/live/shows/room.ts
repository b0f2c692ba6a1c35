import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { visibleToSessions } from '../../access/sessions.ts'
import { liveEngine } from '../engine/engine.ts'
import { openOf } from '../streams/streaming.ts'
import { requireWatching } from '../streams/watching.ts'

type Room = NonNullable<Awaited<ReturnType<typeof openOf>>>

/** The public room in which a fan asks for a show. Refused where they may not know of the creator or watch them, and where there is none to ask for. */
export async function requireRoom(tx: Context, fan: SignedIn, performerId: string): Promise<Room> {
  await requireVisiblePerformer(tx, fan, performerId)
  const stream = (await openOf(tx, performerId)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(tx, fan, stream)
  requireShowsIn(tx, stream)
  return stream
}

/** Whether the session of a viewer may know of a creator. A right that they had in one country may not be theirs in another. */
export const mayKnowOf = async (ctx: Context, { sessionId }: SignedIn, performerId: string): Promise<boolean> =>
  (await visibleToSessions(ctx, performerId, [sessionId])).length > 0

/** Those who have a ticket have paid for all of it. */
export function requireShowsIn(ctx: Context, stream: Room): void {
  refuseIf(stream.status === 'preparing' || stream.isClosed, 'STREAM_NOT_FOUND')
  refuseIf(stream.type === 'ticket' || !liveEngine(ctx).meters, 'SHOWS_CLOSED')
}
