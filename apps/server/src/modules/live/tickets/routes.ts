import * as contract from '@fanlight/contract/tickets'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import { idOf } from '../../../platform/viewer.ts'
import { authorizeAll } from '../../access/policy.ts'
import { requireVisible } from '../../access/items.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { calendarOf, sendCalendar } from '../schedule/calendar.ts'
import { pay } from './buying.ts'
import { ticketLockable } from './lockable.ts'
import { cancel, change, plan } from './planning.ts'
import { presentTicketShow, presentTicketShows } from './present.ts'
import { giveTicketBack } from './returning.ts'
import * as store from './store.ts'

export const ticketRoutes = [
  route(contract.planTicketShow, async (ctx, { viewer, body }) => ({ data: await plan(ctx, viewer, body) })),
  route(contract.changeTicketShow, async (ctx, { viewer, params, body }) => ({
    data: await change(ctx, viewer, params.id, body),
  })),
  route(contract.cancelTicketShow, async (ctx, { viewer, params, body }) => ({
    data: await cancel(ctx, viewer, params.id, body.reason ?? ''),
  })),
  route(contract.returnTicket, async (ctx, { viewer, params }) => ({
    data: await giveTicketBack(ctx, viewer, params.id),
  })),
  route(contract.searchTicketShows, async (ctx, { viewer, query }) => {
    const me = idOf(viewer)
    const isOwn = query.mine === true || query.bought === true
    if (isOwn && !me) refuse('NOT_SIGNED_IN')
    const found =
      query.mine === true
        ? await store.own(ctx, me!, query.sort)
        : query.bought === true
          ? await store.bought(ctx, me!, query.sort)
          : await store.upcoming(ctx, viewer, query.performerId, query.sort)
    const { data, ...page } = pageWithin(found, query)
    return { data: await presentTicketShows(ctx, viewer, data), ...page }
  }),
  route(contract.getTicketShow, async (ctx, { viewer, params }) => {
    const show = (await store.byId(ctx, idOf(viewer) ?? null, params.id)) ?? refuse('SHOW_NOT_FOUND')
    const lockable = ticketLockable(show)
    requireVisible((await authorizeAll(ctx, viewer, [lockable])).get(show.id)!)
    return { data: await presentTicketShow(ctx, viewer, show) }
  }),
  route(contract.ticketShowCalendar, async (ctx, { viewer, params, reply }) => {
    const show = (await store.byId(ctx, null, params.id)) ?? refuse('SHOW_NOT_FOUND')
    requireVisible((await authorizeAll(ctx, viewer, [ticketLockable(show)])).get(show.id)!)
    const isCancelled = show.status === 'cancelled' || show.status === 'not_held' || show.status === 'not_reached'
    const event = { ...show, path: `/show/${show.id}`, isCancelled }
    return sendCalendar(reply, calendarOf(ctx, show.performerName, [event]))
  }),
  route(contract.buyTicket, async (ctx, { viewer, params, body, key }) => ({
    data: presentReceipt(await pay(ctx, viewer, { id: params.id, ...body, key })),
  })),
]
