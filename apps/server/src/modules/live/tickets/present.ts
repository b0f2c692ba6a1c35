import { fromHundredths } from '@fanlight/contract/fields'
import type { TicketShow } from '@fanlight/contract/tickets'
import type { Context } from '../../../platform/context.ts'
import { idOf, type Viewer } from '../../../platform/viewer.ts'
import { authorizeAll } from '../../access/policy.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { termsOf } from '../../money/charges/shown-terms.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { ticketLockable } from './lockable.ts'
import type { TicketShowRow } from './store.ts'

export const presentTicketShow = async (ctx: Context, viewer: Viewer, show: TicketShowRow): Promise<TicketShow> =>
  (await presentTicketShows(ctx, viewer, [show]))[0]!

export async function presentTicketShows(
  ctx: Context,
  viewer: Viewer,
  shows: readonly TicketShowRow[],
): Promise<TicketShow[]> {
  const avatarIds = [...new Set(shows.flatMap(({ performerAvatarId }) => performerAvatarId ?? []))]
  const files = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  const verdicts = await authorizeAll(ctx, viewer, shows.map(ticketLockable))
  return shows.map((show) => ({
    _id: show.id,
    performer: {
      _id: show.performerId,
      name: show.performerName,
      username: show.performerUsername,
      avatar: presentAvatar(ctx, show.performerAvatarId === null ? null : (files?.get(show.performerAvatarId) ?? null)),
      isVerified: show.performerVerified,
    },
    title: show.title,
    about: show.about,
    startsAt: show.startsAt.toISOString(),
    minutes: show.minutes,
    price: fromHundredths(show.price),
    goal: show.goal === null ? null : fromHundredths(show.goal),
    pledgeUntil: show.pledgeUntil?.toISOString() ?? null,
    goalReachedAt: show.goalReachedAt?.toISOString() ?? null,
    pledged: show.pledged === null ? null : fromHundredths(show.pledged),
    seats: show.seats,
    seatsLeft: Math.max(0, show.seats - show.sold),
    freeForSubscribers: show.freeForSubscribers,
    promisesReplay: show.promisesReplay,
    replayIds: show.replayIds,
    status: show.streamStartedAt && (show.status === 'planned' || show.status === 'held') ? 'live' : show.status,
    reason: show.reason,
    streamId: show.streamId,
    terms: ticketTerms(show),
    mayWatch: verdicts.get(show.id)!.granted,
    myTicket:
      idOf(viewer) === undefined || show.paid === null
        ? null
        : {
            tokens: fromHundredths(show.paid),
            boughtAt: show.boughtAt!.toISOString(),
            isReturned: show.returnedAt !== null,
          },
    earned: show.earned === null ? null : fromHundredths(show.earned),
  }))
}

/** With a goal, it is another offer once that is reached: at its price alone, and for good. */
export const ticketTerms = (show: TicketShowRow): string => {
  const { id, title, startsAt, minutes, price, goal, pledgeUntil, goalReachedAt, promisesReplay } = show
  return termsOf(
    'ticket',
    id,
    title,
    startsAt.toISOString(),
    minutes,
    price,
    ...(promisesReplay ? ['replay'] : []),
    ...(goal === null ? [] : ['goal', goal, pledgeUntil!.toISOString(), goalReachedAt === null ? 'open' : 'reached']),
  )
}
