import { toHundredths } from '@fanlight/contract/fields'
import { awaySecondsMax } from '@fanlight/contract/limits'
import { type Stream, type Transport, preparingMinutesMax } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { type GivenItem, setMenu } from '../../talk/conversations/tip-menu/menu.ts'
import { liveEngine, requireMetering } from '../engine/engine.ts'
import type { EngineRoom } from '../engine/port.ts'
import { lookersOf, staffAmong } from '../safety/looks.ts'
import { requireMayGoLive } from '../safety/suspensions.ts'
import { followShows } from '../shows/meter.ts'
import { lockToOpen } from '../tickets/opening.ts'
import { followTickets } from '../tickets/settling.ts'
import { tellHolders } from '../tickets/telling.ts'
import { beginPlanned } from '../schedule/planning.ts'
import { isKeySession, withDeadKeys } from '../keys/key-sessions.ts'
import { beginSaving } from '../recordings/begin-saving.ts'
import { changeOffer } from './group-offer.ts'
import { canRecord, followRecording, isRecorded, recordFromNow } from './recording.ts'
import { streamChanged, streamEnded, streamLive, streamViewersChanged } from './events.ts'
import { presentStream } from './present.ts'
import * as store from './store.ts'
import { stillWatching } from './watching.ts'

// A creator's stream: preparing → live ⇄ away → ended. That video comes and goes is what the engine says; the creator ends it.

/** Opens a stream, or finds the one that is open: a second device, or the same one after a reload, publishes into the same. */
export async function start(
  ctx: Context,
  creator: SignedIn,
  { ticketShowId, record, ...changes }: Changes & { ticketShowId?: string | undefined; record?: boolean | undefined },
): Promise<{ stream: Stream; transport: Transport }> {
  await requireMayGoLive(ctx, creator.id)
  const stream = await ctx.transaction(async (tx) => {
    const { id } =
      ticketShowId === undefined
        ? await open(tx, creator.id, changes)
        : await openShow(tx, creator.id, ticketShowId, changes.title)
    if (record !== undefined) await store.setRecorded(tx, id, record && canRecord(ctx))
    return (await store.byId(tx, id))!
  })
  return {
    stream: await presentStream(ctx, creator.id, stream),
    transport: await liveEngine(ctx).transport(stream.id, creator, 'publish', { records: isRecorded(stream) }),
  }
}

export { byId, openOf, wasOpenAt } from './store.ts'

/** What is given is changed where the creator has an open stream already. */
export const open = (ctx: Context, performerId: string, { title, type }: Changes): Promise<store.StreamRow> =>
  ctx.transaction(async (tx) => {
    await store.insert(tx, { id: newId(), performerId, type: type ?? 'public', title: title ?? '', ticketShowId: null })
    const found = (await store.lockOpenOf(tx, performerId))!
    if ((title === undefined || title === found.title) && (type === undefined || type === found.type)) return found
    await changeOpen(tx, found, { title, type })
    return (await store.byId(tx, found.id))!
  })

/** For those who have a ticket of this show. */
const openShow = (
  ctx: Context,
  performerId: string,
  ticketShowId: string,
  title: string | undefined,
): Promise<store.StreamRow> =>
  ctx.transaction(async (tx) => {
    const show = await lockToOpen(tx, performerId, ticketShowId)
    await store.insert(tx, { id: newId(), performerId, type: 'ticket', title: title || show.title, ticketShowId })
    const found = (await store.lockOpenOf(tx, performerId))!
    refuseIf(found.ticketShowId !== ticketShowId, 'STREAM_IS_OPEN')
    await tellHolders(tx, ticketShowId, 'opened')
    return found
  })

export async function changeStatus(
  ctx: Context,
  creator: SignedIn,
  id: string,
  status: 'live' | 'away' | 'ended',
): Promise<Stream> {
  const stream = await ctx.transaction(async (tx) => {
    const own = await store.lock(tx, id)
    if (own?.performerId !== creator.id) refuse('STREAM_NOT_FOUND')
    if (own.status === status) return own
    refuseIf(own.status === 'ended', 'STREAM_ENDED')
    await store.setPaused(tx, id, status === 'away')
    // Whether there is video says the engine alone: a creator can end it and hide it.
    if (status === 'ended' || (status === 'away' && own.status === 'live')) await become(tx, own, status)
    return (await store.byId(tx, id))!
  })
  // Where the engine doesn't answer, its room is closed as soon as it does: see `followRooms`.
  if (stream.status === 'ended')
    await liveEngine(ctx)
      .close(id)
      .catch(() => {})
  return presentStream(ctx, creator.id, stream)
}

export async function update(
  ctx: Context,
  creator: SignedIn,
  {
    goal,
    menu,
    pricePerMinute,
    minutesMin,
    groupOffer,
    record,
    ...changes
  }: Changes & {
    goal?: { title: string; tokens: number } | null | undefined
    menu?: readonly GivenItem[] | undefined
    pricePerMinute?: number | null | undefined
    minutesMin?: number | undefined
    groupOffer?: { pricePerMinute: number; peopleMin: number; peopleMax: number } | null | undefined
    record?: boolean | undefined
  },
): Promise<Stream> {
  const stream = await ctx.transaction(async (tx) => {
    const open = (await store.lockOpenOf(tx, creator.id)) ?? refuse('STREAM_NOT_FOUND')
    if (pricePerMinute || groupOffer) requireMetering(tx)
    if (goal !== undefined) await setGoal(tx, open, goal)
    if (pricePerMinute !== undefined)
      await store.setPrice(tx, open.id, pricePerMinute === null ? null : toHundredths(pricePerMinute))
    if (minutesMin !== undefined) await store.setMinutesMin(tx, open.id, minutesMin)
    if (groupOffer !== undefined) await changeOffer(tx, open.id, groupOffer)
    if (record !== undefined) await store.setRecorded(tx, open.id, record && canRecord(ctx))
    if (menu !== undefined) await setMenu(tx, creator.id, menu)
    await changeOpen(tx, open, changes)
    return (await store.byId(tx, open.id))!
  })
  if (record !== undefined) await recordFromNow(ctx, stream)
  return presentStream(ctx, creator.id, stream)
}

/** Also without an open stream. Those who watch one hear of it. */
export const changeMenu = (ctx: Context, creator: SignedIn, menu: readonly GivenItem[]): Promise<void> =>
  ctx.transaction(async (tx) => {
    const open = await store.lockOpenOf(tx, creator.id)
    await setMenu(tx, creator.id, menu)
    if (open) await publish(tx, streamChanged, { streamId: open.id, performerId: creator.id })
  })

interface Changes {
  title?: string | undefined
  type?: Exclude<store.StreamRow['type'], 'ticket'> | undefined
}

/** One that is not reached yet keeps what came for it; what came for a reached one is not counted again. */
export async function setGoal(
  tx: Context,
  stream: store.StreamRow,
  goal: { title: string; tokens: number } | null,
): Promise<void> {
  const given = goal && { title: goal.title, tokens: toHundredths(goal.tokens) }
  const isOpen = stream.goalTokens !== null && stream.goalReached! < stream.goalTokens
  if (given && isOpen) return void (await store.changeGoal(tx, stream.id, given))
  await store.endGoal(tx, stream.id)
  if (given) await store.beginGoal(tx, stream, given)
}

async function changeOpen(tx: Context, { id, performerId, type }: store.StreamRow, changes: Changes): Promise<void> {
  // Others would see for nothing what some have paid for, or these no longer what they have paid for.
  refuseIf(type === 'ticket' && changes.type !== undefined, 'SHOW_HAS_TICKETS')
  await store.change(tx, id, changes)
  await publish(tx, streamChanged, { streamId: id, performerId })
}

/** Ends an open stream for its creator, who reads why. The caller closes its room afterwards. Undefined where it is over. */
export async function stopStream(tx: Context, id: string, reason: string): Promise<store.StreamRow | undefined> {
  const stream = await store.lock(tx, id)
  if (!stream || stream.status === 'ended') return undefined
  await store.setStopReason(tx, id, reason)
  await become(tx, stream, 'ended')
  return stream
}

async function become(
  tx: Context,
  { id, performerId, type, startedAt, wasRecorded, ticketShowId }: store.StreamRow,
  status: store.StreamRow['status'],
): Promise<void> {
  await store.setStatus(tx, id, status)
  if (status === 'ended' && startedAt && wasRecorded) await beginSaving(tx, { streamId: id, performerId })
  // What was announced is not what tickets were sold for.
  if (status === 'live' && startedAt === null && type !== 'ticket')
    await beginPlanned(tx, { performerId, streamId: id })
  if (status === 'live' && startedAt === null && ticketShowId) await tellHolders(tx, ticketShowId, 'begun')
  const happened = status === 'ended' ? streamEnded : status === 'live' ? streamLive : streamChanged
  await publish(tx, happened, { streamId: id, performerId })
}

/** When a creator closes their account. Rooms that are no stream's any more are closed within a second. */
export const deleteStreams = (tx: Context, performerId: string): Promise<void> => store.deleteAllOf(tx, performerId)

/**
 * Runs each second: takes over what the engine says of every open stream, ends what has waited too long, and closes rooms that are no open stream's. An
 * engine that doesn't answer has no rooms: its streams are away until it is back, or over after a minute.
 */
export async function followRooms(ctx: Context): Promise<void> {
  const engine = liveEngine(ctx)
  // Rooms before streams: a room's stream was written before anyone could publish into it.
  const rooms = new Map((await engine.rooms().catch(() => [])).map((room) => [room.id, room]))
  await followShows(ctx, rooms)
  await followTickets(ctx)
  const followed: EngineRoom[] = []
  const counts: { id: string; viewers: number }[] = []
  const lookers = await lookersOf(ctx, [...rooms.keys()])
  for (const stream of await store.allOpen(ctx)) {
    const room = rooms.get(stream.id)
    const next = nextStatus(ctx, stream, room)
    if (next !== stream.status) await follow(ctx, stream.id, next)
    if (!room || next === 'ended') continue
    // Whoever is in a private show publishes nowhere else.
    if (stream.isInShow && room.publishing) await engine.remove(room.id, [room.publishing])
    followed.push(room)
    await followRecording(ctx, stream, room)
    // A creator who watches themselves is no viewer, and staff are seen by nobody.
    const staff = lookers.get(room.id)
    const viewers = room.watchingAccounts.filter((id) => id !== stream.performerId && !staff?.has(id)).length
    counts.push({ id: room.id, viewers })
    rooms.delete(stream.id)
  }
  // Where that fails, it is there a second later; who must leave another room leaves now.
  for (const id of rooms.keys()) await engine.close(id).catch(() => {})
  if (followed.length === 0) return
  await removeThoseWhoMayNot(ctx, followed)
  await ctx.transaction(async (tx) => {
    for (const changed of await store.setViewers(tx, counts)) await publish(tx, streamViewersChanged, changed)
  })
}

/** Whatever has taken their right, such as a block, the end of a subscription or a log-out: their video ends within a second or two. */
async function removeThoseWhoMayNot(ctx: Context, rooms: readonly EngineRoom[]): Promise<void> {
  const sessionsOf = ({ publishing, watching }: EngineRoom) => [...(publishing ? [publishing] : []), ...watching]
  const present = rooms.flatMap((room) => sessionsOf(room).map((sessionId) => ({ streamId: room.id, sessionId })))
  const dead = await withDeadKeys(
    ctx,
    present.map(({ sessionId }) => sessionId),
  )
  const people = present.filter(({ sessionId }) => !isKeySession(sessionId))
  const may = new Set((await stillWatching(ctx, people)).map(({ streamId, sessionId }) => `${streamId} ${sessionId}`))
  const staff = await staffAmong(
    ctx,
    people.flatMap(({ streamId, sessionId }) =>
      may.has(`${streamId} ${sessionId}`) ? [] : [{ roomId: streamId, sessionId }],
    ),
  )
  for (const room of rooms) {
    const isIn = (sessionId: string) => may.has(`${room.id} ${sessionId}`) || staff.has(`${room.id} ${sessionId}`)
    const without = sessionsOf(room).filter((sessionId) =>
      isKeySession(sessionId) ? dead.has(sessionId) : !isIn(sessionId),
    )
    if (without.length > 0) await liveEngine(ctx).remove(room.id, without)
  }
}

function nextStatus(ctx: Context, stream: store.StreamRow, room: EngineRoom | undefined): store.StreamRow['status'] {
  if (stream.isClosed) return 'ended'
  if (stream.isInShow) return stream.status === 'preparing' ? 'preparing' : 'away'
  // After a private show it waits as if its creator had only just left it.
  const since = Math.max(stream.statusAt.getTime(), stream.lastShowAt?.getTime() ?? 0)
  const seconds = (ctx.clock.now().getTime() - since) / 1000
  if (stream.status === 'preparing' && room?.state !== 'live')
    return seconds > preparingMinutesMax * 60 ? 'ended' : 'preparing'
  if (room?.state === 'live' && !stream.isPaused) return 'live'
  return stream.status === 'away' && seconds > awaySecondsMax ? 'ended' : 'away'
}

/** Of two at once, the second finds it done. A stream that has ended stays so. */
const follow = (ctx: Context, id: string, status: store.StreamRow['status']): Promise<void> =>
  ctx.transaction(async (tx) => {
    const stream = await store.lock(tx, id)
    if (stream && stream.status !== 'ended' && stream.status !== status) await become(tx, stream, status)
  })
