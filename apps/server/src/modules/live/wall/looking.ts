import type { Transport } from '@fanlight/contract/streaming'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { Staff } from '../../staff/moderation/scope.ts'
import { liveEngine } from '../engine/engine.ts'
import { withoutFiles } from '../engine/port.ts'
import { recordLook } from '../safety/looks.ts'
import { roomOf } from './store.ts'

/** How to watch a room unseen, once that is written down. A private show needs a reason. */
export async function watch(ctx: Context, staff: Staff, id: string, reason = ''): Promise<Transport> {
  const { viewer, requestId } = staff
  await ctx.transaction(async (tx) => {
    const room = (await roomOf(tx, id)) ?? refuse('NOT_FOUND')
    refuseIf(room.isOver || !room.hasVideo, 'STREAM_ENDED')
    if (room.isPrivate && reason === '') refuseRule('reason', 'MISSING')
    await recordLook(tx, { roomId: id, staffId: viewer.id, reason })
    await audit(tx, viewer, requestId, {
      action: 'live.watched',
      target: { type: 'account', id: room.performerId },
      reason,
      after: { room: id, isPrivate: room.isPrivate },
    })
  })
  return withoutFiles(await liveEngine(ctx).transport(id, viewer, 'view'))
}
