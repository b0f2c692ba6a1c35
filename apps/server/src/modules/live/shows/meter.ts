import { silentSecondsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { entitledPairs } from '../../access/sessions.ts'
import { addToHold, useHold } from '../../money/holds/holds.ts'
import { staffAmong } from '../safety/looks.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRoom } from '../engine/port.ts'
import { expireRequests } from './requests.ts'
import { endShow } from './ending.ts'
import { showStarted, showTicked } from './events.ts'
import { costOf, holdOf, priceOf, secondsLeft, secondsOf } from './price.ts'
import * as store from './store.ts'

// The meter of private shows. The engine says for how long video has reached the fan, by the fan's own reports and the engine's own clock; what it says
// more than before is counted, and written each second. Whoever is killed, nothing is counted twice and no more than that is lost.

/** So much use is held anew at a time. */
const settledEverySeconds = 10
/** Video that comes is reported about every second. */
const counting = 3_000
const warnedAt = [60, 20]

/** Runs each second with the rooms of the engine, and takes those of shows out of them. */
export async function followShows(ctx: Context, rooms: Map<string, EngineRoom>): Promise<void> {
  await expireRequests(ctx)
  const running = await store.allRunning(ctx)
  if (running.length === 0) return
  const seen = running.flatMap((show) => rooms.get(show.id) ?? [])
  for (const room of seen) rooms.delete(room.id)
  const byId = new Map(seen.map((room) => [room.id, room]))
  await removeOthers(ctx, running, byId)
  // One that fails must not stop the meters of the others.
  for (const show of running)
    await follow(ctx, show.id, byId.get(show.id)).catch((error: unknown) =>
      ctx.log.error({ err: error, showId: show.id }, 'a show was not metered and is tried again'),
    )
}

async function follow(ctx: Context, id: string, room: EngineRoom | undefined): Promise<void> {
  const hasEnded = await ctx.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    if (!before || (before.status !== 'accepted' && before.status !== 'active')) return false
    await count(tx, before, room)
    const show = (await store.byId(tx, id))!
    const by = await reasonToEnd(tx, show)
    if (by) await endShow(tx, show, by)
    else await tell(tx, before, show)
    return by !== undefined
  })
  if (hasEnded)
    await liveEngine(ctx)
      .close(id)
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
): Promise<'no_funds' | 'disconnect' | 'moderator' | undefined> {
  if (show.mayNotMeet) return 'moderator'
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

/** Only the two are in the room of a show, and only while they are signed in. */
async function removeOthers(
  ctx: Context,
  running: readonly store.ShowRow[],
  rooms: ReadonlyMap<string, EngineRoom>,
): Promise<void> {
  const present = running.flatMap(({ id, performerId }) => {
    const room = rooms.get(id)
    if (!room) return []
    const sessions = [...(room.publishing ? [room.publishing] : []), ...room.watching]
    return sessions.map((sessionId) => ({ id, performerId, sessionId, gate: 'public' as const }))
  })
  const may = new Set((await entitledPairs(ctx, present)).map(({ id, sessionId }) => `${id} ${sessionId}`))
  for (const { id } of running) {
    const others = present.filter((entry) => entry.id === id && !may.has(`${id} ${entry.sessionId}`))
    const staff = await staffAmong(
      ctx,
      others.map(({ sessionId }) => ({ roomId: id, sessionId })),
    )
    const gone = others.filter(({ sessionId }) => !staff.has(`${id} ${sessionId}`))
    if (gone.length > 0)
      await liveEngine(ctx).remove(
        id,
        gone.map(({ sessionId }) => sessionId),
      )
  }
}
