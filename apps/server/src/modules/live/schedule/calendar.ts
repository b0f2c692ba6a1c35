import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Context } from '../../../platform/context.ts'
import { publicUrl } from '../../../platform/http/origin.ts'
import type { ScheduledRow } from './store.ts'

/** How often a calendar that subscribed asks again, in seconds. */
const refreshSeconds = 3600

/** As RFC 5545 has it. An event keeps its id, and a change has a higher sequence: calendars take it over. */
export function calendarOf(ctx: Context, name: string, scheduled: readonly ScheduledRow[]): string {
  const origin = publicUrl(ctx.config)
  const site = ctx.settings.get('siteName')
  const calendar = ical({ name, prodId: { company: site, product: 'Live streams' }, ttl: refreshSeconds })
  calendar.method(ICalCalendarMethod.PUBLISH)
  for (const { id, title, performerId, performerName, performerUsername, ...at } of scheduled) {
    const room = `${origin}/${performerUsername ?? performerId}/live`
    calendar.createEvent({
      id: `${id}@${new URL(origin).hostname}`,
      sequence: at.sequence,
      start: at.startsAt,
      end: new Date(at.startsAt.getTime() + at.minutes * 60_000),
      stamp: at.updatedAt,
      created: at.createdAt,
      lastModified: at.updatedAt,
      summary: `${performerName}: ${title}`,
      description: room,
      url: room,
      status: at.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
