import { scheduledDaysMax, scheduledStreamsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseField, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn, Viewer } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { scheduleChanged } from './events.ts'
import { tellRemindedJob } from './jobs.ts'
import * as store from './store.ts'

// Streams that a creator announces: planned → started | cancelled. Going live at about its time is what starts one.

interface Given {
  title: string
  type: store.ScheduledRow['type']
  startsAt: string
  minutes: number
}

export const schedule = (ctx: Context, creator: SignedIn, given: Given): Promise<store.ScheduledRow> =>
  ctx.transaction(async (tx) => {
    const planned = { ...given, startsAt: requireAhead(tx, given.startsAt) }
    await store.lockPerformer(tx, creator.id)
    refuseIf((await store.countAhead(tx, creator.id)) >= scheduledStreamsMax, 'SCHEDULE_FULL')
    const id = newId()
    await store.insert(tx, id, creator.id, planned)
    await publish(tx, scheduleChanged, { performerId: creator.id })
    return (await store.byId(tx, id, creator.id))!
  })

/** Those who asked to be reminded are told of another time or audience, not of another title. */
export const reschedule = (
  ctx: Context,
  creator: SignedIn,
  id: string,
  changes: { [Field in keyof Given]?: Given[Field] | undefined },
): Promise<store.ScheduledRow> =>
  ctx.transaction(async (tx) => {
    const before = await store.lockAhead(tx, id)
    if (before?.performerId !== creator.id) refuse('NOT_FOUND')
    const isMoved = changes.startsAt !== undefined && Date.parse(changes.startsAt) !== before.startsAt.getTime()
    const planned = {
      title: changes.title ?? before.title,
      type: changes.type ?? before.type,
      startsAt: isMoved ? requireAhead(tx, changes.startsAt!) : before.startsAt,
      minutes: changes.minutes ?? before.minutes,
    }
    await store.change(tx, id, planned)
    await publish(tx, scheduleChanged, { performerId: creator.id })
    if (isMoved) await store.remindAgain(tx, id)
    if (isMoved || planned.type !== before.type)
      await tellRemindedJob.enqueue(tx, { scheduledId: id, news: 'moved' }, { key: `tell-reminded:${id}:moved` })
    return (await store.byId(tx, id, creator.id))!
  })

function requireAhead(tx: Context, startsAt: string): Date {
  const at = new Date(startsAt)
  const now = tx.clock.now().getTime()
  if (at.getTime() <= now) refuseRule('startsAt', 'TIME_PAST')
  if (at.getTime() > now + scheduledDaysMax * 86_400_000) refuseField('STARTS_TOO_LATE', 'startsAt')
  return at
}

export const cancel = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await store.lock(tx, id)
    if (found?.performerId !== creator.id) refuse('NOT_FOUND')
    if (found.status !== 'planned') return
    await store.cancel(tx, id)
    await publish(tx, scheduleChanged, { performerId: creator.id })
    await tellRemindedJob.enqueue(tx, { scheduledId: id, news: 'cancelled' })
  })

/** In the transaction in which a stream has video for the first time: it is the one that was announced for about now, if one was. */
export async function beginPlanned(tx: Context, stream: { performerId: string; streamId: string }): Promise<void> {
  const begun = await store.begin(tx, stream)
  if (!begun) return
  await publish(tx, scheduleChanged, { performerId: stream.performerId })
  await tellRemindedJob.enqueue(tx, { scheduledId: begun.id, news: 'begun' })
}

export const setReminder = (ctx: Context, viewer: SignedIn, id: string, isOn: boolean): Promise<store.ScheduledRow> =>
  ctx.transaction(async (tx) => {
    const { performerId } = await requireAnnounced(tx, viewer, id)
    if (isOn) {
      refuseIf(performerId === viewer.id, 'NOT_TO_ONESELF')
      // It stays as it is until they are on the list: what becomes of it then is told to them, too.
      if (!(await store.isStillAhead(tx, id))) refuse('STREAM_NOT_SCHEDULED')
      await store.addReminder(tx, id, viewer.id)
    } else await store.removeReminder(tx, id, viewer.id)
    return (await store.byId(tx, id, viewer.id))!
  })

/** One that lies ahead, of a creator whom the viewer may know of. */
export async function requireAnnounced(ctx: Context, viewer: Viewer, id: string): Promise<store.ScheduledRow> {
  const viewerId = viewer.kind === 'signed-in' ? viewer.id : null
  const found = (await store.byId(ctx, id, viewerId)) ?? refuse('STREAM_NOT_SCHEDULED')
  await requireVisiblePerformer(ctx, viewer, found.performerId)
  refuseIf(found.status !== 'planned', 'STREAM_NOT_SCHEDULED')
  return found
}

/** Of an account that is closed: what it announced, and what it wanted to be reminded of. */
export const deleteSchedule = store.deleteAllOf
