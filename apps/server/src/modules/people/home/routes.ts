import * as contract from '@fanlight/contract/home'
import { route } from '../../../platform/http/http.ts'
import { videosToContinue } from '../../content/videos/watching.ts'
import { announcedForHome } from '../../live/schedule/announced-for-home.ts'
import { liveForHome } from '../../live/streams/live-for-home.ts'
import { showsForHome } from '../../live/tickets/shows-for-home.ts'
import { renewals } from '../../money/subscriptions/renewing-soon.ts'
import { parcels } from '../../shop/orders/parcels.ts'
import { presentVisibleCards } from '../performers/present.ts'
import { suggestedCards } from '../performers/suggested.ts'

const { watching, renewals: renewalsMax, orders, comingUp, live, creators } = contract.besideFeedMax

// Each part is bounded and read by an index of its own. Nothing of a reader is cached but the candidates of suggestions (suggested.ts), so that
// what one follows, buys or hides shows at the next page; that nobody is live and nothing is announced is known without a query.
export const homeRoutes = [
  route(contract.besideFeed, async (ctx, { viewer }) => {
    const [watched, renewing, onTheirWay, announced, shows, streams, cards] = await Promise.all([
      videosToContinue(ctx, viewer, watching),
      renewals(ctx, viewer, renewalsMax),
      parcels(ctx, viewer, orders),
      announcedForHome(ctx, viewer, comingUp),
      showsForHome(ctx, viewer, comingUp),
      liveForHome(ctx, viewer, live),
      suggestedCards(ctx, viewer, creators),
    ])
    return {
      data: {
        watching: watched,
        renewals: renewing,
        orders: onTheirWay,
        comingUp: [...announced, ...shows].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)).slice(0, comingUp),
        live: streams,
        creators: presentVisibleCards(ctx, viewer, cards),
      },
    }
  }),
]
