import { silentSecondsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { liveEngine } from '../engine/engine.ts'
import { endShow } from './ending.ts'
import { enter } from './entering.ts'
import { answered } from './requests.ts'
import * as groups from './group-rows.ts'
import * as store from './store.ts'

// What a group show is, its row says; the parts of its fans follow, each in a transaction of its own. What a killed process has left is done within a second.

/** Runs each second. Returns those that run. */
export async function followGroups(ctx: Context): Promise<groups.GroupRow[]> {
  const running: groups.GroupRow[] = []
  for (const group of await groups.unfinished(ctx)) {
    const by = group.endedBy ?? reasonToEnd(ctx, group)
    if (!by) running.push(group)
    await (by ? endGroup(ctx, group.id, by) : enterAll(ctx, group.id)).catch((error: unknown) =>
      ctx.log.error({ err: error, groupId: group.id }, 'a group show was not followed and is tried again'),
    )
  }
  return running
}

/** It goes on with fewer people than it began with, and for a minute with none. */
function reasonToEnd(ctx: Context, group: groups.GroupRow): groups.GroupRow['endedBy'] {
  if (group.isClosed) return 'moderator'
  if (!group.hasStream) return 'performer'
  const silent = ctx.clock.now().getTime() - group.lastLeftAt.getTime()
  return group.people === 0 && silent > silentSecondsMax * 1_000 ? 'empty' : null
}

/** Lets in who was there as it began. Who can't pay any more stays outside; the others don't wait for them. */
export async function enterAll(ctx: Context, groupId: string): Promise<void> {
  for (const { id, status } of await groups.openIn(ctx, groupId)) if (status === 'requested') await enterOne(ctx, id)
}

async function enterOne(ctx: Context, id: string): Promise<void> {
  const waiting = async (tx: Context) => {
    const show = await store.lock(tx, id)
    return show?.status === 'requested' && show.groupEndedBy === null ? show : undefined
  }
  try {
    await ctx.transaction(async (tx) => {
      const show = await waiting(tx)
      if (show) await enter(tx, show)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.transaction(async (tx) => {
      const show = await waiting(tx)
      if (show) await answered(tx, show, 'cancelled')
    })
  }
}

/** For all who are in it: each pays what was counted. A second time, it does what was left. */
export async function endGroup(
  ctx: Context,
  groupId: string,
  by: NonNullable<groups.GroupRow['endedBy']>,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const group = await groups.lockGroup(tx, groupId)
    if (group?.endedBy !== null) return
    await groups.setGroupEnded(tx, groupId, by)
    await groups.tellRoom(tx, group.performerId)
  })
  for (const { id } of await groups.openIn(ctx, groupId))
    await ctx.transaction(async (tx) => {
      const show = await store.lock(tx, id)
      if (show?.status === 'requested') await answered(tx, show, 'declined')
      else if (show?.status === 'accepted' || show?.status === 'active')
        await endShow(tx, show, by === 'moderator' ? by : 'performer')
    })
  // Where the engine doesn't answer, its room is closed as soon as it does.
  await liveEngine(ctx)
    .close(groupId)
    .catch(() => {})
}
