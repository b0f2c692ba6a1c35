import {
  listParkedEvents,
  parkedEventsMax,
  retryParkedEvents,
  viewLatestDecisions,
  viewRevenue,
  viewWaiting,
} from '@fanlight/contract/staff-overview'
import { audit } from '../../../platform/audit.ts'
import { countParked, parkedEvents, retryParked } from '../../../platform/events/event-subscribers.ts'
import { route } from '../../../platform/http/http.ts'
import { latestDecisions } from './latest-decisions.ts'
import { revenueOf } from './revenue.ts'
import { waitingFor } from './staff-overview.ts'

export const overviewRoutes = [
  route(viewWaiting, async (ctx, { viewer }) => ({ data: await waitingFor(ctx, viewer) })),
  route(viewLatestDecisions, async (ctx, { viewer }) => ({ data: await latestDecisions(ctx, viewer) })),
  route(viewRevenue, async (ctx, { query }) => ({ data: await revenueOf(ctx, query.period) })),
  route(listParkedEvents, async (ctx) => ({
    data: (await parkedEvents(ctx, parkedEventsMax)).map(({ xid, eventId, parkedAt, ...event }) => ({
      _id: `${event.subscriber}:${xid}.${eventId}`,
      ...event,
      parkedAt: parkedAt.toISOString(),
    })),
    total: await countParked(ctx),
    nextCursor: null,
  })),
  route(retryParkedEvents, async (ctx, { viewer, request }) => ({
    data: {
      retried: await ctx.transaction(async (tx) => {
        const retried = await retryParked(tx)
        const target = { type: 'events', id: 'parked' } as const
        await audit(tx, viewer, request.id, { action: 'events.retried', target, after: { retried } })
        return retried
      }),
    },
  })),
]
