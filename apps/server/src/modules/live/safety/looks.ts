import type { Context } from '../../../platform/context.ts'
import { insertLook, lookersIn, pruneLooks, staffSessions } from './store.ts'

// Staff may watch a room unseen. Who does stands in a row of its own, by which they are neither counted nor sent away.

const daysKept = 365

/** From now on this member of staff may be in the room. */
export const recordLook = insertLook

/** Who of the staff looked into these rooms, by room. */
export async function lookersOf(ctx: Context, roomIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const by = new Map<string, Set<string>>()
  if (roomIds.length === 0) return by
  for (const { roomId, staffId } of await lookersIn(ctx, roomIds))
    by.set(roomId, (by.get(roomId) ?? new Set()).add(staffId))
  return by
}

/** Of sessions that may not be in a room as anybody else, those of staff who look into it. */
export async function staffAmong(
  ctx: Context,
  pairs: readonly { roomId: string; sessionId: string }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  return new Set((await staffSessions(ctx, pairs)).map(({ roomId, sessionId }) => `${roomId} ${sessionId}`))
}

/** Daily: what is older than a year stands in the audit log alone. */
export async function pruneOldLooks(ctx: Context): Promise<void> {
  await pruneLooks(ctx, new Date(ctx.clock.now().getTime() - daysKept * 86_400_000))
}
