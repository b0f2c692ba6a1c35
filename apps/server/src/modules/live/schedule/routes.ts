import * as contract from '@fanlight/contract/stream-schedule'
import { scheduledStreamsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { idOf } from '../../../platform/viewer.ts'
import { requireVisiblePerformer } from '../../access/policy.ts'
import { anythingAnnounced, forgetAnnounced } from './anything-announced.ts'
import { type CalendarEvent, calendarOf, sendCalendar } from './calendar.ts'
import { cancel, requireAnnounced, reschedule, schedule, setReminder } from './planning.ts'
import { presentScheduled } from './present.ts'
import * as store from './store.ts'

/** So many are in the list of what is announced. */
const listedMax = 500

export const scheduleRoutes = [
  route(contract.listSchedule, async (ctx, { viewer, query }) => {
    const found = (await anythingAnnounced(ctx)) ? await store.ahead(ctx, viewer, query, listedMax) : []
    const { data, ...page } = pageWithin(found, query)
    return { data: await presentScheduled(ctx, idOf(viewer) ?? null, data), ...page }
  }),
  route(contract.scheduleStream, async (ctx, { viewer, body }) => {
    const scheduled = await schedule(ctx, viewer, body)
    forgetAnnounced(ctx)
    return presented(ctx, viewer.id, scheduled)
  }),
  route(contract.changeScheduledStream, async (ctx, { viewer, params, body }) =>
    presented(ctx, viewer.id, await reschedule(ctx, viewer, params.id, body)),
  ),
  route(contract.cancelScheduledStream, async (ctx, { viewer, params }) => {
    await cancel(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
  route(contract.addStreamReminder, async (ctx, { viewer, params }) =>
    presented(ctx, viewer.id, await setReminder(ctx, viewer, params.id, true)),
  ),
  route(contract.removeStreamReminder, async (ctx, { viewer, params }) =>
    presented(ctx, viewer.id, await setReminder(ctx, viewer, params.id, false)),
  ),
  route(contract.scheduledStreamCalendar, async (ctx, { viewer, params, reply }) => {
    const scheduled = await requireAnnounced(ctx, viewer, params.id)
    return sendCalendar(reply, calendarOf(ctx, scheduled.performerName, [eventOf(scheduled)]))
  }),
  route(contract.performerCalendar, async (ctx, { viewer, params, reply }) => {
    await requireVisiblePerformer(ctx, viewer, params.id)
    // What was cancelled is beside what is ahead.
    const found = await store.aheadWithCancelled(ctx, viewer, params.id, 2 * scheduledStreamsMax)
    return sendCalendar(
      reply,
      calendarOf(ctx, found[0]?.performerName ?? ctx.settings.get('siteName'), found.map(eventOf)),
    )
  }),
]

const presented = async (ctx: Context, viewerId: string, scheduled: store.ScheduledRow) => ({
  data: (await presentScheduled(ctx, viewerId, [scheduled]))[0]!,
})

const eventOf = (scheduled: store.ScheduledRow): CalendarEvent => ({
  ...scheduled,
  path: `/${scheduled.performerUsername ?? scheduled.performerId}/live`,
  isCancelled: scheduled.status === 'cancelled',
})
