import { audit, auditClock } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import { reach, type Staff } from '../../staff/moderation/scope.ts'
import { liveEngine } from '../engine/engine.ts'
import { liftLiveSuspension, suspendGoingLive } from '../safety/suspensions.ts'
import { stopGroup, stopShow } from '../shows/stopping.ts'
import { stopStream } from '../streams/streaming.ts'
import { roomOf } from './store.ts'

interface Stop {
  reason: string
  suspend?: { until: Date | null } | undefined
}

const stopBy = {
  stream: async (tx: Context, id: string, reason: string) => (await stopStream(tx, id, reason)) !== undefined,
  show: stopShow,
  group: stopGroup,
}

/** Ends what runs in a room. Its room at the engine is closed as soon as that is written, so that nobody comes back into it. */
export async function stopRoom(ctx: Context, staff: Staff, id: string, { reason, suspend }: Stop): Promise<void> {
  await ctx.transaction(async (tx) => {
    const room = (await roomOf(tx, id)) ?? refuse('NOT_FOUND')
    await reach(tx, staff, room.performerId)
    const isStopped = await stopBy[room.kind](tx, id, reason)
    refuseIf(!isStopped, 'STREAM_ENDED')
    if (suspend) {
      if (suspend.until && suspend.until <= tx.clock.now()) refuseRule('suspend.until', 'TIME_PAST')
      await suspendGoingLive(tx, room.performerId, { reason, until: suspend.until })
    }
    await audit(tx, staff.viewer, staff.requestId, {
      action: 'live.stopped',
      target: { type: 'account', id: room.performerId },
      reason,
      after: {
        room: id,
        isPrivate: room.isPrivate,
        ...(suspend && { suspendedUntil: suspend.until?.toISOString() ?? null }),
      },
    })
  })
  await closeRoom(ctx, id)
}

/** The stream shows what is known to be illegal: it ends, and its creator is kept from going live until staff have looked. */
export async function stopForKnownIllegal(ctx: Context, id: string, performerId: string): Promise<void> {
  const reason = 'This stream matched a list of known illegal material.'
  await ctx.transaction(async (tx) => {
    await stopStream(tx, id, reason)
    await suspendGoingLive(tx, performerId, { reason, until: null })
    await auditClock(tx, {
      action: 'live.stopped',
      target: { type: 'account', id: performerId },
      after: { room: id, isPrivate: false, isKnownIllegal: true, suspendedUntil: null },
    })
  })
  await closeRoom(ctx, id)
}

export const lift = (ctx: Context, staff: Staff, performerId: string, reason: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await reach(tx, staff, performerId)
    refuseIf(!(await liftLiveSuspension(tx, performerId)), 'NOT_SUSPENDED')
    await audit(tx, staff.viewer, staff.requestId, {
      action: 'live.suspension_lifted',
      target: { type: 'account', id: performerId },
      reason,
    })
  })

/** Where the engine doesn’t answer, its room is closed as soon as it does: it is no open stream’s. */
const closeRoom = (ctx: Context, id: string): Promise<void> =>
  liveEngine(ctx)
    .close(id)
    .catch(() => {})
