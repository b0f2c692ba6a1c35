import { silentSecondsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { entitledPairs } from '../../access/sessions.ts'
import { addToHold, useHold } from '../../money/holds/holds.ts'
import { staffAmong } from '../safety/looks.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRoom } from '../engine/port.ts'
import { followGroups } from './group-following.ts'
import { accountsOf, type GroupRow } from './group-rows.ts'
import { expireRequests } from './requests.ts'
import { endShow } from './ending.ts'
import { showStarted, showTicked } from './events.ts'
import { costOf, holdOf, priceOf, secondsLeft, secondsOf } from './price.ts'
import * as store from './store.ts'

// The meter of private shows, and of each fan's part of a group show. The engine says for how long video has reached the fan, by the fan's own reports and the engine's own clock; what it says
// more than before is counted, and written each second. Whoever is killed, nothing is counted twice and no more than that is lost.

/** So much use is held anew at a time. */
const settledEverySeconds = 10
/** Video that comes is reported about every second. */
const counting = 3_000
const warnedAt = [60, 20]

/** Runs each second with the rooms of the engine, and takes those of shows out of them. */
export async function followShows(ctx: Context, rooms: Map<string, EngineRoom>): Promise<void> {
  await expireRequests(ctx)
  const groups = await followGroups(ctx)
  const running = await store.allRunning(ctx)
  if (running.length === 0 && groups.length === 0) return
  const open = openRooms(groups, running, rooms)
  for (const id of open.keys()) rooms.delete(id)
  await removeOthers(ctx, [...open.values()])
  // One that fails must not stop the meters of the others.
  for (const show of running)
    await follow(ctx, show.id, open.get(store.roomOf(show))?.room).catch((error: unknown) =>
      ctx.log.error({ err: error, showId: show.id }, 'a show was not metered and is tried again'),
    )
}

interface OpenRoom {
  room: EngineRoom
  performerId: string
  /** The fans whose show runs in it. */
  fans: Set<string>
}
/** A group show has a room also while nobody is in it. */
function openRooms(
  groups: readonly GroupRow[],
  running: readonly store.ShowRow[],
  rooms: ReadonlyMap<string, EngineRoom>,
): Map<string, OpenRoom> {
  const open = new Map<string, OpenRoom>()
  const add = (id: string, performerId: string, fanId?: string) => {
    const room = rooms.get(id)
    if (!room) return
    const known = open.get(id) ?? { room, performerId, fans: new Set() }
    if (fanId !== undefined) known.fans.add(fanId)
    open.set(id, known)
  }
  for (const { id, performerId } of groups) add(id, performerId)
  for (const show of running) add(store.roomOf(show), show.performerId, show.userId)
  return open
}

async function follow(ctx: Context, id: string, room: EngineRoom | undefined): Promise<void> {
  const endedRoom = await ctx.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (!before || (before.status !== 'accepted' && before.status !== 'active')) return undefined
    await count(tx, before, room)
    const show = (await store.byId(tx, id))!
    const by = await reasonToEnd(tx, show)
    if (by) await endShow(tx, show, by)
    else await tell(tx, before, show)
    return by !== undefined && show.type === 'private' ? id : undefined
  })
  if (endedRoom)
    await liveEngine(ctx)
      .close(endedRoom)
      .catch(() => {})
}

async function count(tx: Context, show: store.ShowRow, room: EngineRoom | undefined): Promise<void> {
  const now = tx.clock.now()
  const engineMs = room?.received.find(({ userId }) => userId === show.userId)?.ms ?? 0
  // A room that was opened anew begins at nothing.
  const ms = room?.opening === show.engineOpening ? engineMs - Number(show.engineMs) : engineMs
  if (room && ms > 0) {
    await store.count(tx, { id: show.id, ms, opening: room.opening, engineMs, now })
    await useHold(tx, show.id, costOf({ ...show, countedMs: show.countedMs + BigInt(ms) }))
  } else if (show.isCounting && now.getTime() - show.reachedAt!.getTime() > counting)
    await store.stopCounting(tx, show.id)
}

/** Holds what is used anew before. Undefined where it goes on. */
async function reasonToEnd(
  tx: Context,
  show: store.ShowRow,
): Promise<'no_funds' | 'disconnect' | 'moderator' | 'performer' | undefined> {
  if (show.mayNotMeet || show.groupEndedBy === 'moderator') return 'moderator'
  if (show.groupEndedBy) return 'performer'
  // What was held was given back for another reason, such as a dispute of the bank.
  if (show.held === null) return 'no_funds'
  const since = (show.reachedAt ?? show.acceptedAt)!.getTime()
  if (tx.clock.now().getTime() - since > silentSecondsMax * 1_000) return 'disconnect'
  const rest = show.held - costOf(show)
  const wanted = holdOf(show.pricePerMinute) - rest
  const added =
    wanted >= priceOf(show.pricePerMinute, settledEverySeconds) ? ((await addToHold(tx, show.id, wanted)) ?? 0n) : 0n
  // Not enough for another second.
  return rest + added < priceOf(show.pricePerMinute, 1) || rest + added <= 0n ? 'no_funds' : undefined
}

async function tell(tx: Context, before: store.ShowRow, show: store.ShowRow): Promise<void> {
  const { id: showId, performerId, userId } = show
  if (before.startedAt === null && show.startedAt !== null)
    return publish(tx, showStarted, { showId, performerId, userId })
  const tens = ({ countedMs }: store.ShowRow) => Math.floor(secondsOf(countedMs) / settledEverySeconds)
  const isWarned = warnedAt.some((seconds) => secondsLeft(before) > seconds && secondsLeft(show) <= seconds)
  if (tens(before) !== tens(show) || before.isCounting !== show.isCounting || isWarned)
    await publish(tx, showTicked, { showId, performerId, userId })
}

/** Only the creator and those who pay are in the room of a show, and only while they are signed in and may know of the creator. */
async function removeOthers(ctx: Context, open: readonly OpenRoom[]): Promise<void> {
  const present = open.flatMap(({ room, performerId }) => {
    const sessions = [...(room.publishing ? [room.publishing] : []), ...room.watching]
    return sessions.map((sessionId) => ({ id: room.id, performerId, sessionId, gate: 'public' as const }))
  })
  const may = new Set((await entitledPairs(ctx, present)).map(({ id, sessionId }) => `${id} ${sessionId}`))
  const accounts = await accountsOf(
    ctx,
    present.map(({ sessionId }) => sessionId),
  )
  const staff = await staffAmong(
    ctx,
    present.map(({ id, sessionId }) => ({ roomId: id, sessionId })),
  )
  for (const { room, performerId, fans } of open) {
    const gone = present.filter(({ id, sessionId }) => {
      if (id !== room.id || staff.has(`${id} ${sessionId}`)) return false
      const accountId = accounts.get(sessionId)
      const isIn = accountId !== undefined && (accountId === performerId || fans.has(accountId))
      return !isIn || !may.has(`${id} ${sessionId}`)
    })
    if (gone.length > 0)
      await liveEngine(ctx).remove(
        room.id,
        gone.map(({ sessionId }) => sessionId),
      )
  }
}
