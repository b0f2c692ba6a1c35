import type { FastifyReply } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Context } from '../../../platform/context.ts'
import { publicUrl } from '../../../platform/http/origin.ts'

/** What a calendar shows of a stream or a show. */
export interface CalendarEvent {
  id: string
  title: string
  performerName: string
  /** Where it is on the site. */
  path: string
  startsAt: Date
  minutes: number
  sequence: number
  createdAt: Date
  updatedAt: Date
  isCancelled: boolean
}

/** How often a calendar that subscribed asks again, in seconds. */
const refreshSeconds = 3600

/** As RFC 5545 has it. An event keeps its id, and a change has a higher sequence: calendars take it over. */
export function calendarOf(ctx: Context, name: string, events: readonly CalendarEvent[]): string {
  const origin = publicUrl(ctx.config)
  const site = ctx.settings.get('siteName')
  const calendar = ical({ name, prodId: { company: site, product: 'Live streams' }, ttl: refreshSeconds })
  calendar.method(ICalCalendarMethod.PUBLISH)
  for (const { id, title, performerName, path, ...at } of events) {
    const url = origin + path
    calendar.createEvent({
      id: `${id}@${new URL(origin).hostname}`,
      sequence: at.sequence,
      start: at.startsAt,
      end: new Date(at.startsAt.getTime() + at.minutes * 60_000),
      stamp: at.updatedAt,
      created: at.createdAt,
      lastModified: at.updatedAt,
      summary: `${performerName}: ${title}`,
      description: url,
      url,
      status: at.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}

/** The file of a calendar, for one who may see what is in it. */
export function sendCalendar(reply: FastifyReply, text: string): string {
  void reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('content-disposition', 'attachment; filename="live.ics"')
  return text
}
